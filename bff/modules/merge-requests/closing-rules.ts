import type { Ctx } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { IssueReference, JobPayloads } from '../../jobs/queue.ts';
import { issuesNumbered } from '../issues/list-rules.ts';
import type { Issue } from '../issues/rules.ts';
import { updateIssue } from '../issues/write-rules.ts';
import { notePage } from '../notes/rules.ts';
import { authorizeProject, findProjectById, type Project } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { actAs } from './act-as.ts';
import { commitsOfVersion, currentVersion } from './changes-rules.ts';
import { closedBy, mentioned } from './issue-references.ts';
import { findMergeRequestById, type MergeRequest } from './repository.ts';
import { noteableOf } from './rules.ts';

/** So many commits and comments are read. */
const whole = { offset: 0, perPage: 100 };

/** What a merge request says of itself. */
async function textsOf(ctx: Ctx, row: MergeRequest): Promise<string[]> {
  const version = await currentVersion(ctx, row);
  const commits =
    version === undefined
      ? []
      : (await commitsOfVersion(ctx, row, { version, paging: whole })).rows;
  return [row.title, row.description ?? '', ...commits.map((commit) => commit.message)];
}

/** Issues of so many projects are looked up: each costs a few queries. */
const mostPlaces = 10;

/** The issues of references that the caller may read. */
export async function issuesOf(
  ctx: Ctx,
  project: Project,
  references: readonly IssueReference[],
): Promise<{ project: Project; issue: Issue }[]> {
  const byPath = new Map<string, number[]>();
  for (const { path = '', iid } of references) {
    const key = path.toLowerCase();
    byPath.set(key, [...(byPath.get(key) ?? []), iid]);
  }
  const found: { project: Project; issue: Issue }[] = [];
  for (const [path, iids] of [...byPath].slice(0, mostPlaces)) {
    const place = path === '' ? project : await placeAt(ctx, path);
    if (place === undefined) continue;
    const page = await issuesNumbered(ctx, { kind: 'project', id: place.id }, iids);
    found.push(...page.rows.map((issue) => ({ project: place, issue })));
  }
  return found;
}

/** Another project by its path; one that may not be seen is none. */
async function placeAt(ctx: Ctx, path: string): Promise<Project | undefined> {
  try {
    return await authorizeProject(ctx, path, 'read_issue');
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** What a merge request says it closes: into the default branch only. */
export async function closesOf(
  ctx: Ctx,
  project: Project,
  row: MergeRequest,
): Promise<IssueReference[]> {
  return row.target_branch === project.default_branch ? closedBy(await textsOf(ctx, row)) : [];
}

/** The issues that a merge closes, as far as the caller may read them. */
export const closingIssues = async (ctx: Ctx, project: Project, row: MergeRequest) =>
  issuesOf(ctx, project, await closesOf(ctx, project, row));

/** What a merge request and the comments on it that the caller may read name. */
export async function namesOf(
  ctx: Ctx,
  project: Project,
  row: MergeRequest,
): Promise<IssueReference[]> {
  const talk = await notePage(ctx, noteableOf(project, row), {
    order_by: 'created_at',
    sort: 'asc',
    activity_filter: 'only_comments',
    paging: whole,
  });
  return mentioned([...(await textsOf(ctx, row)), ...talk.rows.map((note) => note.body)]);
}

/** The issues that a merge request or a comment on it names, as far as the caller may read them. */
export const relatedIssues = async (ctx: Ctx, project: Project, row: MergeRequest) =>
  issuesOf(ctx, project, await namesOf(ctx, project, row));

/** The line of a merge's message for the issues that it closes; empty where there are none. */
export async function closesLine(ctx: Ctx, project: Project, row: MergeRequest): Promise<string> {
  const found = await closingIssues(ctx, project, row);
  const names = found.map(({ project: place, issue }) =>
    place.id === project.id ? `#${issue.iid}` : `${place.full_path}#${issue.iid}`,
  );
  const last = names.pop();
  if (last === undefined) return '';
  return `Closes ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`;
}

/** The job: closes what a request said it closes when it was merged, as far as whoever merged may. */
export async function closeIssues(ctx: Ctx, job: JobPayloads['close_issues']): Promise<void> {
  const row = await findMergeRequestById(ctx.db, job.merge_request_id);
  const merger = (await usersById(ctx, [job.user_id])).get(job.user_id);
  if (row === undefined || merger === undefined) return;
  const project = await findProjectById(ctx, row.target_project_id);
  if (project === undefined) return;
  const acting = actAs(ctx, merger);
  const issues = job.issues ?? (await closesOf(acting, project, row));
  for (const { project: place, issue } of await issuesOf(acting, project, issues)) {
    const body = { state_event: 'close' as const };
    const given = { iid: issue.iid, body, closedBy: row.id };
    await updateIssue(acting, place, given).catch((error: unknown) => {
      // Not theirs to close.
      if (!(error instanceof DomainError)) throw error;
    });
  }
}
