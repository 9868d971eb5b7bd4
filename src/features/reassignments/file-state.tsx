import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import IconHourglass from '@tabler/icons-react/icons/IconHourglass';
import IconLoader from '@tabler/icons-react/icons/IconLoader';
import IconPlayerStop from '@tabler/icons-react/icons/IconPlayerStop';
import type { ReassignmentFileRecord } from '#contract/reassignment-files.ts';
import { StateText, type Tone } from '../../ui/state-badge.tsx';
import { reassignmentWords } from '../../words/reassignments.ts';

const words = reassignmentWords.files;

type Status = ReassignmentFileRecord['status'];

/** How each state looks. */
export const looks: Record<Status, { tone: Tone; Icon: typeof IconLoader }> = {
  queued: { tone: 'draft', Icon: IconHourglass },
  running: { tone: 'warning', Icon: IconLoader },
  finished: { tone: 'open', Icon: IconCircleCheck },
  failed: { tone: 'closed', Icon: IconCircleX },
  stopped: { tone: 'draft', Icon: IconPlayerStop },
};

const saying: Record<Status, (file: ReassignmentFileRecord) => string> = {
  queued: () => words.queued,
  running: ({ done, total }) => words.running(done, total),
  finished: ({ dry_run }) => (dry_run ? words.finishedDry : words.finished),
  failed: ({ error }) => words.broken(error ?? words.noReason),
  stopped: () => words.stopped,
};

/** How a file is doing: how far it is, or how it ended. */
export function FileState({ file }: { file: ReassignmentFileRecord }) {
  const { tone, Icon } = looks[file.status];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {saying[file.status](file)}
    </StateText>
  );
}
