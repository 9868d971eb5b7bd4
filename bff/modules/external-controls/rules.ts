import type { Page } from '#contract/common.ts';
import { mostControls } from '#contract/external-controls.ts';
import type { EventName } from '#contract/event-names.ts';
import { actingUserId, type Ctx, now, transact } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { bit, holdLock } from '../../db/portable.ts';
import { invalid, recordNotFound } from '../../errors.ts';
import { refuseStale } from '../../preconditions.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { wakeWaitingMerges } from '../projects/waiting-rules.ts';
import { askForPing, pingAfter } from './ping-rules.ts';
import {
  type Control,
  type ControlEventRow,
  deleteControlRow,
  findControl,
  insertControl,
  listControls,
  listEvents,
  listNamesAndUrls,
  lockControl,
  updateControlRow,
} from './repository.ts';

export type { Control, ControlEventRow } from './repository.ts';

/** Twelve hours between two pings, half an hour for a verdict. */
const defaults = { ping_interval_minutes: 720, timeout_minutes: 30 };

/** One page of a project's controls. */
export const controlPage = (ctx: Ctx, project: Project, paging: Slice): Promise<Page<Control>> =>
  listControls(ctx.db, project.id, paging);

/** A control of this project; 404 `404 Not found`, also for that of another. */
export async function getControl(ctx: Ctx, project: Project, id: number): Promise<Control> {
  const found = await findControl(ctx.db, id);
  if (found?.project_id !== project.id) throw recordNotFound();
  return found;
}

/** One page of what happened to a control. */
export async function timelinePage(
  ctx: Ctx,
  { project, id }: { project: Project; id: number },
  paging: Slice,
): Promise<Page<ControlEventRow>> {
  const control = await getControl(ctx, project, id);
  return listEvents(ctx.db, control.id, paging);
}

export interface ControlSettings {
  external_url?: string | undefined;
  secret_token?: string | undefined;
  external_control_name?: string | null | undefined;
  ping_enabled?: boolean | undefined;
  ping_interval_minutes?: number | undefined;
  timeout_minutes?: number | undefined;
}

/** Adds a control, and asks its service for a first verdict where it wants pings. */
export async function createControl(
  ctx: Ctx,
  project: Project,
  given: ControlSettings & { external_url: string; secret_token: string },
): Promise<Control> {
  checkUrl(given.external_url);
  const name = nameOf(given.external_control_name) ?? null;
  return transact(ctx, async (ctx) => {
    await holdLock(ctx.db, ctx.dialect, 'external_controls');
    const others = await listNamesAndUrls(ctx.db, project.id);
    if (others.length >= mostControls) {
      const text = `Maximum number of external controls (${mostControls}) exceeded`;
      throw invalid({ base: [text] });
    }
    checkUnique(others, { name, url: given.external_url });
    const time = now(ctx);
    const row = await insertControl(ctx.db, {
      project_id: project.id,
      external_control_name: name,
      external_url: given.external_url,
      encrypted_secret: ctx.secrets.encrypt(given.secret_token),
      ping_enabled: bit(given.ping_enabled ?? true),
      ping_interval_minutes: given.ping_interval_minutes ?? defaults.ping_interval_minutes,
      timeout_minutes: given.timeout_minutes ?? defaults.timeout_minutes,
      status_updated_at: time,
      created_at: time,
      updated_at: time,
    });
    await auditControl(ctx, project, { action: 'external_control.create', after: row });
    if (row.ping_enabled === 0) return row;
    return askForPing(ctx, row, { cause: 'created', by: actingUserId(ctx) });
  });
}

/** Changes a control; what is absent stays. One with another URL or secret is pinged at once. */
export async function updateControl(
  ctx: Ctx,
  project: Project,
  { id, given }: { id: number; given: ControlSettings },
): Promise<Control> {
  await getControl(ctx, project, id);
  if (given.external_url !== undefined) checkUrl(given.external_url);
  return transact(ctx, async (ctx) => {
    await holdLock(ctx.db, ctx.dialect, 'external_controls');
    const before = await lockControl(ctx.db, id);
    if (before === undefined) throw recordNotFound();
    const name = nameOf(given.external_control_name);
    const others = await listNamesAndUrls(ctx.db, project.id);
    checkUnique(
      others.filter((one) => one.id !== id),
      { name: name ?? null, url: given.external_url },
    );
    const { secret_token: secret, ping_enabled: pinged } = given;
    const time = now(ctx);
    const after = await updateControlRow(ctx.db, id, {
      ...(given.external_url === undefined ? {} : { external_url: given.external_url }),
      ...(name === undefined ? {} : { external_control_name: name }),
      ...(secret === undefined ? {} : { encrypted_secret: ctx.secrets.encrypt(secret) }),
      ...(pinged === undefined ? {} : { ping_enabled: bit(pinged) }),
      ...nextTimes(before, given, time),
      updated_at: time,
    });
    if (after === undefined) throw recordNotFound();
    const told = { action: 'external_control.update', before, after } as const;
    await auditControl(ctx, project, { ...told, secretSet: secret !== undefined });
    // What another service, or the same one with another secret, said is no verdict of this one.
    const isAnother =
      after.external_url !== before.external_url ||
      (secret !== undefined && secret !== ctx.secrets.decrypt(before.encrypted_secret));
    if (!isAnother || after.ping_enabled === 0) return after;
    const anew = { ...after, times_out_at: null };
    return askForPing(ctx, anew, { cause: 'changed', by: actingUserId(ctx) });
  });
}

/** The next ping follows the interval, from now on where pings begin anew. */
function nextTimes(before: Control, given: ControlSettings, time: string) {
  const interval = given.ping_interval_minutes ?? before.ping_interval_minutes;
  const isPinged = given.ping_enabled ?? before.ping_enabled === 1;
  const isAsBefore =
    isPinged === (before.ping_enabled === 1) && interval === before.ping_interval_minutes;
  return {
    ping_interval_minutes: interval,
    timeout_minutes: given.timeout_minutes ?? before.timeout_minutes,
    ...(isAsBefore ? {} : { next_ping_at: isPinged ? pingAfter(time, interval) : null }),
  };
}

/** Deletes a control with its history. What waited for its verdict does so no longer. */
export async function removeControl(
  ctx: Ctx,
  project: Project,
  given: { id: number; unmodifiedSince: string | undefined },
): Promise<void> {
  const before = await getControl(ctx, project, given.id);
  refuseStale(before, given.unmodifiedSince);
  await transact(ctx, async (ctx) => {
    await deleteControlRow(ctx.db, before.id);
    await auditControl(ctx, project, { action: 'external_control.remove', before });
    await wakeWaitingMerges(ctx, project.id);
  });
}

/** Asks a service for its verdict because somebody wants it now. */
export async function pingControl(ctx: Ctx, project: Project, id: number): Promise<Control> {
  await getControl(ctx, project, id);
  return transact(ctx, async (ctx) => {
    const before = await lockControl(ctx.db, id);
    if (before === undefined) throw recordNotFound();
    const after = await askForPing(ctx, before, { cause: 'asked', by: actingUserId(ctx) });
    await auditControl(ctx, project, { action: 'external_control.ping', before, after });
    return after;
  });
}

/** A name of blanks is none. */
function nameOf(given: string | null | undefined): string | null | undefined {
  if (given === undefined || given === null) return given;
  return given.trim() === '' ? null : given.trim();
}

function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return;
  throw invalid({ external_url: ['must be a valid HTTP or HTTPS URL'] });
}

function checkUnique(
  others: readonly Pick<Control, 'external_control_name' | 'external_url'>[],
  { name, url }: { name: string | null; url: string | undefined },
): void {
  const taken = ['has already been taken'];
  const fields = {
    ...(name !== null && others.some((one) => one.external_control_name === name)
      ? { external_control_name: taken }
      : {}),
    ...(others.some((one) => one.external_url === url) ? { external_url: taken } : {}),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

interface Told {
  action: EventName;
  before?: Control;
  after?: Control;
  secretSet?: boolean;
}

/** What is audited of a control: all but its secret, of which only the change is told. */
const shown = (one: Control | undefined) =>
  one && {
    external_control_name: one.external_control_name,
    external_url: one.external_url,
    ping_enabled: one.ping_enabled === 1,
    ping_interval_minutes: one.ping_interval_minutes,
    timeout_minutes: one.timeout_minutes,
    status: one.status,
  };

async function auditControl(ctx: Ctx, project: Project, told: Told): Promise<void> {
  const row = told.after ?? told.before;
  await audit(ctx, {
    action: told.action,
    subject: {
      type: 'ExternalControl',
      id: row?.id ?? null,
      name: `${project.full_path} ${row?.external_control_name ?? row?.external_url ?? ''}`,
    },
    projectId: project.id,
    before: shown(told.before),
    after: told.secretSet ? { ...shown(told.after), secret_token: 'changed' } : shown(told.after),
  });
}
