import { branches } from '#contract/branches.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentCommit } from '../commits/present.ts';
import type { Project } from '../projects/rules.ts';
import {
  branchPage,
  createBranch,
  type FoundBranch,
  getBranch,
  removeBranch,
  removeMergedBranches,
} from './rules.ts';

const present = (ctx: Ctx, project: Project, branch: FoundBranch) => ({
  name: branch.name,
  commit: presentCommit(ctx, project, branch.commit),
  merged: branch.merged,
  protected: branch.protected,
  developers_can_push: branch.developersCanPush,
  developers_can_merge: branch.developersCanMerge,
  can_push: branch.canPush,
  default: branch.name === project.default_branch,
  web_url: `${ctx.publicUrl}/${project.full_path}/-/tree/${encodeURI(branch.name)}`,
});

/** Branches of a repository. */
export function branchRoutes(api: Api): void {
  mount(api, branches.list, async ({ ctx, project, query, paging }) => {
    const page = await branchPage(ctx, project, { search: query.search, paging });
    return { rows: page.rows.map((row) => present(ctx, project, row)), total: page.total };
  });
  mount(api, branches.show, async ({ ctx, project, params }) =>
    present(ctx, project, await getBranch(ctx, project, params.branch)),
  );
  mount(api, branches.create, async ({ ctx, project, body }) =>
    present(ctx, project, await createBranch(ctx, project, body)),
  );
  mount(api, branches.remove, ({ ctx, project, params }) =>
    removeBranch(ctx, project, params.branch),
  );
  mount(api, branches.removeMerged, async ({ ctx, project }) => {
    await removeMergedBranches(ctx, project);
    return { message: '202 Accepted' };
  });
}
