import type { Generated } from 'kysely';
import type { EventName } from '#contract/event-names.ts';

/** What has happened. Unlike an audit row it names no address and is made for machines. */
export interface DomainEvents {
  id: Generated<number>;
  name: EventName;
  /** Null where a job or nobody did it. */
  actor_id: number | null;
  subject_type: string;
  subject_id: number | null;
  /** No foreign keys: what is gone has happened all the same. */
  project_id: number | null;
  group_id: number | null;
  /** JSON `{before, after}`, each the changed values or null. */
  changes: string;
  request_id: string | null;
  created_at: string;
}

export interface EventTables {
  domain_events: DomainEvents;
}
