import type { QueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  placeholderUsers,
  reassignments,
  type SourceUserRecord,
} from '#contract/placeholder-users.ts';
import { ownReassignments, sourceUserStatuses } from '#contract/own-reassignments.ts';
import { type GroupImportRecord, groupImports } from '#contract/imports.ts';
import { type ReassignmentFileRecord, reassignmentFiles } from '#contract/reassignment-files.ts';
import { users } from '#contract/users.ts';
import { listOf, queryOf } from '../../api/client.ts';
import { every } from '../../api/polling.ts';
import { type ListQuery, listQuery, prepareList } from '../../table/list-query.ts';
import { type ListSearch, type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

export type PeopleSearch = ListSearchWith<'status'>;

/** People of the imports of a group; asked again while the work of one of them is being moved. */
export function peopleList(group: string, search: PeopleSearch): ListQuery<SourceUserRecord> {
  const status = oneOf(sourceUserStatuses, search.status);
  const list = listQuery(reassignments.list, {
    id: group,
    ...pageInput(search),
    ...(status && { status }),
    ...(search.search && { search: search.search }),
  });
  return watched(list, ({ status: of }) => of === 'reassignment_in_progress');
}

/** Whose answers are old after somebody has been given to somebody. */
export const touched = [reassignments.list, ownReassignments.open, placeholderUsers.list];

/** Who may be asked. */
export const targets = (search: string) =>
  listOf(users.list, {
    active: true,
    humans: true,
    per_page: 20,
    order_by: 'name',
    sort: 'asc',
    ...(search !== '' && { search }),
  });

export const nameOf = (
  row: Pick<SourceUserRecord, 'source_name' | 'source_username' | 'source_user_identifier'>,
): string => row.source_name || row.source_username || row.source_user_identifier;

/** What runs is asked for again after so many milliseconds. */
const beat = 2_000;

/** Bundles that were uploaded to a group; asked again while one of them runs. */
export function importList(group: string, search: ListSearch): ListQuery<GroupImportRecord> {
  return watched(listQuery(groupImports.list, { id: group, ...pageInput(search) }));
}

/** Has a file still to come to its end? */
export const isUnderWay = ({ status }: { status: string }): boolean =>
  status === 'queued' || status === 'running';

/** A list that is asked again while something in it runs. */
function watched<Row extends { status: string }>(
  query: ListQuery<Row>,
  runs: (row: Row) => boolean = isUnderWay,
): ListQuery<Row> {
  return {
    ...query,
    options: {
      ...query.options,
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && query.rowsOf(data).rows.some(runs) ? every(beat) : false,
    },
  };
}

/** Files that were uploaded to a group; asked again while one of them runs. */
export const fileList = (group: string, search: ListSearch): ListQuery<ReassignmentFileRecord> =>
  watched(listQuery(reassignmentFiles.list, { id: group, ...pageInput(search) }));

/** What the list of files shows. */
export const prepareFiles = (
  client: QueryClient,
  group: string,
  search: ListSearch,
): Promise<void> => prepareList(client, fileList(group, search));

/** One file with its first errors; asked again until it has come to its end. */
export function fileShown(group: string, id: number) {
  const options = queryOf(reassignmentFiles.show, { id: group, file_id: id });
  return {
    ...options,
    refetchInterval: ({ state: { data } }: { state: { data?: ShownFile | undefined } }) =>
      data !== undefined && isUnderWay(data) ? every(beat) : (false as const),
  };
}

export type ShownFile = ResponseOf<typeof reassignmentFiles.show>;

/** Whose answers are old after a file has begun or ended. */
export const touchedByFile = [reassignmentFiles.list, reassignmentFiles.show, ...touched];
