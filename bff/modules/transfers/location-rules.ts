import type { Page } from '#contract/common.ts';
import { type Ctx, viewerOf } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import type { Group } from '../groups/rules.ts';
import type { Project } from '../projects/rules.ts';
import { listGroupPlaces, listProjectPlaces } from './location-repository.ts';

interface Asked {
  search: string | undefined;
  paging: Slice;
}

/** One page of the groups in which the caller may create projects, that of the project left out. */
export const placesForProject = (
  ctx: Ctx,
  project: Project,
  { search = '', paging }: Asked,
): Promise<Page<Group>> => {
  const of = { viewer: viewerOf(ctx), namespaceId: project.namespace_id, search };
  return listProjectPlaces(ctx.db, of, paging);
};

/** One page of the groups in which the caller may create groups, none of which is below the group. */
export const placesForGroup = (
  ctx: Ctx,
  group: Group,
  { search = '', paging }: Asked,
): Promise<Page<Group>> =>
  listGroupPlaces(ctx.db, { viewer: viewerOf(ctx), group, search }, paging);
