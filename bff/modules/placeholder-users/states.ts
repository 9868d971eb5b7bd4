import type { SourceUserStatus } from '#contract/own-reassignments.ts';

interface Transition {
  readonly from: readonly SourceUserStatus[];
  readonly to: SourceUserStatus;
}

/** Everything that can happen to somebody of an import; nothing else does. */
export const transitions = {
  reassign: { from: ['pending_reassignment', 'rejected'], to: 'awaiting_approval' },
  accept: { from: ['awaiting_approval'], to: 'reassignment_in_progress' },
  reject: { from: ['awaiting_approval'], to: 'rejected' },
  cancel: { from: ['awaiting_approval', 'rejected'], to: 'pending_reassignment' },
  finish: { from: ['reassignment_in_progress'], to: 'completed' },
  fail: { from: ['reassignment_in_progress'], to: 'failed' },
  keep: { from: ['pending_reassignment', 'rejected'], to: 'keep_as_placeholder' },
  retry: { from: ['failed'], to: 'reassignment_in_progress' },
} as const satisfies Record<string, Transition>;
export type SourceUserEvent = keyof typeof transitions;

/** May this happen to somebody in this state? */
export const allows = (event: SourceUserEvent, status: SourceUserStatus): boolean =>
  (transitions[event].from as readonly SourceUserStatus[]).includes(status);

/** What is said of somebody in a state in which this does not happen. */
export const wrongStatus = 'Import source user has an invalid status for this operation';
