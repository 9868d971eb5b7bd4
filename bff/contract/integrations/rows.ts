import { choice, line, type Row, secret, toggle } from '../settings/rows.ts';
import type { IntegrationField } from './kind.ts';

type More = Omit<IntegrationField, keyof Row | 'enforced_by'> & Pick<IntegrationField, 'reason'>;

/** Rows of a kind: its delivery obeys them, except those that say why it does not. */
export const rowsOf = (...rows: readonly (Row & More)[]): readonly IntegrationField[] =>
  rows.map((row) => ({
    ...row,
    enforced_by: row.reason === undefined ? 'integration-deliveries' : 'none',
  }));

/** A secret that is sent with every PUT. */
export const key = (name: string, help: string, more: More = {}) =>
  ({ ...secret(name, null, help), required: true, ...more }) as const;

/** A text that is sent with every PUT. */
export const needed = (name: string, help: string, more: More & { aliases?: string[] } = {}) =>
  ({ ...line(name, null, help), required: true, ...more }) as const;

/** An address that is sent with every PUT. */
export const address = (name: string, help: string, more: More & { aliases?: string[] } = {}) =>
  needed(name, help, { url: true, ...more });

/** A text that may be blank. */
export const optional = (
  name: string,
  help: string,
  more: More & Pick<Row, 'pattern'> = {},
): Row & More => ({ ...line(name, null, help), ...more });

/** The incoming webhook of a chat: who knows it may write there, so it is a secret. */
export const webhook = (more: More & Pick<Row, 'pattern'> = {}) =>
  ({
    ...secret('webhook', null, 'The incoming webhook; never shown again'),
    required: true,
    url: true,
    ...more,
  }) as const;

export const verification = toggle(
  'enable_ssl_verification',
  true,
  'Check the certificate of the server',
);

const brokenOnly = toggle('notify_only_broken_pipelines', true, 'Leave out pipelines that passed');

const changesOnly = toggle(
  'notify_only_when_pipeline_status_changes',
  false,
  'Tell of a failure when the branch was well before, and of a success when it was broken',
);

const branches = choice('branches_to_be_notified', 'default', 'Which branches count', {
  options: ['all', 'default', 'protected', 'default_and_protected'],
});

/** The older way to say which branches count. */
export const defaultBranchOnly = toggle(
  'notify_only_default_branch',
  null,
  'Deprecated: true is the default branch, false all branches, unless the newer setting is sent',
  { successor: 'branches_to_be_notified', writeonly: true },
);

/** Which pipelines and branches are worth telling. */
export const notifying: readonly Row[] = [brokenOnly, changesOnly, branches];

/** Which branches a tracker reads. */
export const restrictedBranches = optional(
  'restrict_to_branch',
  'Branches that are read, joined by commas; blank means all',
);
