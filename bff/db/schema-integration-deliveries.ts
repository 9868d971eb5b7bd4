import type { Generated } from 'kysely';
import type { IntegrationDelivery } from '#contract/integration-deliveries.ts';

type Time = string;

/** One event, or a part of one, on its way to one integration. */
export interface IntegrationDeliveries {
  id: Generated<number>;
  /** The row whose settings count. */
  integration_id: number;
  /** Where it happened; of a group's test the group instead. */
  project_id: number | null;
  group_id: number | null;
  slug: string;
  /** The flag of the event, or `test`. */
  event: string;
  /** The same for all that is told of one event. */
  event_id: string;
  /** The same for each attempt and each repeat. */
  message_id: string;
  /** Names event, integration and part: a second run of a job tells nothing twice. */
  dedup_key: string | null;
  /** The channel. */
  part: string;
  state: Generated<IntegrationDelivery['state']>;
  reason: string | null;
  /** JSON of the event as it is told. */
  news: string;
  attempts: Generated<number>;
  /** When it is sent next; while it is being sent, when somebody else may. */
  due_at: Time | null;
  /** JSON of what was sent last, secrets masked. */
  request: string | null;
  /** JSON of the answer, secrets masked. */
  response: string | null;
  response_status: number | null;
  duration_ms: number | null;
  redelivery_of: number | null;
  created_at: Time;
  finished_at: Time | null;
}

export interface IntegrationHealthRows {
  integration_id: number;
  /** Failed events in a row. */
  failures: Generated<number>;
  /** Pauses in a row: each is twice as long as the last. */
  pauses: Generated<number>;
  paused_until: Time | null;
  /** When the owners were told of this trouble. */
  told_at: Time | null;
  encrypted_signing_secret: string | null;
}

export interface IntegrationDeliveryTables {
  integration_deliveries: IntegrationDeliveries;
  integration_health: IntegrationHealthRows;
}
