import { deployKeyScreens } from '#contract/deploy-keys.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

export type DeployKeySearch = ListSearchWith<'scope'>;

/** Deploy keys of a project, or those that it could enable. */
export const deployKeyList = (project: string, search: DeployKeySearch) =>
  listQuery(deployKeyScreens.list, {
    id: project,
    ...pageInput(search),
    ...(search.search && { search: search.search }),
    ...(search.scope && { scope: oneOf(['available'], search.scope) }),
  });

export type InventorySearch = ListSearchWith<'state' | 'access' | 'public'>;

/** Deploy keys of the instance. */
export const inventoryList = (search: InventorySearch) =>
  listQuery(deployKeyScreens.inventory, {
    ...pageInput(search),
    ...(search.search && { search: search.search }),
    ...(search.state && { state: oneOf(['unused', 'expiring', 'expired'], search.state) }),
    ...(search.access && { access: oneOf(['write', 'read', 'none'], search.access) }),
    ...(search.public === 'true' && { public: true }),
  });
