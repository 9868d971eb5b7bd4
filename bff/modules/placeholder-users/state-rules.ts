import type { EventName } from '#contract/event-names.ts';
import {
  actingUser,
  actingUserId,
  type Ctx,
  isAdministrator,
  now,
  transact,
  type User,
} from '../../context.ts';
import { notFound, unprocessable } from '../../errors.ts';
import { enqueue, enqueueAll } from '../../jobs/queue.ts';
import { randomText, sha256 } from '../../secrets.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit, auditAll, type Audited } from '../audit/rules.ts';
import type { Group } from '../groups/rules.ts';
import { sendMails } from '../mails/rules.ts';
import { usersById } from '../users/rules.ts';
import { answeredMail, askedMail } from './mails.ts';
import {
  changeSourceUser,
  changeSourceUsers,
  findByToken,
  listTaken,
  listWaiting,
  type SourceUser,
} from './repository.ts';
import { getSourceUsers, isActiveHuman } from './rules.ts';
import { allows, type SourceUserEvent, transitions, wrongStatus } from './states.ts';

const tokenCharacters = 32;

/** Why nobody like that takes over work. */
const notAssignable = 'Only active people can take work over, no bots and no placeholders';
const noAdministrator =
  'Administrators take work over only where allow_contribution_mapping_to_admins is on';
export const taken = 'already assigned to another placeholder';

/** What speaks against a user as the target of anybody; undefined for nothing. */
export async function problemWithTarget(ctx: Ctx, target: User): Promise<string | undefined> {
  if (!isActiveHuman(target)) return notAssignable;
  // Asked for each row of a file, inside of a transaction, where settings are not kept.
  if (target.is_admin === 0) return undefined;
  const { allow_contribution_mapping_to_admins: allowed } = await settingsOf(ctx);
  return allowed ? undefined : noAdministrator;
}

/** Administrators need nobody's word where a setting says so, and impersonation is not shut off. */
export async function mayBypass(ctx: Ctx, asAdministrator: boolean): Promise<boolean> {
  if (!asAdministrator || ctx.config.impersonation === 'off') return false;
  return (await settingsOf(ctx)).allow_bypass_placeholder_confirmation;
}

const auditedOf = (
  row: SourceUser,
  action: EventName,
  values: Pick<Audited, 'before' | 'after'>,
): Audited => ({
  action,
  subject: {
    type: 'SourceUser',
    id: row.id,
    name: `${row.source_hostname} ${row.source_user_identifier}`,
  },
  groupId: row.group_id,
  ...values,
});

/** What is written of a target: whoever reads the log must see an administrator and a stranger. */
const shownTarget = (target: User) => ({
  reassign_to: target.username,
  administrator: target.is_admin === 1,
  email_domain: target.email_lower.split('@')[1] ?? '',
});

export interface Assignment {
  row: SourceUser;
  target: User;
}

/**
 * Asks each target to take over the work of somebody, or moves it at once where nobody has to be
 * asked; the ids of those who were in a state for it. Call inside `transact`.
 */
export async function requestReassignments(
  ctx: Ctx,
  group: Group,
  { assignments, by, bypass }: { assignments: readonly Assignment[]; by: User; bypass: boolean },
): Promise<ReadonlySet<number>> {
  const time = now(ctx);
  const tokens = new Map(assignments.map(({ row }) => [row.id, randomText(tokenCharacters)]));
  const written = assignments.map(({ row, target }): SourceUser => {
    const token = bypass ? undefined : tokens.get(row.id);
    return {
      ...row,
      status: bypass ? transitions.accept.to : transitions.reassign.to,
      reassign_to_user_id: target.id,
      reassigned_by_user_id: by.id,
      token_sha256: token === undefined ? null : sha256(token),
      encrypted_token: token === undefined ? null : ctx.secrets.encrypt(token),
      reassignment_error: null,
      updated_at: time,
    };
  });
  const changed = new Set(await changeSourceUsers(ctx.db, written, transitions.reassign.from));
  const done = assignments.filter(({ row }) => changed.has(row.id));
  await auditAll(
    ctx,
    done.map(({ row, target }) =>
      auditedOf(row, 'placeholder_user.reassign', {
        before: { status: row.status },
        after: { ...shownTarget(target), asked: !bypass },
      }),
    ),
  );
  if (bypass) await askForMoves(ctx, [...changed]);
  else {
    const mails = done.map(({ row, target }) =>
      askedMail(ctx, { row, target, by, group, token: tokens.get(row.id) ?? '' }),
    );
    await sendMails(ctx, mails);
  }
  return changed;
}

const askForMoves = (ctx: Ctx, ids: readonly number[]): Promise<void> =>
  enqueueAll(
    ctx,
    'move_contributions',
    ids.map((source_user_id) => ({ payload: { source_user_id }, dedup: String(source_user_id) })),
  );

/** Asks one user to take over the work of people; 422 where one of them cannot, and nothing is done. */
export async function assign(
  ctx: Ctx,
  group: Group,
  given: { ids: readonly number[]; user_id: number },
): Promise<SourceUser[]> {
  const rows = await getSourceUsers(ctx, group, given.ids);
  const target = (await usersById(ctx, [given.user_id])).get(given.user_id);
  if (target === undefined) throw notFound('User');
  const problem = await problemWithTarget(ctx, target);
  if (problem !== undefined) throw unprocessable(problem);
  const bypass = await mayBypass(ctx, isAdministrator(ctx));
  return transact(ctx, async (ctx) => {
    await refuseTaken(ctx, group, { rows, target });
    const assignments = rows.map((row) => ({ row, target }));
    const by = actingUser(ctx);
    const changed = await requestReassignments(ctx, group, { assignments, by, bypass });
    if (changed.size < rows.length) throw unprocessable(wrongStatus);
    return getSourceUsers(ctx, group, given.ids);
  });
}

const sourceOf = (row: SourceUser) => `${row.source_hostname}\n${row.import_type}`;

/** Nobody takes over from two people of one source: they were two there. */
async function refuseTaken(
  ctx: Ctx,
  group: Group,
  { rows, target }: { rows: readonly SourceUser[]; target: User },
): Promise<void> {
  const sources = rows.map(sourceOf);
  const others = await listTaken(ctx.db, group.id, [target.id]);
  const elsewhere = others.filter((other) => rows.every(({ id }) => id !== other.id));
  if (
    new Set(sources).size < sources.length ||
    elsewhere.some((other) => sources.includes(sourceOf(other)))
  ) {
    throw unprocessable(taken);
  }
}

const cleared = { token_sha256: null, encrypted_token: null };
const nobody = { ...cleared, reassign_to_user_id: null, reassigned_by_user_id: null };

/** What an event leaves besides the state. */
const leaves = {
  cancel: nobody,
  keep: nobody,
  retry: { reassignment_error: null },
  accept: cleared,
  reject: cleared,
} as const;

async function move(ctx: Ctx, row: SourceUser, event: keyof typeof leaves): Promise<SourceUser> {
  const { from, to } = transitions[event];
  const change = { ...leaves[event], status: to, updated_at: now(ctx) };
  // Whoever answers was asked by this token; another one was asked since.
  const token = event === 'accept' || event === 'reject' ? row.token_sha256 : null;
  const after = await changeSourceUser(ctx.db, { id: row.id, from, token }, change);
  if (after === undefined) throw unprocessable(wrongStatus);
  await audit(
    ctx,
    auditedOf(row, `placeholder_user.${event}`, {
      before: { status: row.status },
      after: { status: to },
    }),
  );
  return after;
}

/** Does one of the owner's things to people; 422 where one of them is in another state. */
export async function moveAll(
  ctx: Ctx,
  group: Group,
  { ids, event }: { ids: readonly number[]; event: 'cancel' | 'keep' | 'retry' },
): Promise<SourceUser[]> {
  const rows = await getSourceUsers(ctx, group, ids);
  return transact(ctx, async (ctx) => {
    const moved: SourceUser[] = [];
    for (const row of rows) moved.push(await move(ctx, row, event));
    if (event === 'retry') await askForMoves(ctx, ids);
    return moved;
  });
}

/** Who waits behind a token for the caller's answer; 404 for anybody else. */
export async function waitingFor(ctx: Ctx, token: string): Promise<SourceUser> {
  const row = await findByToken(ctx.db, sha256(token));
  if (row === undefined || row.reassign_to_user_id !== actingUserId(ctx)) {
    throw notFound('Reassignment');
  }
  return row;
}

/** What waits for the caller's answer. */
export const waitingOf = (ctx: Ctx): Promise<SourceUser[]> =>
  listWaiting(ctx.db, actingUser(ctx).id);

/** The target's answer: the work moves, or whoever asked is told that it does not. */
export async function answerTo(
  ctx: Ctx,
  token: string,
  event: 'accept' | 'reject',
): Promise<SourceUser> {
  const row = await waitingFor(ctx, token);
  const asker = row.reassigned_by_user_id ?? 0;
  const by = (await usersById(ctx, [asker])).get(asker);
  return transact(ctx, async (ctx) => {
    const after = await move(ctx, row, event);
    if (event === 'accept') {
      const dedup = String(row.id);
      await enqueue(ctx, 'move_contributions', { source_user_id: row.id }, { dedup });
    } else if (by?.state === 'active') {
      await sendMails(ctx, [answeredMail(row, { by, target: actingUser(ctx) })]);
    }
    return after;
  });
}

/** Is this possible now? For screens and files that say so before they try. */
export const mayHappen = (row: SourceUser, event: SourceUserEvent): boolean =>
  allows(event, row.status);
