import { setTimeout as pause } from 'node:timers/promises';
import { accessLevels } from '#contract/abilities.ts';
import type { NewRow } from '../../db/schema.ts';
import { type Ctx, now, transact, type User } from '../../context.ts';
import { removeFile } from '../../files.ts';
import { findGroupById, type Group, sourceOfGroup } from '../groups/rules.ts';
import { levelOfUser } from '../members/rules.ts';
import { actAs } from '../merge-requests/act-as.ts';
import { mayBypass, requestReassignments } from '../placeholder-users/state-rules.ts';
import { wrongStatus } from '../placeholder-users/states.ts';
import { usersById } from '../users/rules.ts';
import { SheetProblem } from './encoding.ts';
import { auditFile, pathOfFile } from './file-rules.ts';
import { emptyMemory, headerOfColumn, judge, type Memory, type Verdict } from './judge-rules.ts';
import { brokenMail, resultMail } from './mails.ts';
import { sendMails } from '../mails/rules.ts';
import { readSheet } from './read-sheet.ts';
import {
  changeFile,
  deleteRows,
  findFile,
  insertRows,
  type ReassignmentFile,
} from './repository.ts';
import type { SheetRow } from './sheet.ts';

/** Rows of one step: others wait no longer than it takes, for statements or for a transaction. */
const rowsOfStep = { dry: 250, real: 25 };
/** The longest rest after a step of a real run, in milliseconds. */
const longestRest = 50;

/** Why a run ends without its end; what people are told. */
class CannotGoOn extends Error {}

interface Run {
  group: Group;
  by: User;
  memory: Memory;
}

/**
 * The job: goes through a file, a batch in a transaction with the count of its rows, so that a run
 * that was cut off goes on behind the last whole batch. A dry run begins anew: it changes nothing.
 */
export async function processFile(
  ctx: Ctx,
  fileId: number,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const found = await findFile(ctx.db, fileId);
  if (found === undefined || !['queued', 'running'].includes(found.status)) return;
  try {
    await goThrough(ctx, found);
  } catch (error) {
    if (ctx.signal?.aborted) throw error;
    const known = error instanceof CannotGoOn || error instanceof SheetProblem;
    if (!isLast && !known) throw error;
    if (!known) ctx.log.error({ err: error, file_id: fileId }, 'a file could not be processed');
    await breakOff(ctx, found, known ? error.message : 'The file could not be processed.');
  }
}

async function goThrough(ctx: Ctx, found: ReassignmentFile): Promise<void> {
  const { group, by } = await whoAndWhere(ctx, found);
  const begun = await takeUp(ctx, found);
  if (begun?.secret == null) return;
  const run: Run = { group, by, memory: emptyMemory() };
  let file: ReassignmentFile = begun;
  const isDry = begun.dry_run === 1;
  for await (const rows of readSheet(pathOfFile(ctx, begun.secret), begun.done)) {
    for (const some of stepsOf(rows, isDry ? rowsOfStep.dry : rowsOfStep.real)) {
      ctx.signal?.throwIfAborted();
      const began = performance.now();
      const after = await batch(actAs(ctx, by), file, { rows: some, run });
      // It was stopped, or another process is at it.
      if (after === undefined) return;
      file = after;
      // What holds the database rests as long as it worked: others have every second moment.
      await pause(isDry ? 0 : Math.min(performance.now() - began, longestRest));
    }
  }
  await finish(ctx, file, run);
}

const stepsOf = (rows: readonly SheetRow[], size: number): (readonly SheetRow[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );

/** Whoever has uploaded it must still be allowed to: the file may have waited. */
async function whoAndWhere(ctx: Ctx, file: ReassignmentFile): Promise<{ group: Group; by: User }> {
  const group = await findGroupById(ctx, file.group_id);
  const by = (await usersById(ctx, [file.user_id])).get(file.user_id ?? 0);
  if (group === undefined) throw new CannotGoOn('The group is gone.');
  if (by === undefined || by.state !== 'active') {
    throw new CannotGoOn('Whoever has uploaded the file is no active user any more.');
  }
  const level = await levelOfUser(ctx, sourceOfGroup(group), by.id);
  const administers = file.as_administrator === 1 && by.is_admin === 1;
  if (level < accessLevels.owner && !administers) {
    throw new CannotGoOn('Whoever has uploaded the file is no Owner of the group any more.');
  }
  return { group, by };
}

const takeUp = (ctx: Ctx, found: ReassignmentFile): Promise<ReassignmentFile | undefined> =>
  transact(ctx, async (ctx) => {
    const anew = found.dry_run === 1 ? { done: 0, matched: 0, failed: 0, skipped: 0 } : {};
    if (found.dry_run === 1) await deleteRows(ctx.db, found.id);
    const started_at = found.started_at ?? now(ctx);
    return changeFile(
      ctx.db,
      { id: found.id, from: ['queued', 'running'] },
      { ...anew, status: 'running', started_at },
    );
  });

/** One batch with its counts, or nothing of it. */
async function batch(
  ctx: Ctx,
  file: ReassignmentFile,
  { rows, run }: { rows: readonly SheetRow[]; run: Run },
): Promise<ReassignmentFile | undefined> {
  const asAdministrator = file.as_administrator === 1 && run.by.is_admin === 1;
  const given = { rows, asAdministrator };
  // A dry run only reads, and holds nobody up; a real one finds in the rows what it did before.
  const seen =
    file.dry_run === 1 ? await judge(ctx, run.group, { ...given, memory: run.memory }) : undefined;
  return transact(ctx, async (ctx) => {
    const verdicts =
      seen ??
      (await carryOut(
        ctx,
        await judge(ctx, run.group, { ...given, memory: emptyMemory() }),
        run,
        asAdministrator,
      ));
    await insertRows(
      ctx.db,
      verdicts.flatMap((verdict) => rowOf(file, verdict)),
    );
    const count = (outcome: Verdict['outcome']) =>
      verdicts.filter((verdict) => verdict.outcome === outcome).length;
    const change = {
      done: file.done + rows.length,
      matched: file.matched + count('matched'),
      failed: file.failed + count('failed'),
      skipped: file.skipped + count('skipped'),
    };
    const after = await changeFile(
      ctx.db,
      { id: file.id, from: ['running'], done: file.done },
      change,
    );
    if (after === undefined) throw new Overtaken();
    return after;
  }).catch((error: unknown) => {
    if (error instanceof Overtaken) return undefined;
    throw error;
  });
}

/** The count of the file is another by now: nothing of the batch stays. */
class Overtaken extends Error {}

async function carryOut(
  ctx: Ctx,
  judged: readonly Verdict[],
  { group, by }: Run,
  asAdministrator: boolean,
): Promise<Verdict[]> {
  const assignments = judged.flatMap((verdict) =>
    verdict.outcome === 'matched' && verdict.assignment ? [verdict.assignment] : [],
  );
  const bypass = await mayBypass(ctx, asAdministrator);
  const changed = await requestReassignments(ctx, group, { assignments, by, bypass });
  return judged.map((verdict) => {
    if (verdict.outcome !== 'matched' || verdict.assignment === undefined) return verdict;
    if (changed.has(verdict.assignment.row.id)) return verdict;
    // Somebody was faster by hand.
    const column = 'source_user_identifier';
    const { row } = verdict;
    return { row, outcome: 'failed', problem: 'status', message: wrongStatus, column };
  });
}

function rowOf(file: ReassignmentFile, verdict: Verdict): NewRow<'reassignment_rows'>[] {
  if (verdict.outcome === 'matched') return [];
  const { line, cells } = verdict.row;
  const base = { file_id: file.id, line, cells: JSON.stringify(cells) };
  if (verdict.outcome === 'skipped') {
    const nothing = { column_name: null, value: null, problem: null, message: null };
    return [{ ...base, outcome: verdict.outcome, ...nothing }];
  }
  const { column, problem, message, outcome } = verdict;
  return [
    {
      ...base,
      outcome,
      column_name: column === undefined ? null : headerOfColumn(column),
      value: column === undefined ? null : cells[column].slice(0, 255),
      problem,
      message,
    },
  ];
}

async function finish(ctx: Ctx, file: ReassignmentFile, { group, by }: Run): Promise<void> {
  const isDry = file.dry_run === 1;
  const mail = isDry ? undefined : await resultMail(ctx, file, { group, by });
  const ended = await transact(ctx, async (ctx) => {
    const kept = isDry ? {} : { secret: null };
    const change = { ...kept, status: 'finished', finished_at: now(ctx) } as const;
    const after = await changeFile(ctx.db, { id: file.id, from: ['running'] }, change);
    if (after === undefined) return false;
    await auditFile(ctx, after, 'reassignment_file.finish');
    if (mail !== undefined) await sendMails(ctx, [mail]);
    return true;
  });
  if (ended && !isDry && file.secret !== null) await removeFile(pathOfFile(ctx, file.secret));
}

async function breakOff(ctx: Ctx, file: ReassignmentFile, error: string): Promise<void> {
  const group = await findGroupById(ctx, file.group_id);
  const by = (await usersById(ctx, [file.user_id])).get(file.user_id ?? 0);
  await transact(ctx, async (ctx) => {
    const change = { status: 'failed', error, secret: null, finished_at: now(ctx) } as const;
    const from = ['queued', 'running'] as const;
    const after = await changeFile(ctx.db, { id: file.id, from }, change);
    if (after === undefined) return;
    await auditFile(ctx, after, 'reassignment_file.finish');
    const isHere = by?.state === 'active' && group !== undefined && file.dry_run === 0;
    if (isHere) await sendMails(ctx, [brokenMail(ctx, after, { group, by })]);
  });
  if (file.secret !== null) await removeFile(pathOfFile(ctx, file.secret));
}
