import IconBan from '@tabler/icons-react/icons/IconBan';
import IconCalendarTime from '@tabler/icons-react/icons/IconCalendarTime';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDashed from '@tabler/icons-react/icons/IconCircleDashed';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import IconClock from '@tabler/icons-react/icons/IconClock';
import IconHandClick from '@tabler/icons-react/icons/IconHandClick';
import IconPlayerSkipForward from '@tabler/icons-react/icons/IconPlayerSkipForward';
import IconProgress from '@tabler/icons-react/icons/IconProgress';
import type { BasicPipeline, PipelineStatus } from '#contract/pipeline-record.ts';
import { TextLink } from '../lib/links.tsx';
import { pipelineWords } from '../words/pipelines.ts';
import { Badge, StateText, type Tone } from './state-badge.tsx';

interface Look {
  readonly tone: Tone;
  readonly Icon: typeof IconClock;
}

const waits: Look = { tone: 'warning', Icon: IconClock };

const looks: Readonly<Record<PipelineStatus, Look>> = {
  created: { tone: 'draft', Icon: IconCircleDashed },
  waiting_for_resource: waits,
  preparing: waits,
  waiting_for_callback: waits,
  pending: waits,
  running: { tone: 'warning', Icon: IconProgress },
  success: { tone: 'open', Icon: IconCircleCheck },
  failed: { tone: 'closed', Icon: IconCircleX },
  canceling: { tone: 'draft', Icon: IconBan },
  canceled: { tone: 'draft', Icon: IconBan },
  skipped: { tone: 'draft', Icon: IconPlayerSkipForward },
  manual: { tone: 'draft', Icon: IconHandClick },
  scheduled: { tone: 'draft', Icon: IconCalendarTime },
};

/** Status of a pipeline as a pill. */
export function PipelineBadge({ status }: { status: PipelineStatus }) {
  const { tone, Icon } = looks[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden size={14} />}>
      {pipelineWords.statuses[status]}
    </Badge>
  );
}

/** Status of a pipeline or job with its sign. */
export function PipelineState({ status }: { status: PipelineStatus }) {
  const { tone, Icon } = looks[status];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {pipelineWords.statuses[status]}
    </StateText>
  );
}

/** The pipeline of a commit or merge request: how it stands, and where it is. */
export function PipelineLink(props: {
  project: string;
  pipeline: Pick<BasicPipeline, 'id' | 'status'>;
}) {
  const { project, pipeline } = props;
  return (
    <TextLink
      to="/projects/$project/pipelines/$pipeline"
      params={{ project, pipeline: String(pipeline.id) }}
      title={pipelineWords.pipeline(pipeline.id)}
    >
      <PipelineState status={pipeline.status} /> {pipelineWords.number(pipeline.id)}
    </TextLink>
  );
}
