import { accessLevels } from '#contract/abilities.ts';
import { actingUser, type Ctx } from '../../context.ts';
import { forbidden } from '../../errors.ts';
import { type Group, mayInGroup } from '../groups/rules.ts';
import { mayInProject, type Project, projectLevelOfActor } from '../projects/rules.ts';

/** Where lies what notes hang on; it decides who may do what. */
export type NotePlace = { project: Project } | { group: Group };

/** What audit rows name as the place. */
export const placeIds = (place: NotePlace): { projectId: number } | { groupId: number } =>
  'project' in place ? { projectId: place.project.id } : { groupId: place.group.id };

/** Internal notes are for those who may look after the issues of a project or the epics of a group. */
export const mayReadInternalAt = (ctx: Ctx, place: NotePlace): Promise<boolean> =>
  'project' in place
    ? mayInProject(ctx, 'read_internal_note', place.project)
    : mayInGroup(ctx, 'read_internal_note', place.group);

/** May the caller change and delete what others wrote? */
export const mayModerateAt = (ctx: Ctx, place: NotePlace): Promise<boolean> =>
  'project' in place
    ? mayInProject(ctx, 'admin_project', place.project)
    : mayInGroup(ctx, 'admin_note', place.group);

/** May the caller say when something was written? */
export const isOwnerAt = async (ctx: Ctx, place: NotePlace): Promise<boolean> =>
  'project' in place
    ? (await projectLevelOfActor(ctx, place.project)) >= accessLevels.owner
    : mayInGroup(ctx, 'admin_group', place.group);

/** 403 where only members may comment and the caller is none. */
export async function checkMayComment(
  ctx: Ctx,
  noteable: NotePlace & { locked: boolean },
): Promise<void> {
  if (!noteable.locked || !('project' in noteable)) return;
  const member = (await projectLevelOfActor(ctx, noteable.project)) > 0;
  if (!member && actingUser(ctx).is_admin !== 1) throw forbidden();
}
