import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Ctx, now, transact } from '../../context.ts';
import { approvedBy, recountApprovalsOf } from '../approvals/reset-rules.ts';
import { audit } from '../audit/rules.ts';
import { recountVotesOf, votedBy } from '../award-emoji/rules.ts';
import { findGroupById, sourceOfGroup } from '../groups/rules.ts';
import { grantRole, type Source } from '../members/rules.ts';
import { findProjectById, sourceOfProject } from '../projects/rules.ts';
import { removeStandIn } from '../removal/user-rules.ts';
import { usersById } from '../users/rules.ts';
import { contributions, deleteTwins, moveSome } from './move-repository.ts';
import {
  changeSourceUser,
  deleteMemberships,
  findSourceUser,
  listMemberships,
  type Membership,
  type SourceUser,
} from './repository.ts';
import { transitions } from './states.ts';

/** Rows of one statement: other writers wait no longer than it takes. */
const atOnce = 1000;

/** The user who was to take over is no more. */
class NobodyThere extends Error {}

/**
 * The job: gives the work of a placeholder to who has accepted it, some rows at a time. What is
 * moved is moved, so that a second run goes on where the first was cut off.
 */
export async function moveContributions(
  ctx: Ctx,
  sourceUserId: number,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const row = await findSourceUser(ctx.db, sourceUserId);
  if (row?.status !== 'reassignment_in_progress') return;
  try {
    await moveAndFinish(ctx, row);
  } catch (error) {
    if (ctx.signal?.aborted) throw error;
    if (!isLast && !(error instanceof NobodyThere)) throw error;
    ctx.log.error({ err: error, source_user_id: row.id }, 'contributions could not be moved');
    await giveUp(
      ctx,
      row,
      error instanceof NobodyThere ? error.message : 'The work could not be moved',
    );
  }
}

async function moveAndFinish(ctx: Ctx, row: SourceUser): Promise<void> {
  const to = row.reassign_to_user_id ?? 0;
  const target = (await usersById(ctx, [to])).get(to);
  if (target === undefined) throw new NobodyThere('The user who was to take over is gone');
  const from = row.placeholder_user_id;
  if (from !== null) {
    await moveRows(ctx, { from, to });
    // All that the target has now: a run that was cut off may have moved some of it.
    const approved = await approvedBy(ctx, to);
    const voted = await votedBy(ctx, to);
    await transact(ctx, async (ctx) => {
      await recountApprovalsOf(ctx, approved);
      await recountVotesOf(ctx, voted);
    });
  }
  await transact(ctx, async (ctx) => {
    const { from: states, to: status } = transitions.finish;
    const change = { status, reassignment_error: null, updated_at: now(ctx) };
    if ((await changeSourceUser(ctx.db, { id: row.id, from: states }, change)) === undefined)
      return;
    for (const role of await listMemberships(ctx.db, row.id)) await grant(ctx, role, to);
    await deleteMemberships(ctx.db, row.id);
    if (from !== null) await removeStandIn(ctx, from);
    await tell(ctx, row, { status, reassign_to: target.username });
  });
}

async function moveRows(ctx: Ctx, move: { from: number; to: number }): Promise<void> {
  for (const of of contributions) {
    await deleteTwins(ctx.db, of, move);
    while ((await moveSome(ctx.db, of, { ...move, limit: atOnce })) > 0) {
      ctx.signal?.throwIfAborted();
      await nextTurn();
    }
  }
}

async function grant(ctx: Ctx, role: Membership, userId: number): Promise<void> {
  const source = await placeOf(ctx, role);
  if (source === undefined) return;
  const { access_level, expires_at } = role;
  await grantRole(ctx, source, { userId, access_level, expires_at });
}

async function placeOf(ctx: Ctx, role: Membership): Promise<Source | undefined> {
  if (role.source_type === 'Namespace') {
    const group = await findGroupById(ctx, role.source_id);
    return group && sourceOfGroup(group);
  }
  const project = await findProjectById(ctx, role.source_id);
  return project && sourceOfProject(project);
}

async function giveUp(ctx: Ctx, row: SourceUser, reason: string): Promise<void> {
  const { from, to: status } = transitions.fail;
  const change = { status, reassignment_error: reason, updated_at: now(ctx) };
  await transact(ctx, async (ctx) => {
    const after = await changeSourceUser(ctx.db, { id: row.id, from }, change);
    if (after !== undefined) await tell(ctx, row, { status, reason });
  });
}

const tell = (
  ctx: Ctx,
  row: SourceUser,
  after: { status: 'completed' | 'failed'; reassign_to?: string; reason?: string },
): Promise<void> =>
  audit(ctx, {
    action: after.status === 'completed' ? 'placeholder_user.finish' : 'placeholder_user.fail',
    subject: {
      type: 'SourceUser',
      id: row.id,
      name: `${row.source_hostname} ${row.source_user_identifier}`,
    },
    groupId: row.group_id,
    before: { status: row.status },
    after,
  });
