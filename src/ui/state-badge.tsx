import IconGitMerge from '@tabler/icons-react/icons/IconGitMerge';
import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import IconGitPullRequestClosed from '@tabler/icons-react/icons/IconGitPullRequestClosed';
import IconGitPullRequestDraft from '@tabler/icons-react/icons/IconGitPullRequestDraft';
import IconLoader from '@tabler/icons-react/icons/IconLoader';
import type { ReactNode } from 'react';
import { common } from '../words/common.ts';
import classes from './marks.module.css';

/** The five colours of a state. They never stand alone. */
export type Tone = 'open' | 'merged' | 'closed' | 'draft' | 'warning';

export type MergeRequestState = keyof typeof common.mergeRequestState;

const states = {
  opened: { tone: 'open', Icon: IconGitPullRequest },
  draft: { tone: 'draft', Icon: IconGitPullRequestDraft },
  merged: { tone: 'merged', Icon: IconGitMerge },
  closed: { tone: 'closed', Icon: IconGitPullRequestClosed },
  locked: { tone: 'warning', Icon: IconLoader },
} as const satisfies Record<MergeRequestState, { tone: Tone; Icon: typeof IconLoader }>;

/** A pill with an icon and a word. */
export function Badge(props: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={props.tone}>
      {props.icon}
      {props.children}
    </span>
  );
}

/** State of a merge request as a pill. */
export function StateBadge({ state }: { state: MergeRequestState }) {
  const { tone, Icon } = states[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden size={14} />}>
      {common.mergeRequestState[state]}
    </Badge>
  );
}

/** State of a merge request where there is room for a sign only; the word is its name. */
export function StateIcon({ state }: { state: MergeRequestState }) {
  const { tone, Icon } = states[state];
  const label = common.mergeRequestState[state];
  return <Sign tone={tone} label={label} icon={<Icon aria-hidden size={16} />} />;
}

/** A coloured sign alone; its word is its name. */
export function Sign(props: { tone: Tone; label: string; icon: ReactNode }) {
  const { tone, label, icon } = props;
  return (
    <span className={classes.icon} data-tone={tone} role="img" aria-label={label} title={label}>
      {icon}
    </span>
  );
}

/** A coloured sign with its sentence, without a ground. */
export function StateText(props: { tone: Tone; icon: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.state} data-tone={props.tone}>
      {props.icon}
      <span>{props.children}</span>
    </span>
  );
}
