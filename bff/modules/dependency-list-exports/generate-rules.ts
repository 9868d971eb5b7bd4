import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { type Ctx, now, transact } from '../../context.ts';
import { removeFile, writeFileDurably } from '../../files.ts';
import { sendMail } from '../mails/rules.ts';
import { usersById } from '../users/rules.ts';
import { exportPath } from './files.ts';
import { chunksOf, fileNameOf } from './formats.ts';
import { addressOf } from './present.ts';
import { beginAttempt, type Export, updateExport } from './repository.ts';
import { expiryOf, type Subject, subjectOf } from './rules.ts';

const mostAttempts = 5;

/**
 * The job: writes the file of an export, the row after it. It ends finished or failed, whatever
 * happens on the way: attempts are counted before anything is done, so that one which takes the
 * server down with it is not begun for ever.
 */
export async function generateExport(
  ctx: Ctx,
  id: number,
  job: { isLast: boolean },
): Promise<void> {
  const row = await beginAttempt(ctx.db, id);
  if (row === undefined) return;
  if (row.attempts > mostAttempts) {
    return fail(ctx, row, `It was begun ${mostAttempts} times and never came to an end`);
  }
  try {
    await generate(ctx, row);
  } catch (error) {
    // Whoever took the job over, or the next start, goes on.
    ctx.signal?.throwIfAborted();
    if (error instanceof ExportEnded) return;
    if (row.attempts < mostAttempts && !job.isLast) throw error;
    ctx.log.error({ err: error, export_id: id }, 'an export of dependencies failed');
    await fail(ctx, row, reasonOf(error));
  }
}

/** It was ended from outside, because it took too long or its project is gone. */
class ExportEnded extends Error {
  constructor() {
    super('the export has ended already');
    this.name = 'ExportEnded';
  }
}

async function generate(ctx: Ctx, row: Export): Promise<void> {
  const subject = await subjectOf(ctx, row);
  if (subject === undefined) return;
  const key = randomBytes(16).toString('hex');
  const path = exportPath(ctx, key);
  await writeFileDurably(path, counted(ctx, row, chunksOf(ctx, row, subject)));
  try {
    const { size } = await stat(path);
    const done = await transact(ctx, async (ctx) => {
      const finished = await updateExport(
        ctx.db,
        { id: row.id, status: 'running' },
        {
          status: 'finished',
          file_key: key,
          file_name: fileNameOf(ctx, row, subject),
          size,
          finished_at: now(ctx),
          expires_at: expiryOf(ctx),
        },
      );
      if (finished?.send_email === 1) await tellAuthor(ctx, finished, subject);
      return finished;
    });
    if (done === undefined) await removeFile(path);
  } catch (error) {
    await removeFile(path);
    throw error;
  }
}

/** The text of the chunks; notes from time to time how many dependencies are written. */
async function* counted(
  ctx: Ctx,
  row: Export,
  chunks: AsyncIterable<{ text: string; components: number }>,
): AsyncGenerator<string> {
  let components_done = 0;
  let told = 0;
  for await (const { text, components } of chunks) {
    ctx.signal?.throwIfAborted();
    yield text;
    components_done += components;
    if (components_done - told < 5000) continue;
    told = components_done;
    const running = await updateExport(
      ctx.db,
      { id: row.id, status: 'running' },
      { components_done },
    );
    if (running === undefined) throw new ExportEnded();
  }
  await updateExport(ctx.db, { id: row.id, status: 'running' }, { components_done });
}

async function fail(ctx: Ctx, row: Export, failure_reason: string): Promise<void> {
  await updateExport(
    ctx.db,
    { id: row.id, status: 'running' },
    { status: 'failed', failure_reason, finished_at: now(ctx) },
  );
}

/** What people are told; the log has the rest. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === 'ENOSPC') return 'There is no space left on the disk of the server';
  return `The server could not write it${code === undefined ? '' : ` (${code})`}`;
}

async function tellAuthor(ctx: Ctx, row: Export, subject: Subject): Promise<void> {
  const author = (await usersById(ctx, [row.author_id])).get(row.author_id);
  if (author === undefined) return;
  const of = subject.kind === 'group' ? subject.group : subject.project;
  const what =
    subject.kind === 'pipeline' ? `pipeline #${subject.pipeline.id} of ${of.name}` : of.name;
  const path = subject.kind === 'pipeline' ? `/-/pipelines/${subject.pipeline.id}` : '';
  const at = subject.kind === 'group' ? 'groups/' : '';
  await sendMail(ctx, {
    to: author.email,
    subject: `${of.name} | Dependency List export`,
    text: [
      `The dependencies of ${what} have been exported.`,
      `${ctx.publicUrl}/${at}${of.full_path}${path}`,
      '',
      'Download the file, signed in or with your access token:',
      `${addressOf(ctx, row.id)}/download`,
      '',
      'The link works for 7 days.',
      '',
    ].join('\n'),
  });
}
