import type { FieldDef } from '../field.ts';
import type { EventFlag } from './events.ts';

/** What integrations are for, in the order of the screens. */
export const integrationFamilies = [
  'chat',
  'commands',
  'issue_tracker',
  'task_tracker',
  'ci',
  'packages',
  'mail',
] as const;

type IntegrationFamily = (typeof integrationFamilies)[number];

/** One setting of an integration. Secrets are encrypted at rest and never returned. */
export interface IntegrationField extends FieldDef {
  /** Sent with every PUT, and not blank. */
  readonly required?: boolean;
  /** An http or https address that this server may call. */
  readonly url?: boolean;
  /** Secrets that another value here would send elsewhere: they are erased unless sent again. */
  readonly exposes?: readonly string[];
  /** A text of entries joined by commas: how many at most, and the words for more. */
  readonly entries?: { readonly most: number; readonly says: string; readonly emails?: true };
  /** Declared boolean by the API though it is a text: a bare boolean says nothing. */
  readonly saidBoolean?: boolean;
}

/** One kind of integration: rows only; what it sends lies with its delivery. */
export interface IntegrationKind {
  readonly slug: string;
  readonly title: string;
  readonly family: IntegrationFamily;
  readonly about: string;
  readonly fields: readonly IntegrationField[];
  /** The flags that are accepted as parameters. */
  readonly events: readonly EventFlag[];
  /** All of its flags are sent with every PUT. */
  readonly requiresEvents?: boolean;
  /** Its messages are of this server's own form, and are signed by Standard Webhooks. */
  readonly signs?: boolean;
  /** Exists on a server that runs from its sources alone. */
  readonly development?: boolean;
}
