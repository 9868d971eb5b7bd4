import type { Generated } from 'kysely';

type Time = string;

/** One of the two is set: what it happened to. */
interface Happened {
  id: Generated<number>;
  issue_id: number | null;
  merge_request_id: number | null;
  /** Null for what nobody in particular did, and for people who are deleted for good. */
  user_id: number | null;
  created_at: Time;
}

export interface ResourceStateEvents extends Happened {
  state: 'closed' | 'reopened' | 'merged';
  /** The merge request whose merge closed the issue. */
  source_merge_request_id: number | null;
}

export interface ResourceMilestoneEvents extends Happened {
  milestone_id: number | null;
  action: 'add' | 'remove';
}

export interface ResourceEventTables {
  resource_state_events: ResourceStateEvents;
  resource_milestone_events: ResourceMilestoneEvents;
}
