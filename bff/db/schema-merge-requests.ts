import type { Generated } from 'kysely';

type Flag = Generated<number>;
type Time = string;

export interface Milestones {
  id: Generated<number>;
  project_id: number | null;
  group_id: number | null;
  iid: number;
  title: string;
  description: Generated<string>;
  state: Generated<'active' | 'closed'>;
  start_date: string | null;
  due_date: string | null;
  created_at: Time;
  updated_at: Time;
}

export interface Labels {
  id: Generated<number>;
  project_id: number | null;
  group_id: number | null;
  name: string;
  color: string;
  description: string | null;
  priority: number | null;
  created_at: Time;
  updated_at: Time;
}

export interface LabelLinks {
  label_id: number;
  target_type: 'MergeRequest' | 'Issue' | 'Epic';
  target_id: number;
}

export interface ResourceLabelEvents {
  id: Generated<number>;
  resource_type: 'MergeRequest' | 'Issue' | 'Epic';
  resource_id: number;
  label_id: number | null;
  user_id: number | null;
  action: 'add' | 'remove';
  created_at: Time;
}

export interface MergeRequests {
  id: Generated<number>;
  iid: number;
  target_project_id: number;
  source_project_id: number | null;
  source_branch: string;
  target_branch: string;
  title: string;
  title_lower: string;
  description: string | null;
  description_lower: string | null;
  state: Generated<'opened' | 'closed' | 'locked' | 'merged'>;
  draft: Flag;
  author_id: number;
  merge_user_id: number | null;
  closed_by_id: number | null;
  milestone_id: number | null;
  merge_status: Generated<
    | 'preparing'
    | 'unchecked'
    | 'checking'
    | 'can_be_merged'
    | 'cannot_be_merged'
    | 'cannot_be_merged_recheck'
    | 'cannot_be_merged_rechecking'
  >;
  merge_error: string | null;
  /** Counts what asked for a check; one that began before the last is not written down. */
  refresh_count: Generated<number>;
  /** How often the watch has asked for this check again. */
  check_tries: Generated<number>;
  /** Head of the target branch when it was checked last. */
  checked_target_sha: string | null;
  /** The source or the target branch is gone. */
  branch_missing: Flag;
  /** Of the merge that holds the `locked` state. */
  lock_token: string | null;
  /** Head of the source branch as last seen. */
  head_sha: string | null;
  /** Merge base of head and start. */
  base_sha: string | null;
  /** Head of the target branch when the version was made. */
  start_sha: string | null;
  commits_count: Generated<number>;
  changes_count: number | null;
  /** The target has commits that the source lacks (matters to fast-forward projects). */
  diverged: Flag;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  squash: Flag;
  force_remove_source_branch: number | null;
  should_remove_source_branch: number | null;
  auto_merge: Flag;
  merge_params: string | null;
  discussion_locked: number | null;
  allow_collaboration: Flag;
  merge_after: Time | null;
  time_estimate: Generated<number>;
  total_time_spent: Generated<number>;
  user_notes_count: Generated<number>;
  upvotes: Generated<number>;
  downvotes: Generated<number>;
  task_count: Generated<number>;
  task_completed_count: Generated<number>;
  unresolved_count: Generated<number>;
  approvals_count: Generated<number>;
  imported_from: Generated<string>;
  approvals_before_merge: number | null;
  prepared_at: Time | null;
  merged_at: Time | null;
  closed_at: Time | null;
  created_at: Time;
  updated_at: Time;
}

export interface MergeRequestAssignees {
  merge_request_id: number;
  user_id: number;
  created_at: Time;
}

export interface MergeRequestReviewers extends MergeRequestAssignees {
  state: Generated<
    'unreviewed' | 'reviewed' | 'requested_changes' | 'approved' | 'unapproved' | 'review_started'
  >;
  /** Stands in the way of the merge until this reviewer says otherwise, whoever asks again. */
  changes_requested: Flag;
}

/** What a person decided; without a row it follows from the part that they take. */
export interface MergeRequestSubscriptions {
  merge_request_id: number;
  user_id: number;
  subscribed: number;
  created_at: Time;
}

/** The blocking one has to be merged before the blocked one. */
/** A commit that a merge request builds on and does not bring. */
export interface MergeRequestContextCommits {
  id: Generated<number>;
  merge_request_id: number;
  sha: string;
  committed_date: Time;
  created_at: Time;
}

export interface MergeRequestBlocks {
  id: Generated<number>;
  blocked_merge_request_id: number;
  blocking_merge_request_id: number;
  created_at: Time;
}

export interface MergeRequestVersions {
  id: Generated<number>;
  merge_request_id: number;
  head_commit_sha: string;
  base_commit_sha: string;
  start_commit_sha: string;
  state: 'collected' | 'empty';
  commits_count: number;
  changes_count: number;
  patch_id_sha: string | null;
  created_at: Time;
}

export interface Notes {
  id: Generated<number>;
  noteable_type: 'MergeRequest' | 'Issue' | 'Epic' | 'Commit';
  /** Of a commit its project's; `commit_id` says which commit. */
  noteable_id: number;
  project_id: number | null;
  author_id: number;
  /** 40 hex digits, shared by the notes of a thread. */
  discussion_id: string;
  type: 'DiscussionNote' | 'DiffNote' | null;
  body: string;
  system: Flag;
  internal: Flag;
  resolvable: Flag;
  resolved_by_id: number | null;
  resolved_at: Time | null;
  commit_id: string | null;
  position: string | null;
  imported_from: Generated<string>;
  created_at: Time;
  updated_at: Time;
}

/** A comment of a review that its author has not published yet. */
export interface DraftNotes {
  id: Generated<number>;
  merge_request_id: number;
  author_id: number;
  note: string;
  discussion_id: string | null;
  resolve_discussion: Flag;
  commit_id: string | null;
  position: string | null;
  created_at: Time;
  updated_at: Time;
}

/** A change of lines that a note in a diff proposes. */
export interface Suggestions {
  id: Generated<number>;
  note_id: number;
  from_line: number;
  to_line: number;
  /** What stood on the lines; read when it is asked for first. */
  from_content: string | null;
  to_content: string;
  /** The commit by which it was applied. */
  commit_id: string | null;
}

/** A merge request or an issue that somebody means to look at. */
export interface Todos {
  id: Generated<number>;
  user_id: number;
  merge_request_id: number | null;
  issue_id: number | null;
  state: Generated<'pending' | 'done'>;
  created_at: Time;
  updated_at: Time;
}

export interface MergeRequestTables {
  milestones: Milestones;
  labels: Labels;
  label_links: LabelLinks;
  resource_label_events: ResourceLabelEvents;
  merge_requests: MergeRequests;
  merge_request_blocks: MergeRequestBlocks;
  merge_request_context_commits: MergeRequestContextCommits;
  merge_request_assignees: MergeRequestAssignees;
  merge_request_reviewers: MergeRequestReviewers;
  merge_request_subscriptions: MergeRequestSubscriptions;
  merge_request_versions: MergeRequestVersions;
  notes: Notes;
  draft_notes: DraftNotes;
  suggestions: Suggestions;
  todos: Todos;
}
