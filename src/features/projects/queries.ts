import type { QueryClient } from '@tanstack/react-query';
import { branches } from '#contract/branches.ts';
import { visibility } from '#contract/common.ts';
import { commits } from '#contract/commits.ts';
import { groups } from '#contract/groups.ts';
import { issueTrackers } from '#contract/issue-trackers.ts';
import { projects } from '#contract/projects.ts';
import { listOf, queryOf } from '../../api/client.ts';
import { mayInProject } from '../../lib/permissions.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

export type ProjectSearch = ListSearchWith<'membership' | 'visibility' | 'archived'>;

const orders = ['name', 'created_at', 'last_activity_at'] as const;

export const projectList = (search: ProjectSearch) =>
  listQuery(projects.list, {
    ...pageInput(search),
    order_by: oneOf(orders, search.order_by) ?? 'last_activity_at',
    ...(search.sort && { sort: search.sort }),
    ...(search.search && { search: search.search }),
    ...(search.membership && { membership: true }),
    ...(search.archived && { archived: search.archived === 'true' }),
    ...(search.visibility && { visibility: oneOf(visibility.options, search.visibility) }),
  });

export const projectShown = (project: string) => queryOf(projects.show, { id: project });

/** The tracker that the project's texts lead to. */
export const trackerOf = (project: string) => queryOf(issueTrackers.show, { id: project });

export const latestBranches = (project: string) =>
  listOf(branches.list, { id: project, per_page: 20 });

export const latestCommits = (project: string) =>
  listOf(commits.list, { id: project, per_page: 10 });

export const groupShown = (group: string) => queryOf(groups.show, { id: group });

/** What the overview shows: nothing of the code where it may not be read or is not there. */
export async function prepareOverview(
  client: QueryClient,
  user: { is_admin?: boolean | undefined },
  path: string,
): Promise<void> {
  const project = await client.ensureQueryData(projectShown(path));
  if (project.empty_repo || !mayInProject(user, project, 'read_code')) return;
  await Promise.all([
    client.ensureQueryData(latestBranches(path)),
    client.ensureQueryData(latestCommits(path)),
  ]);
}
