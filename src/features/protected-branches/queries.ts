import { protectedBranches } from '#contract/protected-branches.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearch, pageInput } from '../../table/url-state.ts';

export const protectedBranchList = (project: string, search: ListSearch) =>
  listQuery(protectedBranches.list, {
    id: project,
    ...pageInput(search),
    ...(search.search && { search: search.search }),
  });
