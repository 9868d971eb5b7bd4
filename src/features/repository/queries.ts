import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { branches } from '#contract/branches.ts';
import { commits } from '#contract/commits.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { projects } from '#contract/projects.ts';
import { repository } from '#contract/repository.ts';
import { repositoryFiles } from '#contract/repository-files.ts';
import { tags } from '#contract/tags.ts';
import { listOf, pagesOf, queryOf, requestOf } from '../../api/client.ts';
import { mayInProject, type Person } from '../../lib/permissions.ts';
import { listQuery } from '../../table/list-query.ts';
import { momentOf, pageInput } from '../../table/url-state.ts';
import type { CommitSearch, FilesSearch } from './filters.ts';

export type Project = ResponseOf<typeof projects.show>;
export type RepositoryFile = ResponseOf<typeof repositoryFiles.show>;
type Entry = ResponseOf<typeof repository.tree>[number];

/** What a folder holds; files of one content share the id of the API, so the path is the row's. */
export type TreeRow = Entry & { readonly sha: string };

export const projectOf = (project: string) => queryOf(projects.show, { id: project });

/** The ref that a screen is about: the one of the URL, else the default branch. */
export const refOf = (project: Project, ref: string | undefined): string =>
  ref ?? project.default_branch ?? 'HEAD';

export const treeList = (project: string, search: FilesSearch) =>
  listQuery<typeof repository.tree, TreeRow>(
    repository.tree,
    {
      id: project,
      ...pageInput(search),
      ...(search.path && { path: search.path }),
      ...(search.ref && { ref: search.ref }),
    },
    (rows) => rows.map((row) => ({ ...row, id: row.path, sha: row.id })),
  );

/** What a folder holds under such a name, however much else is there. */
export const readmesOf = (project: string, path: string, ref: string | undefined) =>
  listOf(repository.tree, {
    id: project,
    search: 'readme',
    per_page: 100,
    ...(path !== '' && { path }),
    ...(ref !== undefined && { ref }),
  });

export const fileOf = (project: string, path: string, ref: string) =>
  queryOf(repositoryFiles.show, { id: project, file_path: path, ref });

/** Address of a file's bytes. */
export const rawUrl = (project: string, path: string, ref: string): string =>
  requestOf(repositoryFiles.raw, { id: project, file_path: path, ref }).url;

/** The commit that changed a folder or file last. */
export const lastCommit = (project: string, path: string, ref: string | undefined) =>
  listOf(commits.list, {
    id: project,
    per_page: 1,
    ...(path !== '' && { path }),
    ...(ref !== undefined && { ref_name: ref }),
  });

export const commitList = (project: string, search: CommitSearch) =>
  listQuery(commits.list, {
    id: project,
    ...pageInput(search),
    ...(search.ref_name && { ref_name: search.ref_name }),
    ...(search.path && { path: search.path }),
    ...(search.author && { author: search.author }),
    ...(search.since && { since: momentOf(search.since) }),
    ...(search.until && { until: momentOf(search.until) }),
    ...(search.first_parent && { first_parent: true }),
  });

export const commitShown = (project: string, sha: string) =>
  queryOf(commits.show, { id: project, sha });

export const commitDiffs = (project: string, sha: string) =>
  pagesOf(commits.diff, { id: project, sha, per_page: 50 });

/** One changed file on a page of its own. */
export const commitDiffAt = (project: string, sha: string, index: number) =>
  listOf(commits.diff, { id: project, sha, per_page: 1, page: index + 1 });

const named = (search: string) => (search === '' ? {} : { search });

export const branchChoices = (project: string, search: string) =>
  listOf(branches.list, { id: project, per_page: 50, ...named(search) });

export const tagChoices = (project: string, search: string) =>
  listOf(tags.list, { id: project, per_page: 50, ...named(search) });

type Asked = UseQueryOptions<never, Error, never, QueryKey>;

const readmeName = /^readme(?:\.(?:md|markdown|txt|rst|adoc))?$/i;

export const isMarkdown = (name: string): boolean => /\.(?:md|markdown)$/i.test(name);

/** The README among what a folder holds; Markdown goes before plain text. */
export function readmeIn<E extends Pick<Entry, 'type' | 'name'>>(
  entries: readonly E[],
): E | undefined {
  const found = entries.filter(({ type, name }) => type === 'blob' && readmeName.test(name));
  return found.find(({ name }) => isMarkdown(name)) ?? found[0];
}

/** For loaders: the README of a project's home, so that nothing below it moves. */
export async function prepareReadme(
  client: QueryClient,
  user: Person,
  path: string,
): Promise<void> {
  await prepareCode(client, { user, path }, (project) => [
    readmesOf(path, '', refOf(project, undefined)),
  ]);
  const project = await client.ensureQueryData(projectOf(path));
  const ref = refOf(project, undefined);
  const folder = client.getQueryData(readmesOf(path, '', ref).queryKey);
  const entry = readmeIn(folder?.rows ?? []);
  if (entry !== undefined) await client.prefetchQuery(fileOf(path, entry.path, ref));
}

/** For loaders: asks only where the code may be read and is there; failures the screen shows. */
export async function prepareCode(
  client: QueryClient,
  { user, path }: { user: Person; path: string },
  ask: (project: Project) => readonly { readonly queryKey: QueryKey }[],
): Promise<void> {
  const project = await client.ensureQueryData(projectOf(path));
  if (project.empty_repo || !mayInProject(user, project, 'read_code')) return;
  // Safe: each is a whole value of query options; only their answers differ.
  const asked = ask(project) as unknown as readonly Asked[];
  await Promise.all(asked.map((options) => client.prefetchQuery(options)));
}
