import type { Page } from '#contract/common.ts';
import type { EventName } from '#contract/event-names.ts';
import { isoOf } from '../../clock.ts';
import { actingUser, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { badRequest, forbidden, recordNotFound } from '../../errors.ts';
import { refuseStale } from '../../preconditions.ts';
import { randomText, sha256 } from '../../secrets.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import {
  countTriggers,
  deleteTriggerRow,
  findTrigger,
  insertTrigger,
  listTriggers,
  lockTrigger,
  type PipelineTrigger,
  updateTriggerRow,
} from './repository.ts';

export type { PipelineTrigger } from './repository.ts';

export const triggerPrefix = 'qdt-';
const secretCharacters = 32;
const mostTriggers = 25_000;
const longestDays = 365;
const minute = 60_000;
const day = 86_400_000;

/** One page of a project's trigger tokens. */
export const triggerPage = (
  ctx: Ctx,
  project: Project,
  paging: Slice,
): Promise<Page<PipelineTrigger>> => listTriggers(ctx.db, project.id, paging);

/** A trigger token of a project; 404 `404 Not found`. */
export async function getTrigger(ctx: Ctx, project: Project, id: number): Promise<PipelineTrigger> {
  const found = await findTrigger(ctx.db, project.id, id);
  if (found === undefined) throw recordNotFound();
  return found;
}

/** What a model has against a value, as the API of these tokens words it: JSON inside of a text. */
const refusedValue = (field: string, text: string) =>
  badRequest(JSON.stringify({ [field]: [text] }));

/** Creates a trigger token of the caller's. */
export async function createTrigger(
  ctx: Ctx,
  project: Project,
  given: { description: string; expires_at?: string | undefined },
): Promise<PipelineTrigger> {
  checkExpiry(ctx, given.expires_at);
  const text = triggerPrefix + randomText(secretCharacters);
  return transact(ctx, async (ctx) => {
    if ((await countTriggers(ctx.db, project.id)) >= mostTriggers) {
      throw refusedValue('base', `Maximum number of pipeline triggers (${mostTriggers}) exceeded`);
    }
    const time = now(ctx);
    const row = await insertTrigger(ctx.db, {
      project_id: project.id,
      owner_id: actingUser(ctx).id,
      description: given.description,
      token_sha256: sha256(text),
      encrypted_token: ctx.secrets.encrypt(text),
      expires_at: given.expires_at ?? null,
      last_used: null,
      created_at: time,
      updated_at: time,
    });
    await auditTrigger(ctx, project, { action: 'pipeline_trigger.create', after: row });
    return row;
  });
}

function checkExpiry(ctx: Ctx, expiresAt: string | null | undefined): void {
  const last = isoOf(ctx.clock.now() + longestDays * day).slice(0, 10);
  if (typeof expiresAt === 'string' && expiresAt.slice(0, 10) >= last) {
    throw refusedValue('expires_at', `must be before ${last}`);
  }
}

/** A token that the caller may change; 403 for anybody but its owner and administrators. */
async function ownTrigger(ctx: Ctx, project: Project, id: number): Promise<PipelineTrigger> {
  const trigger = await getTrigger(ctx, project, id);
  if (trigger.owner_id !== actingUser(ctx).id && !isAdministrator(ctx)) {
    throw forbidden('The current user is not authorized to update the pipeline trigger token');
  }
  return trigger;
}

/** Gives a token a new text. The old one works on until `validUntil`, then only the new one does. */
export async function rotateTrigger(
  ctx: Ctx,
  project: Project,
  given: { id: number; overlap_minutes: number; expires_at?: string | null | undefined },
): Promise<{ row: PipelineTrigger; validUntil: string }> {
  await ownTrigger(ctx, project, given.id);
  checkExpiry(ctx, given.expires_at);
  const text = triggerPrefix + randomText(secretCharacters);
  const validUntil = isoOf(ctx.clock.now() + given.overlap_minutes * minute);
  return transact(ctx, async (ctx) => {
    // Held, so that of two rotations the second gives its overlap to the text of the first.
    const before = await lockTrigger(ctx.db, given.id);
    if (before === undefined) throw recordNotFound();
    const row = await updateTriggerRow(ctx.db, before.id, {
      token_sha256: sha256(text),
      encrypted_token: ctx.secrets.encrypt(text),
      previous_token_sha256: before.token_sha256,
      previous_valid_until: validUntil,
      ...(given.expires_at === undefined ? {} : { expires_at: given.expires_at }),
      updated_at: now(ctx),
    });
    if (row === undefined) throw recordNotFound();
    await auditTrigger(ctx, project, { action: 'pipeline_trigger.rotate', before, after: row });
    return { row, validUntil };
  });
}

/** Describes a token anew; 403 for anybody but its owner and administrators. */
export async function updateTrigger(
  ctx: Ctx,
  project: Project,
  { id, description }: { id: number; description: string | undefined },
): Promise<PipelineTrigger> {
  const before = await ownTrigger(ctx, project, id);
  if (description === undefined || description === before.description) return before;
  return transact(ctx, async (ctx) => {
    const after = await updateTriggerRow(ctx.db, id, { description, updated_at: now(ctx) });
    if (after === undefined) throw recordNotFound();
    await auditTrigger(ctx, project, { action: 'pipeline_trigger.update', before, after });
    return after;
  });
}

/** Revokes a token. */
export async function removeTrigger(
  ctx: Ctx,
  project: Project,
  given: { id: number; unmodifiedSince: string | undefined },
): Promise<void> {
  const before = await getTrigger(ctx, project, given.id);
  refuseStale(before, given.unmodifiedSince);
  await transact(ctx, async (ctx) => {
    await deleteTriggerRow(ctx.db, before.id);
    await auditTrigger(ctx, project, { action: 'pipeline_trigger.remove', before });
  });
}

interface Told {
  action: EventName;
  before?: PipelineTrigger;
  after?: PipelineTrigger;
}

async function auditTrigger(ctx: Ctx, project: Project, told: Told): Promise<void> {
  const row = told.after ?? told.before;
  const shown = (one: PipelineTrigger | undefined) =>
    one && { description: one.description, expires_at: one.expires_at };
  await audit(ctx, {
    action: told.action,
    subject: {
      type: 'PipelineTrigger',
      id: row?.id ?? null,
      name: `${project.full_path} ${row?.description ?? ''}`,
    },
    projectId: project.id,
    before: shown(told.before),
    after: shown(told.after),
  });
}
