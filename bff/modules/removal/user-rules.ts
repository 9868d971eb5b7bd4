import { actingUserId, type Ctx, now, transact, type User } from '../../context.ts';
import { conflict, forbidden, invalid } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { approvedBy, recountApprovalsOf } from '../approvals/reset-rules.ts';
import { audit } from '../audit/rules.ts';
import { recountVotesOf, votedBy } from '../award-emoji/rules.ts';
import { wakeWaitingFor } from '../merge-request-dependencies/state-rules.ts';
import { userNamespace } from '../namespaces/rules.ts';
import { recount } from '../notes/rules.ts';
import { requireOwnPassword } from '../users/guess-rules.ts';
import { getUser, isLastAdministrator } from '../users/rules.ts';
import { addGhost } from '../users/stand-in-rules.ts';
import { removeNamespace } from './rules.ts';
import {
  deleteUser,
  deleteWritten,
  findByUsername,
  listCommented,
  listWrittenMergeRequests,
  moveAuthorship,
  soleOwnerships,
} from './user-repository.ts';

/** Whose name stands where the author was deleted. */
const ghostName = 'ghost';

/** The user who stands for deleted authors. */
export async function ghost(ctx: Ctx): Promise<User> {
  return (await findByUsername(ctx.db, ghostName)) ?? addGhost(ctx, ghostName);
}

/** Deletes what a user wrote, and lets counts and repositories follow. */
async function removeWritten(ctx: Ctx, id: number): Promise<void> {
  const commented = await listCommented(ctx.db, id);
  const mergeRequests = await listWrittenMergeRequests(ctx.db, id);
  await wakeWaitingFor(ctx, { of: 'author_id', id });
  await deleteWritten(ctx.db, id);
  for (const target of commented) await recount(ctx, target);
  for (const { project_id, iid } of mergeRequests) {
    await enqueue(ctx, 'forget_merge_request', { project_id, iid });
  }
}

/**
 * Deletes a user with the personal projects. What they wrote elsewhere moves to the ghost user, or
 * goes with a hard deletion. 409 while a group has no other owner; the last administrator stays.
 */
export async function removeUser(ctx: Ctx, id: number, options: { hard: boolean }): Promise<void> {
  const user = await getUser(ctx, id);
  if (id === actingUserId(ctx) || user.username_lower === ghostName) throw forbidden();
  await takeAway(ctx, id, options);
}

/** Deletes one's own account, by its password and where the settings allow it. */
export async function removeOwnAccount(ctx: Ctx, password: string): Promise<void> {
  if (!(await settingsOf(ctx)).allow_account_deletion) {
    throw forbidden('Only administrators may delete accounts on this server');
  }
  const { id } = await requireOwnPassword(ctx, password);
  await takeAway(ctx, id, { hard: false });
}

/**
 * Deletes a user who stood for somebody of an import, once nothing carries the name any more. Call
 * inside `transact`.
 */
export async function removeStandIn(ctx: Ctx, id: number): Promise<void> {
  const user = await getUser(ctx, id);
  if (user.user_type !== 'placeholder') throw new Error('only placeholders go like this');
  await moveAuthorship(ctx.db, id, (await ghost(ctx)).id);
  await deleteUser(ctx.db, id);
}

async function takeAway(ctx: Ctx, id: number, options: { hard: boolean }): Promise<void> {
  await transact(ctx, async (ctx) => {
    // As stored: under `admin_mode` who acts may be an administrator who does not act as one.
    const user = await getUser(ctx, id);
    if (await isLastAdministrator(ctx, user)) {
      throw invalid({ base: ['the last active administrator must stay'] });
    }
    const sole = await soleOwnerships(ctx.db, id);
    if (sole.length > 0 && !options.hard) {
      throw conflict('User cannot be removed while is the sole-owner of a group');
    }
    const own = await userNamespace(ctx, id);
    for (const namespaceId of [...sole, ...(own === undefined ? [] : [own.id])]) {
      await removeNamespace(ctx, namespaceId);
    }
    if (options.hard) await removeWritten(ctx, id);
    else await moveAuthorship(ctx.db, id, (await ghost(ctx)).id);
    const voted = await votedBy(ctx, id);
    const approved = await approvedBy(ctx, id);
    await deleteUser(ctx.db, id);
    await recountVotesOf(ctx, voted);
    await recountApprovalsOf(ctx, approved);
    await audit(ctx, {
      action: 'user.remove',
      subject: { type: 'User', id, name: user.username },
      before: { username: user.username, email: user.email, removed_at: now(ctx) },
    });
  });
}
