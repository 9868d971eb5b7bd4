import type { QueryClient } from '@tanstack/react-query';
import { autocomplete } from '#contract/autocomplete.ts';
import { listOf } from '../../api/client.ts';
import { membersOf, ownRole, type Place } from '../../api/places.ts';
import { listQuery, prepareList } from '../../table/list-query.ts';
import { type ListSearchWith, pageInput } from '../../table/url-state.ts';

export type MemberSearch = ListSearchWith<'show'>;

export const memberList = ({ kind, id }: Place, search: MemberSearch) => {
  const endpoint = search.show === 'all' ? membersOf[kind].listAll : membersOf[kind].list;
  return listQuery<typeof endpoint>(endpoint, {
    id,
    ...pageInput(search),
    ...(search.search && { query: search.search }),
  });
};

export const userChoices = (search: string) =>
  listOf(autocomplete.users, { per_page: 20, ...(search && { search }) });

/** What the screen of members shows. */
export async function prepareMembers(
  client: QueryClient,
  user: { username: string },
  { search, ...place }: Place & { search: MemberSearch },
): Promise<void> {
  await Promise.all([
    prepareList(client, memberList(place, search)),
    client.ensureQueryData(ownRole(place, user.username)),
  ]);
}
