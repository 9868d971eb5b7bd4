import { personalAccessTokens } from '#contract/personal-access-tokens.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

export type TokenSearch = ListSearchWith<'state'>;

/** Tokens of one user: an administrator's list would hold everybody's. */
export const tokenList = (userId: number, search: TokenSearch) =>
  listQuery(personalAccessTokens.list, {
    user_id: userId,
    ...pageInput(search),
    ...(search.search && { search: search.search }),
    ...(search.state && { state: oneOf(['active', 'inactive'], search.state) }),
  });

export type AllTokenSearch = ListSearchWith<'state' | 'user_id'>;

/** Tokens of everybody, for administrators. */
export const allTokenList = (search: AllTokenSearch) =>
  listQuery(personalAccessTokens.list, {
    ...pageInput(search),
    ...(search.search && { search: search.search }),
    ...(search.state && { state: oneOf(['active', 'inactive'], search.state) }),
    ...(search.user_id && { user_id: Number(search.user_id) }),
  });
