import { transfers } from '#contract/transfers.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentGroup } from '../groups/present.ts';
import { presentProject } from '../projects/present.ts';
import { transferGroup } from './group-rules.ts';
import { transferProject } from './project-rules.ts';

/** Moves of projects and groups to another place. */
export function transferRoutes(api: Api): void {
  mount(api, transfers.project, async ({ ctx, project, body }) =>
    presentProject(ctx, await transferProject(ctx, project, body.namespace)),
  );
  mount(api, transfers.group, async ({ ctx, group, body }) =>
    presentGroup(ctx, await transferGroup(ctx, group, body.group_id)),
  );
}
