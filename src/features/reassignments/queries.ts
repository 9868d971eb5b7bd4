import {
  placeholderUsers,
  reassignments,
  type SourceUserRecord,
  sourceUserStatuses,
} from '#contract/placeholder-users.ts';
import { users } from '#contract/users.ts';
import { listOf, queryOf } from '../../api/client.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

export type PeopleSearch = ListSearchWith<'status'>;

/** People of the imports of a group. */
export const peopleList = (group: string, search: PeopleSearch) => {
  const status = oneOf(sourceUserStatuses, search.status);
  return listQuery(reassignments.list, {
    id: group,
    ...pageInput(search),
    ...(status && { status }),
    ...(search.search && { search: search.search }),
  });
};

/** What waits for the answer of whoever is signed in. */
export const waiting = queryOf(reassignments.waiting, {});

/** Whose answers are old after somebody has been given to somebody. */
export const touched = [reassignments.list, placeholderUsers.list];

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

export const nameOf = (row: SourceUserRecord): string =>
  row.source_name || row.source_username || row.source_user_identifier;
