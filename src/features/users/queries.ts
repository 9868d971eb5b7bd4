import { users } from '#contract/users.ts';
import { queryOf } from '../../api/client.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

export type UserSearch = ListSearchWith<'active' | 'blocked' | 'admins' | 'external'>;

const orders = ['name', 'username', 'created_at'] as const;

export const userList = (search: UserSearch) =>
  listQuery(users.list, {
    ...pageInput(search),
    order_by: oneOf(orders, search.order_by) ?? 'created_at',
    ...(search.sort && { sort: search.sort }),
    ...(search.search && { search: search.search }),
    ...(search.active && { active: true }),
    ...(search.blocked && { blocked: true }),
    ...(search.admins && { admins: true }),
    ...(search.external && { external: true }),
  });

export const userShown = (id: number) => queryOf(users.show, { id });
