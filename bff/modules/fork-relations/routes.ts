import { forkRelations } from '#contract/fork-relations.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { presentProject } from '../projects/present.ts';
import { linkFork, unlinkFork } from './rules.ts';

/** Which project is a fork of which. */
export function forkRelationRoutes(api: Api): void {
  mount(api, forkRelations.create, async ({ ctx, project, params }) =>
    presentProject(ctx, await linkFork(ctx, project, params.forked_from_id)),
  );
  mount(api, forkRelations.remove, async ({ ctx, project }) => {
    const was = await unlinkFork(ctx, project);
    return was ? undefined : new Reply(undefined, 304);
  });
}
