import type { EventName } from '#contract/event-names.ts';
import { type Ctx, transact } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { nullSha } from '../../git/names.ts';
import { deleteRef, RefNameConflict, RefRace, updateRef } from '../../git/refs.ts';
import { audit } from '../audit/rules.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { expectReconciliation, recordRefUpdates, type RefUpdate } from './rules.ts';

/** A branch or a tag by its short name, with where it points to. */
export interface NamedRef {
  kind: 'branch' | 'tag';
  name: string;
  sha: string;
}

const fullName = ({ kind, name }: NamedRef) =>
  `${kind === 'branch' ? 'refs/heads' : 'refs/tags'}/${name}`;

/** Makes a branch or tag; false where the name is taken, or is a folder of one that is. */
export async function createRef(ctx: Ctx, project: Project, made: NamedRef): Promise<boolean> {
  const ref = fullName(made);
  await expectReconciliation(ctx, project.id);
  try {
    await updateRef(repositoryPath(ctx, project.id), { ref, new: made.sha, old: null });
  } catch (error) {
    if (error instanceof RefRace || error instanceof RefNameConflict) return false;
    throw error;
  }
  const update = { ref, old: nullSha, new: made.sha };
  await record(ctx, project, { update, action: `${made.kind}.create` });
  return true;
}

/** Deletes a branch or tag that is still where the caller saw it; 409 where it has moved. */
export async function removeRef(ctx: Ctx, project: Project, gone: NamedRef): Promise<void> {
  const ref = fullName(gone);
  await expectReconciliation(ctx, project.id);
  try {
    await deleteRef(repositoryPath(ctx, project.id), ref, gone.sha);
  } catch (error) {
    if (error instanceof RefRace) throw conflict(`The ${gone.kind} has moved meanwhile`);
    throw error;
  }
  const update = { ref, old: gone.sha, new: nullSha };
  await record(ctx, project, { update, action: `${gone.kind}.remove` });
}

async function record(
  ctx: Ctx,
  project: Project,
  { update, action }: { update: RefUpdate; action: EventName },
): Promise<void> {
  await transact(ctx, async (ctx) => {
    await recordRefUpdates(ctx, project, [update]);
    await audit(ctx, {
      action,
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      before: { ref: update.ref, sha: update.old },
      after: { ref: update.ref, sha: update.new },
    });
  });
}
