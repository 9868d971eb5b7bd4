import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { placeholderReassignments } from '#contract/placeholder-reassignments.ts';
import { reassignmentFiles } from '#contract/reassignment-files.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { attachment, bodyOf } from '../../http/stream.ts';
import { failuresOf, waitingCsv } from './csv-rules.ts';
import { addFile, applyFile, filePage, getFile, rowPage, stopFile } from './file-rules.ts';
import { presentFile, presentFiles, presentRow } from './present.ts';

const firstErrors = { offset: 0, perPage: 100 };

const csv = (c: Context, parts: AsyncGenerator<string>, name: string) =>
  new Reply(bodyOf(c, Readable.from(parts, { objectMode: true }).map(bytesOf)), 200, {
    'Content-Disposition': attachment(name),
    'Cache-Control': 'private, no-store',
  });

const bytesOf = (part: string) => Buffer.from(part);
const secondsOf = (ctx: Ctx) => Math.floor(ctx.clock.now() / 1000);

/** The CSV that names who gets the work of people of imports, and what becomes of it. */
export function placeholderReassignmentRoutes(api: Api): void {
  mount(api, placeholderReassignments.download, ({ ctx, group, c }) => {
    const name = `placeholder_reassignments_for_group_${group.id}_${secondsOf(ctx)}.csv`;
    return csv(c, waitingCsv(ctx, group), name);
  });
  mount(api, placeholderReassignments.upload, async ({ ctx, group, body }) => {
    await addFile(ctx, group, { file: body.file, dryRun: false });
    const message = 'The file is being processed and you will receive an email when completed.';
    return { message };
  });
  mount(api, reassignmentFiles.list, async ({ ctx, group, paging }) => {
    const page = await filePage(ctx, group, paging);
    return { ...page, rows: await presentFiles(ctx, page.rows) };
  });
  mount(api, reassignmentFiles.create, async ({ ctx, group, query, body }) => {
    const given = { file: body.file, dryRun: query.dry_run };
    return presentFile(ctx, await addFile(ctx, group, given));
  });
  mount(api, reassignmentFiles.show, async ({ ctx, group, params }) => {
    const file = await getFile(ctx, group, params.file_id);
    const { rows } = await rowPage(ctx, file, { outcome: 'failed', paging: firstErrors });
    return { ...(await presentFile(ctx, file)), errors: rows.map(presentRow) };
  });
  mount(api, reassignmentFiles.rows, async ({ ctx, group, params, query, paging }) => {
    const file = await getFile(ctx, group, params.file_id);
    const page = await rowPage(ctx, file, { outcome: query.outcome, paging });
    return { ...page, rows: page.rows.map(presentRow) };
  });
  mount(api, reassignmentFiles.errors, async ({ ctx, group, params, c }) => {
    const file = await getFile(ctx, group, params.file_id);
    return csv(c, failuresOf(ctx, file), `failures_${file.id}.csv`);
  });
  for (const [verb, act] of [
    ['apply', applyFile],
    ['stop', stopFile],
  ] as const) {
    mount(api, reassignmentFiles[verb], async ({ ctx, group, params }) =>
      presentFile(ctx, await act(ctx, group, params.file_id)),
    );
  }
}
