import type { QueryClient } from '@tanstack/react-query';
import { visibility } from '#contract/common.ts';
import { activityDays, groupActivity } from '#contract/group-activity.ts';
import { groups } from '#contract/groups.ts';
import { projects } from '#contract/projects.ts';
import { listOf, queryOf } from '../../api/client.ts';
import { ownRole } from '../../api/places.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

export type GroupSearch = ListSearchWith<'top_level_only' | 'owned' | 'visibility'>;

const orders = ['name', 'path', 'id'] as const;

export const groupList = (search: GroupSearch) =>
  listQuery(groups.list, {
    ...pageInput(search),
    order_by: oneOf(orders, search.order_by) ?? 'name',
    ...(search.sort && { sort: search.sort }),
    ...(search.search && { search: search.search }),
    ...(search.top_level_only && { top_level_only: true }),
    ...(search.owned && { owned: true }),
    ...(search.visibility && { visibility: oneOf(visibility.options, search.visibility) }),
  });

export const groupShown = (group: string) => queryOf(groups.show, { id: group });

/** Endpoints whose answers a change of a group makes stale. */
export const touchedByGroup = [groups.show, groups.list, groups.subgroups, projects.list];

export const subgroupsOf = (group: string) =>
  listOf(groups.subgroups, { id: group, per_page: 100 });

export const projectsOf = (group: string) =>
  listOf(projects.listOfGroup, {
    id: group,
    per_page: 100,
    order_by: 'last_activity_at',
  });

/** What began in a group, day by day. */
export const activityOf = (group: string, days: number) =>
  queryOf(groupActivity.series, { id: group, days });

/** What the overview of a group shows. */
export async function prepareGroup(
  client: QueryClient,
  user: { username: string },
  group: string,
): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectsOf(group)),
    client.ensureQueryData(subgroupsOf(group)),
    client.prefetchQuery(activityOf(group, activityDays)),
    client.ensureQueryData(ownRole({ kind: 'group', id: group }, user.username)),
  ]);
}
