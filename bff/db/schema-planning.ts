import type { Generated } from 'kysely';

type Flag = Generated<number>;
type Time = string;

export interface Issues {
  id: Generated<number>;
  project_id: number;
  iid: number;
  title: string;
  title_lower: string;
  description: string | null;
  description_lower: string | null;
  state: Generated<'opened' | 'closed'>;
  issue_type: Generated<'issue' | 'incident' | 'test_case' | 'task'>;
  confidential: Flag;
  discussion_locked: number | null;
  author_id: number;
  closed_by_id: number | null;
  milestone_id: number | null;
  weight: number | null;
  due_date: string | null;
  time_estimate: Generated<number>;
  total_time_spent: Generated<number>;
  user_notes_count: Generated<number>;
  upvotes: Generated<number>;
  downvotes: Generated<number>;
  task_count: Generated<number>;
  task_completed_count: Generated<number>;
  imported_from: Generated<string>;
  /** The issue that it has become elsewhere. */
  moved_to_id: number | null;
  /** Set of those that were put somewhere, and of those that had none when that was done. */
  relative_position: number | null;
  closed_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

/** What a person decided about hearing of an issue; without a row it follows from their part. */
export interface IssueSubscriptions {
  issue_id: number;
  user_id: number;
  subscribed: number;
  created_at: Time;
}

/** Who wants to hear of a label. */
export interface LabelSubscriptions {
  label_id: number;
  user_id: number;
  created_at: Time;
}

/** From where an issue was opened, for administrators. */
export interface UserAgentDetails {
  issue_id: number;
  user_agent: string;
  ip_address: string;
}

/** What a merge request says of an issue, in its texts or in comments on it. */
export interface MergeRequestIssues {
  merge_request_id: number;
  issue_id: number;
  closes: number;
}

export interface IssueAssignees {
  issue_id: number;
  user_id: number;
}

export interface Uploads {
  id: Generated<number>;
  project_id: number;
  /** 32 hex digits: whoever knows them still has to be allowed to read the project. */
  secret: string;
  filename: string;
  size: number;
  /** Judged by the bytes; null for what browsers must not show. */
  image_type: string | null;
  uploaded_by_id: number | null;
  created_at: Time;
}

export interface PlanningTables {
  uploads: Uploads;
  issues: Issues;
  issue_assignees: IssueAssignees;
  issue_subscriptions: IssueSubscriptions;
  label_subscriptions: LabelSubscriptions;
  merge_request_issues: MergeRequestIssues;
  user_agent_details: UserAgentDetails;
}
