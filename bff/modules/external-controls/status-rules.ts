import type { ControlStatus, Verdict } from '#contract/external-controls.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { signatureRefused } from '../../errors.ts';
import { sameSecret } from '../../secrets.ts';
import { audit } from '../audit/rules.ts';
import { findProjectById, findProjectNamed } from '../projects/rules.ts';
import { wakeWaitingMerges } from '../projects/waiting-rules.ts';
import {
  type Control,
  findControl,
  insertEvent,
  listProjectsNotPassed,
  lockControl,
  takeNonce,
  updateControlRow,
} from './repository.ts';
import {
  nonceCharacters,
  secondsOf,
  type SignedCall,
  signatureOf,
  windowSeconds,
} from './signature.ts';

/**
 * One second more than the window. A timestamp is never later than the moment its nonce was seen,
 * so by then it is too old on every replica, whatever their clocks say.
 */
export const nonceMilliseconds = (windowSeconds + 1) * 1000;

/** A call that its signature stands for; headers that were not sent are undefined. */
export interface SignedReport {
  /** As the path named it, decoded. */
  project: string;
  controlId: number;
  status: Verdict;
  timestamp: string | undefined;
  nonce: string | undefined;
  signature: string | undefined;
}

/** Takes the verdict of a service. What is wrong is refused in the agreed order. */
export async function reportStatus(ctx: Ctx, report: SignedReport): Promise<Verdict> {
  const control = await findControl(ctx.db, report.controlId);
  const project = control && (await findProjectNamed(ctx, report.project));
  if (control === undefined || project?.id !== control.project_id) throw unknownControl();
  const { timestamp, nonce, signature } = report;
  if (!timestamp || !nonce || !signature) {
    throw signatureRefused(401, 'Missing required headers');
  }
  await burnNonce(ctx, nonce);
  const call: SignedCall = { ...report, timestamp, nonce };
  const right = signatureOf(ctx.secrets.decrypt(control.encrypted_secret), call);
  if (!sameSecret(signature, right)) throw signatureRefused(401, 'Invalid signature');
  checkTime(ctx, timestamp);
  return transact(ctx, async (ctx) => {
    const held = await lockControl(ctx.db, control.id);
    if (held === undefined) throw unknownControl();
    await moveStatus(ctx, held, { to: report.status, kind: 'answer' });
    return report.status;
  });
}

const unknownControl = () => signatureRefused(404, 'Control not found');

/** Committed before the signature is looked at, so that a failed attempt uses its nonce up. */
async function burnNonce(ctx: Ctx, nonce: string): Promise<void> {
  const instant = ctx.clock.now();
  const isFresh =
    nonce.length === nonceCharacters &&
    (await takeNonce(ctx.db, { nonce, now: instant, since: instant - nonceMilliseconds }));
  if (!isFresh) throw signatureRefused(401, 'Invalid nonce');
}

function checkTime(ctx: Ctx, timestamp: string): void {
  const seconds = secondsOf(timestamp);
  const instant = Math.floor(ctx.clock.now() / 1000);
  if (seconds === undefined || seconds > instant) throw signatureRefused(401, 'Invalid timestamp');
  if (instant - seconds >= windowSeconds) throw signatureRefused(401, 'Request has expired');
}

/**
 * Writes a verdict and its line of the history; audited where it is another one than before.
 * Call inside `transact`, with the control locked.
 */
export async function moveStatus(
  ctx: Ctx,
  control: Control,
  { to, kind }: { to: Verdict; kind: 'answer' | 'time_out' },
): Promise<void> {
  const time = now(ctx);
  const { id, status: before } = control;
  const change = { status: to, status_updated_at: time, times_out_at: null, updated_at: time };
  await updateControlRow(ctx.db, id, change);
  await insertEvent(ctx.db, {
    external_control_id: id,
    kind,
    status_before: before,
    status_after: to,
    created_at: time,
    finished_at: time,
  });
  if (before === to) return;
  await auditStatus(ctx, control, { action: `external_control.${to}`, to });
  if (to === 'pass') await wakeWaitingMerges(ctx, control.project_id);
}

/** Audits what became of a control by itself or by its service. */
export async function auditStatus(
  ctx: Ctx,
  control: Control,
  told: {
    action: 'external_control.pass' | 'external_control.fail' | 'external_control.ping_failed';
    to: ControlStatus;
    http_status?: number | null;
  },
): Promise<void> {
  const project = await findProjectById(ctx, control.project_id);
  const name = control.external_control_name ?? control.external_url;
  const { action, to, ...more } = told;
  await audit(ctx, {
    action,
    actorName: name,
    subject: {
      type: 'ExternalControl',
      id: control.id,
      name: `${project?.full_path ?? ''} ${name}`,
    },
    projectId: control.project_id,
    before: { status: control.status },
    after: { status: to, ...more },
  });
}

/** Of these projects the ones with a control that has not passed; asks nothing for none. */
export const projectsWithOpenControls = async (
  ctx: Ctx,
  ids: readonly number[],
): Promise<Set<number>> =>
  new Set(ids.length === 0 ? [] : await listProjectsNotPassed(ctx.db, ids));
