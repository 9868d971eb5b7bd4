import { scheduledSource, type PipelineSource } from '#contract/pipeline-record.ts';
import type { Ctx, User } from '../../context.ts';
import type { Commit } from '../../git/commits.ts';
import type { Project } from '../projects/rules.ts';
import type { OpenMergeRequest } from './repository.ts';

/** What a pipeline is made for, as its predefined variables tell it. */
export interface PipelineSubject {
  project: Project;
  source: PipelineSource;
  /** Short name of branch or tag. */
  ref: string;
  tag: boolean;
  refProtected: boolean;
  commit: Commit;
  beforeSha: string;
  user: User | null;
  mergeRequest: OpenMergeRequest | undefined;
  /** `group/project!7` of the open merge requests of the branch. */
  openMergeRequests: readonly string[];
}

/** The source as CI files name it. */
export const sourceInFiles = (source: PipelineSource): string =>
  source === scheduledSource ? 'schedule' : source;

/** Lower-case letters, digits and dashes, 63 at most: fit for host names. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '-')
    .slice(0, 63)
    .replace(/^-{1,63}|-{1,63}$/g, '');
}

/** Variables that every pipeline has before its own; those without a value are left out. */
export function predefinedVariables(
  ctx: Pick<Ctx, 'publicUrl'>,
  subject: PipelineSubject,
): [string, string][] {
  const { project, commit, user, mergeRequest } = subject;
  const [title = '', ...rest] = commit.message.split('\n');
  const url = new URL(ctx.publicUrl);
  const onBranch = !subject.tag && mergeRequest === undefined;
  const slash = project.full_path.lastIndexOf('/');
  const namespace = project.full_path.slice(0, slash);
  const all: Record<string, string | undefined> = {
    CI: 'true',
    GITLAB_CI: 'true',
    CI_SERVER: 'yes',
    CI_SERVER_URL: ctx.publicUrl,
    CI_SERVER_HOST: url.hostname,
    CI_SERVER_PORT: url.port || (url.protocol === 'https:' ? '443' : '80'),
    CI_SERVER_PROTOCOL: url.protocol.replace(':', ''),
    CI_API_V4_URL: `${ctx.publicUrl}/api/v4`,
    CI_PROJECT_ID: String(project.id),
    CI_PROJECT_NAME: project.path,
    CI_PROJECT_TITLE: project.name,
    CI_PROJECT_PATH: project.full_path,
    CI_PROJECT_PATH_SLUG: slugOf(project.full_path),
    CI_PROJECT_NAMESPACE: namespace,
    CI_PROJECT_ROOT_NAMESPACE: namespace.split('/')[0],
    CI_PROJECT_URL: `${ctx.publicUrl}/${project.full_path}`,
    CI_PROJECT_VISIBILITY: project.visibility,
    CI_DEFAULT_BRANCH: project.default_branch,
    CI_PIPELINE_SOURCE: sourceInFiles(subject.source),
    CI_PIPELINE_TRIGGERED: subject.source === 'trigger' ? 'true' : undefined,
    CI_COMMIT_SHA: commit.sha,
    CI_COMMIT_SHORT_SHA: commit.sha.slice(0, 8),
    CI_COMMIT_BEFORE_SHA: subject.beforeSha,
    CI_COMMIT_REF_NAME: mergeRequest?.source_branch ?? subject.ref,
    CI_COMMIT_REF_SLUG: slugOf(mergeRequest?.source_branch ?? subject.ref),
    CI_COMMIT_REF_PROTECTED: String(subject.refProtected),
    CI_COMMIT_BRANCH: onBranch ? subject.ref : undefined,
    CI_COMMIT_TAG: subject.tag ? subject.ref : undefined,
    CI_COMMIT_MESSAGE: commit.message,
    CI_COMMIT_TITLE: title,
    CI_COMMIT_DESCRIPTION: rest.join('\n').replace(/^\n{1,9}/, ''),
    CI_COMMIT_AUTHOR: `${commit.author.name} <${commit.author.email}>`,
    CI_COMMIT_TIMESTAMP: commit.committer.date,
    CI_OPEN_MERGE_REQUESTS:
      onBranch && subject.openMergeRequests.length > 0
        ? subject.openMergeRequests.join(',')
        : undefined,
    GITLAB_USER_ID: user === null ? undefined : String(user.id),
    GITLAB_USER_LOGIN: user?.username,
    GITLAB_USER_NAME: user?.name,
    GITLAB_USER_EMAIL: user?.email,
    ...(mergeRequest === undefined ? {} : ofMergeRequest(mergeRequest, project)),
  };
  return Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
}

function ofMergeRequest(request: OpenMergeRequest, source: Project): Record<string, string> {
  return {
    CI_MERGE_REQUEST_ID: String(request.id),
    CI_MERGE_REQUEST_IID: String(request.iid),
    CI_MERGE_REQUEST_TITLE: request.title,
    CI_MERGE_REQUEST_REF_PATH: `refs/merge-requests/${request.iid}/head`,
    CI_MERGE_REQUEST_PROJECT_ID: String(request.target_project_id),
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: request.source_branch,
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(source.id),
    CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: source.full_path,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: request.target_branch,
    CI_MERGE_REQUEST_DIFF_BASE_SHA: request.base_sha ?? '',
    CI_MERGE_REQUEST_EVENT_TYPE: 'detached',
  };
}
