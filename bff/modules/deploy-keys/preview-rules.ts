import type { DeployKeyPreview } from '#contract/previews.ts';
import { type Ctx, viewerOf } from '../../context.ts';
import { authorizeProject, type Project } from '../projects/rules.ts';
import { examineKey, worksForGit } from '../ssh-keys/check-rules.ts';
import type { PublicKey } from '../ssh-keys/public-key.ts';
import { findStoredKey } from '../ssh-keys/rules.ts';
import { findAccessible, findLink } from './repository.ts';

/** What a pasted text is as a key, and what adding it to a project would do. */
export async function previewDeployKey(
  ctx: Ctx,
  given: { key: string; project?: string | undefined },
): Promise<DeployKeyPreview> {
  const project =
    given.project === undefined
      ? undefined
      : await authorizeProject(ctx, given.project, 'admin_deploy_key');
  const { key, problems: found } = await examineKey(ctx, given.key);
  const { known, title } = await fateOf(ctx, key, project);
  // What keeps a new key from being stored is nothing to one that is stored.
  const problems = known === 'here' || known === 'joins' ? {} : found;
  if (known === 'taken') problems.fingerprint_sha256 = ['has already been taken'];
  return {
    valid: Object.keys(problems).length === 0,
    problems,
    key: key?.text ?? null,
    comment: key?.comment ?? null,
    type: key?.type ?? null,
    bits: key?.bits ?? null,
    fingerprint: key?.fingerprint ?? null,
    fingerprint_sha256: key?.fingerprintSha256 ?? null,
    works_for_git: key !== undefined && worksForGit({ key_type: key.type, bits: key.bits }),
    known,
    known_title: title,
  };
}

async function fateOf(
  ctx: Ctx,
  key: PublicKey | undefined,
  project: Project | undefined,
): Promise<{ known: DeployKeyPreview['known']; title: string | null }> {
  const stored = key && (await findStoredKey(ctx, key.fingerprintSha256));
  if (stored === undefined) return { known: 'no', title: null };
  if (project === undefined) return { known: 'taken', title: null };
  const here = await findLink(ctx.db, { key_id: stored.id, project_id: project.id });
  if (here !== undefined) return { known: 'here', title: stored.title };
  const may = await findAccessible(ctx.db, viewerOf(ctx), stored.id);
  return may === undefined
    ? { known: 'taken', title: null }
    : { known: 'joins', title: stored.title };
}
