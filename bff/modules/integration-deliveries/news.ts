import type { EventFlag } from '#contract/integrations/events.ts';

/** What integrations hear of, each with the flag that lets it through. */
export const flagOfNews = {
  push: 'push_events',
  tag_push: 'tag_push_events',
  commit: 'commit_events',
  issue: 'issues_events',
  confidential_issue: 'confidential_issues_events',
  incident: 'incident_events',
  merge_request: 'merge_requests_events',
  note: 'note_events',
  confidential_note: 'confidential_note_events',
  pipeline: 'pipeline_events',
  job: 'job_events',
  deployment: 'deployment_events',
  wiki_page: 'wiki_page_events',
} as const satisfies Record<string, EventFlag>;

export type NewsKind = keyof typeof flagOfNews;

/** What filters look at; what an event has not, is absent. */
export interface Facts {
  /** Of a push to a branch, a pipeline, a deployment. */
  branch?: { name: string; isDefault: boolean; isProtected: boolean };
  /** Of a tag: the branch filter lets it pass. */
  isTag?: boolean;
  labels?: readonly string[];
  action?: string;
  status?: string;
  /** Of a pipeline: the last one of its ref went the other way. */
  isTurn?: boolean;
  /** The push asked for no pipelines. */
  skipsCi?: boolean;
}

export interface PersonPayload {
  id: number;
  name: string;
  username: string;
  avatar_url: string | null;
  email: string;
}

export interface ProjectPayload {
  id: number;
  name: string;
  description: string | null;
  web_url: string;
  avatar_url: null;
  git_ssh_url: string;
  git_http_url: string;
  namespace: string;
  visibility_level: number;
  path_with_namespace: string;
  default_branch: string;
  ci_config_path: string | null;
}

export interface CommitPayload {
  id: string;
  message: string;
  title: string;
  timestamp: string;
  url: string;
  author: { name: string; email: string };
}

export interface PushPayload {
  object_kind: 'push' | 'tag_push';
  before: string;
  after: string;
  ref: string;
  user_name: string | null;
  user_username: string | null;
  project: ProjectPayload;
  commits: (CommitPayload & { added: string[]; modified: string[]; removed: string[] })[];
  total_commits_count: number;
}

interface Attributes {
  iid: number;
  title: string;
  description: string | null;
  state: string;
  url: string;
  action: string;
}

export interface IssuePayload {
  object_kind: 'issue';
  user: PersonPayload | null;
  project: ProjectPayload;
  object_attributes: Attributes & { type: string };
}

export interface MergeRequestPayload {
  object_kind: 'merge_request';
  user: PersonPayload | null;
  project: ProjectPayload;
  object_attributes: Attributes & { source_branch: string; target_branch: string };
}

export interface NotePayload {
  object_kind: 'note';
  user: PersonPayload | null;
  project: ProjectPayload;
  object_attributes: { note: string; noteable_type: string; url: string; action: string };
  commit?: { id: string; title: string; url: string };
  issue?: { iid: number; title: string };
  merge_request?: { iid: number; title: string };
}

export interface PipelinePayload {
  object_kind: 'pipeline';
  object_attributes: {
    id: number;
    name: string | null;
    ref: string;
    tag: boolean;
    sha: string;
    status: string;
    detailed_status: string;
    duration: number | null;
    finished_at: string | null;
    yaml_errors: string | null;
    url: string;
  };
  merge_request: { iid: number; title: string; url: string } | null;
  user: PersonPayload | null;
  project: ProjectPayload;
  commit: CommitPayload;
  builds: { id: number; stage: string; name: string; status: string; allow_failure: boolean }[];
}

export interface DeploymentPayload {
  object_kind: 'deployment';
  status: string;
  status_changed_at: string;
  deployment_id: number;
  deployable_id: number | null;
  deployable_url: string | null;
  environment: string;
  project: ProjectPayload;
  short_sha: string;
  user: PersonPayload | null;
  user_url: string | null;
  commit_url: string;
  commit_title: string | null;
  ref: string;
}

export interface JobPayload {
  object_kind: 'build';
  ref: string;
  build_id: number;
  build_name: string;
  build_stage: string;
  build_status: string;
  project: ProjectPayload;
}

export interface WikiPagePayload {
  object_kind: 'wiki_page';
  user: PersonPayload | null;
  project: ProjectPayload;
  wiki: {
    web_url: string;
    git_ssh_url: string;
    git_http_url: string;
    path_with_namespace: string;
    default_branch: string;
  };
  object_attributes: {
    slug: string;
    title: string;
    format: string;
    message: string;
    version_id: string;
    content: string | null;
    url: string;
    action: string;
    diff_url: string;
  };
}

/** One event as the outside is told of it, whole: nothing else is looked up to word it. */
export type Payload =
  | PushPayload
  | IssuePayload
  | MergeRequestPayload
  | NotePayload
  | PipelinePayload
  | DeploymentPayload
  | JobPayload
  | WikiPagePayload;

export interface News {
  kind: NewsKind;
  facts: Facts;
  payload: Payload;
}
