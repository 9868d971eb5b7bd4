import type { EventName } from '#contract/event-names.ts';
import { actingUserId, type Ctx, isAdministrator, now, transact, viewerOf } from '../../context.ts';
import { bit, isUniqueViolation } from '../../db/portable.ts';
import { notFound } from '../../errors.ts';
import { refuseStale } from '../../preconditions.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import {
  checkNewKey,
  type NewKey,
  problemOfTitle,
  readKey,
  refusalOf,
} from '../ssh-keys/check-rules.ts';
import { dropKey, findStoredKey, refuseTaken, storeKey } from '../ssh-keys/rules.ts';
import {
  countLinks,
  type DeployKeyRow,
  deleteLink,
  findAccessible,
  findLink,
  holdDeployKey,
  insertLink,
  type Link,
  listKeysOfProjectAlone,
  updateKey,
  updateLink,
} from './repository.ts';

export type { DeployKeyRow, Link } from './repository.ts';

/** A key and what a project makes of it. */
export interface Enabled {
  key: DeployKeyRow;
  link: Link;
}

/** Under a project the key is a record inside of another. */
const nested = 'deploy_key.';

const missing = () => notFound('Deploy key');

/** A deploy key of a project; 404 `404 Deploy key Not Found`. */
export async function getDeployKey(ctx: Ctx, project: Project, id: number): Promise<Enabled> {
  const link = await findLink(ctx.db, { key_id: id, project_id: project.id });
  const key = link && (await findAccessible(ctx.db, { ...viewerOf(ctx), admin: true }, id));
  if (link === undefined || key === undefined) throw missing();
  return { key, link };
}

/**
 * Adds a key to a project. One that the project has stays as it is; one that the caller may use
 * elsewhere is joined under its own title; any other is a new private key of the caller's.
 */
export async function addDeployKey(
  ctx: Ctx,
  project: Project,
  given: NewKey & { can_push: boolean },
): Promise<Enabled> {
  const { can_push } = given;
  // What keeps a new key from being stored is nothing to one that is stored.
  const pasted = readKey(ctx, given.key);
  if (pasted !== undefined) {
    const joined = await unlessFaster(() =>
      transact(ctx, async (ctx) => {
        const stored = await findStoredKey(ctx, pasted.fingerprintSha256);
        return stored && join(ctx, project, { id: stored.id, can_push });
      }),
    );
    if (joined !== undefined) return joined;
  }
  const key = await checkNewKey(ctx, given, nested);
  const add = () =>
    transact(ctx, async (ctx) => {
      const stored = await findStoredKey(ctx, key.fingerprintSha256);
      if (stored !== undefined) {
        const joined = await join(ctx, project, { id: stored.id, can_push });
        if (joined !== undefined) return joined;
        await refuseTaken(ctx, key, nested);
      }
      const row = await storeKey(ctx, key, {
        kind: 'deploy',
        user_id: null,
        creator_id: actingUserId(ctx),
        title: given.title,
        expires_at: given.expires_at ?? null,
      });
      const link = await linkTo(ctx, project, { id: row.id, can_push });
      const made = { key: row, link };
      await auditDeployKey(ctx, { action: 'deploy_key.create', project, after: made });
      return made;
    });
  return unlessFaster(add);
}

/** Once more where somebody else wrote the same key or link at the same time. */
async function unlessFaster<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return write();
  }
}

/** The key as the project has it from now on; undefined where the caller may not use it. */
async function join(
  ctx: Ctx,
  project: Project,
  wanted: { id: number; can_push: boolean },
): Promise<Enabled | undefined> {
  const key = await holdDeployKey(ctx.db, wanted.id);
  if (key === undefined) return undefined;
  const known = await findLink(ctx.db, { key_id: key.id, project_id: project.id });
  if (known !== undefined) return { key, link: known };
  if ((await findAccessible(ctx.db, viewerOf(ctx), key.id)) === undefined) return undefined;
  const joined = { key, link: await linkTo(ctx, project, wanted) };
  await auditDeployKey(ctx, { action: 'deploy_key.enable', project, after: joined });
  return joined;
}

const linkTo = (
  ctx: Ctx,
  project: Project,
  { id, can_push }: { id: number; can_push: boolean },
): Promise<Link> =>
  insertLink(ctx.db, {
    deploy_key_id: id,
    project_id: project.id,
    can_push: bit(can_push),
    user_id: actingUserId(ctx),
    created_at: now(ctx),
    updated_at: now(ctx),
  });

/** Enables a key of another project, or a public one, for reading; 404 for any other. */
export const enableDeployKey = (ctx: Ctx, project: Project, id: number): Promise<Enabled> =>
  unlessFaster(() =>
    transact(ctx, async (ctx) => {
      const joined = await join(ctx, project, { id, can_push: false });
      if (joined === undefined) throw missing();
      return joined;
    }),
  );

/**
 * Renames a key or lets it push or not. Whoever sets `can_push` vouches for the key from then on.
 * A title that others see too stays, without a word.
 */
export async function updateDeployKey(
  ctx: Ctx,
  project: Project,
  given: { id: number; title?: string | undefined; can_push?: boolean | undefined },
): Promise<Enabled> {
  const before = await getDeployKey(ctx, project, given.id);
  const { title, can_push } = given;
  const wrong = title === undefined ? undefined : problemOfTitle(title);
  if (wrong !== undefined) throw refusalOf({ title: [wrong] }, nested);
  return transact(ctx, async (ctx) => {
    const held = await holdDeployKey(ctx.db, before.key.id);
    if (held === undefined) throw missing();
    const renames = title !== undefined && title !== held.title && (await mayRename(ctx, held));
    const key = renames
      ? await updateKey(ctx.db, held.id, {
          title,
          title_lower: title.toLowerCase(),
          updated_at: now(ctx),
        })
      : held;
    const isNew =
      can_push !== undefined &&
      (bit(can_push) !== before.link.can_push || before.link.user_id !== actingUserId(ctx));
    const link = isNew
      ? await updateLink(ctx.db, before.link.id, {
          can_push: bit(can_push),
          user_id: actingUserId(ctx),
          updated_at: now(ctx),
        })
      : before.link;
    const after = { key, link };
    if (renames || isNew) {
      await auditDeployKey(ctx, { action: 'deploy_key.update', project, before, after });
    }
    return after;
  });
}

/** Administrators, and whoever has a private key that no other project has. */
async function mayRename(ctx: Ctx, key: DeployKeyRow): Promise<boolean> {
  if (isAdministrator(ctx)) return true;
  return key.public === 0 && (await countLinks(ctx.db, [key.id])).get(key.id) === 1;
}

/** Takes a key from a project; a private one that no project has is deleted. */
export async function removeDeployKey(
  ctx: Ctx,
  project: Project,
  given: { id: number; unmodifiedSince: string | undefined },
): Promise<void> {
  const before = await getDeployKey(ctx, project, given.id);
  refuseStale(before.link, given.unmodifiedSince);
  await transact(ctx, async (ctx) => {
    await holdDeployKey(ctx.db, given.id);
    await deleteLink(ctx.db, before.link.id);
    const isLeft = (await countLinks(ctx.db, [given.id])).has(given.id);
    if (before.key.public === 0 && !isLeft) await dropKey(ctx, given.id);
    await auditDeployKey(ctx, { action: 'deploy_key.remove', project, before });
  });
}

/** Deletes the private keys that only a project has which is about to go. */
export async function forgetDeployKeysOf(ctx: Ctx, projectId: number): Promise<void> {
  for (const id of await listKeysOfProjectAlone(ctx.db, projectId)) {
    await holdDeployKey(ctx.db, id);
    if ((await countLinks(ctx.db, [id])).get(id) === 1) await dropKey(ctx, id);
  }
}

interface Told {
  action: EventName;
  project?: Project;
  before?: Enabled | { key: DeployKeyRow };
  after?: Enabled | { key: DeployKeyRow };
}

/** Writes who did what to a deploy key. */
export async function auditDeployKey(ctx: Ctx, told: Told): Promise<void> {
  const key = (told.after ?? told.before)?.key;
  const shown = (one: Told['before']) =>
    one && {
      title: one.key.title,
      fingerprint_sha256: one.key.fingerprint_sha256,
      expires_at: one.key.expires_at,
      ...('link' in one ? { can_push: one.link.can_push === 1 } : {}),
    };
  await audit(ctx, {
    action: told.action,
    subject: {
      type: 'DeployKey',
      id: key?.id ?? null,
      name: [told.project?.full_path, key?.title].filter(Boolean).join(' '),
    },
    ...(told.project === undefined ? {} : { projectId: told.project.id }),
    ...(told.before === undefined ? {} : { before: shown(told.before) ?? {} }),
    ...(told.after === undefined ? {} : { after: shown(told.after) ?? {} }),
  });
}
