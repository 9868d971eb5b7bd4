import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { forgetDoneJobs } from '../jobs/rules.ts';
import { askForPing } from './ping-rules.ts';
import {
  deleteOldEvents,
  deleteOldNonces,
  takeDueForPing,
  takeOverdue,
  updateControlRow,
} from './repository.ts';
import { moveStatus } from './status-rules.ts';

const minute = 60_000;
const atOnce = 100;
const keptDays = 90;
/** Far beyond the window: replicas whose clocks differ must not take memory from each other. */
const keptNonces = 5 * minute;

/**
 * Once a minute: ends what waits too long, and pings what is due. The next look is asked for
 * first, so that one that dies holds up nothing but itself.
 */
export async function tendControls(ctx: Ctx): Promise<void> {
  const delay = minute - (ctx.clock.now() % minute);
  await enqueue(ctx, 'tend_controls', {}, { delay, dedup: 'clock' });
  while ((await transact(ctx, (ctx) => endOverdue(ctx))) === atOnce);
  while ((await transact(ctx, (ctx) => pingDue(ctx))) === atOnce);
  await deleteOldNonces(ctx.db, ctx.clock.now() - keptNonces);
  await forgetDoneJobs(ctx, 'tend_controls');
  await forgetDoneJobs(ctx, 'ping_control');
}

const due = (ctx: Ctx) => ({ dialect: ctx.dialect, instant: now(ctx), most: atOnce });

/** A service that took a ping and gave no verdict in time has failed. */
async function endOverdue(ctx: Ctx): Promise<number> {
  const overdue = await takeOverdue(ctx.db, due(ctx));
  for (const control of overdue) {
    if (control.status === 'pending') {
      await moveStatus(ctx, control, { to: 'fail', kind: 'time_out' });
    } else {
      await updateControlRow(ctx.db, control.id, { times_out_at: null });
    }
  }
  return overdue.length;
}

async function pingDue(ctx: Ctx): Promise<number> {
  const controls = await takeDueForPing(ctx.db, due(ctx));
  for (const control of controls) await askForPing(ctx, control, { cause: 'interval', by: null });
  return controls.length;
}

/** Forgets the history of long ago: a daily job. */
export const forgetOldControlEvents = (ctx: Ctx): Promise<void> =>
  deleteOldEvents(ctx.db, isoOf(ctx.clock.now() - keptDays * 86_400_000));
