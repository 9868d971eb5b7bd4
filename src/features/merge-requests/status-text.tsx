import IconAlertCircle from '@tabler/icons-react/icons/IconAlertCircle';
import IconBan from '@tabler/icons-react/icons/IconBan';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDashed from '@tabler/icons-react/icons/IconCircleDashed';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import IconGitMerge from '@tabler/icons-react/icons/IconGitMerge';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import type { ListedMergeRequest } from '#contract/merge-request-record.ts';
import { StateText, type Tone } from '../../ui/state-badge.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';

type Status = ListedMergeRequest['detailed_merge_status'];

const looks: Record<Status, { tone: Tone; Icon: typeof IconBan }> = {
  preparing: { tone: 'draft', Icon: IconCircleDashed },
  checking: { tone: 'draft', Icon: IconCircleDashed },
  unchecked: { tone: 'draft', Icon: IconCircleDashed },
  not_open: { tone: 'closed', Icon: IconBan },
  requested_changes: { tone: 'closed', Icon: IconAlertCircle },
  not_approved: { tone: 'warning', Icon: IconAlertCircle },
  merge_request_blocked: { tone: 'warning', Icon: IconCircleDashed },
  status_checks_must_pass: { tone: 'warning', Icon: IconCircleDashed },
  merge_time: { tone: 'warning', Icon: IconCircleDashed },
  draft_status: { tone: 'draft', Icon: IconPencil },
  commits_status: { tone: 'warning', Icon: IconAlertCircle },
  discussions_not_resolved: { tone: 'warning', Icon: IconAlertCircle },
  conflict: { tone: 'closed', Icon: IconCircleX },
  need_rebase: { tone: 'warning', Icon: IconAlertCircle },
  ci_still_running: { tone: 'warning', Icon: IconCircleDashed },
  ci_must_pass: { tone: 'closed', Icon: IconCircleX },
  mergeable: { tone: 'open', Icon: IconCircleCheck },
};

/** The one thing that stands in the way, in a word or two. */
export function StatusText({ record }: { record: ListedMergeRequest }) {
  if (record.state === 'merged') {
    return (
      <StateText tone="merged" icon={<IconGitMerge aria-hidden size={16} />}>
        {mergeRequestWords.merged}
      </StateText>
    );
  }
  const status = record.state === 'closed' ? 'not_open' : record.detailed_merge_status;
  const { tone, Icon } = looks[status];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {mergeRequestWords.list[status]}
    </StateText>
  );
}
