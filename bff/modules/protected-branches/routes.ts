import { protectedBranches } from '#contract/protected-branches.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { groupsById } from '../groups/rules.ts';
import { usersById } from '../users/rules.ts';
import {
  createProtection,
  getProtection,
  type Protection,
  protectionPage,
  removeProtection,
  updateProtection,
} from './resource-rules.ts';

const levelNames: Readonly<Record<number, string>> = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Administrators',
};

async function presentAll(ctx: Ctx, protections: readonly Protection[]) {
  const rows = protections.flatMap((protection) => protection.access);
  const users = await usersById(
    ctx,
    rows.map((row) => row.user_id),
  );
  const groups = await groupsById(
    ctx,
    rows.map((row) => row.group_id),
  );
  const entries = (access: Protection['access'], kind: string) =>
    access
      .filter((row) => row.kind === kind)
      .map(({ id, access_level, user_id, group_id }) => ({
        id,
        access_level,
        access_level_description:
          users.get(user_id ?? 0)?.name ??
          groups.get(group_id ?? 0)?.name ??
          levelNames[access_level ?? 0] ??
          '',
        user_id,
        group_id,
      }));
  return protections.map(({ row, access }) => ({
    id: row.id,
    name: row.name,
    push_access_levels: entries(access, 'push'),
    merge_access_levels: entries(access, 'merge'),
    unprotect_access_levels: entries(access, 'unprotect'),
    allow_force_push: row.allow_force_push === 1,
    code_owner_approval_required: false,
    inherited: false,
  }));
}

async function present(ctx: Ctx, protection: Protection) {
  const [record] = await presentAll(ctx, [protection]);
  if (record === undefined) throw new Error('one protection in, one record out');
  return record;
}

/** Protected branches of projects. */
export function protectedBranchRoutes(api: Api): void {
  mount(api, protectedBranches.list, async ({ ctx, project, query, paging }) => {
    const page = await protectionPage(ctx, project, { search: query.search, paging });
    return { rows: await presentAll(ctx, page.rows), total: page.total };
  });
  mount(api, protectedBranches.show, async ({ ctx, project, params }) =>
    present(ctx, await getProtection(ctx, project, params.name)),
  );
  mount(api, protectedBranches.create, async ({ ctx, project, body }) =>
    present(ctx, await createProtection(ctx, project, body)),
  );
  mount(api, protectedBranches.update, async ({ ctx, project, params, body }) =>
    present(ctx, await updateProtection(ctx, project, { name: params.name, body })),
  );
  mount(api, protectedBranches.remove, ({ ctx, project, params }) =>
    removeProtection(ctx, project, params.name),
  );
}
