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
  closed_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

export interface IssueAssignees {
  issue_id: number;
  user_id: number;
}

export interface PlanningTables {
  issues: Issues;
  issue_assignees: IssueAssignees;
}
