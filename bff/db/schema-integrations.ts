import type { Generated } from 'kysely';
import type { EventFlag } from '#contract/integrations/events.ts';

type Flag = Generated<number>;
type Time = string;

/** Of a group or a project; of the instance where it names neither. */
export interface Integrations extends Record<EventFlag, Flag> {
  id: Generated<number>;
  slug: string;
  group_id: number | null;
  project_id: number | null;
  active: Flag;
  /** Then what holds is the nearest above that does not. */
  inherits: Flag;
  comment_on_event_enabled: Flag;
  /** JSON, by the specification's names; what is not set is left out. */
  settings: Generated<string>;
  /** JSON by name, encrypted. */
  encrypted_secrets: string | null;
  created_at: Time;
  updated_at: Time;
}

export interface IntegrationTables {
  integrations: Integrations;
}
