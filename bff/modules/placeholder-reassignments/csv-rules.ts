import type { Ctx } from '../../context.ts';
import type { Group } from '../groups/rules.ts';
import { unassignedOf } from '../placeholder-users/rules.ts';
import { csvHeader, csvRow } from './csv.ts';
import { listFailed, type ReassignmentFile } from './repository.ts';
import type { Cells } from './sheet.ts';

/** The file of those who wait for a user, in parts; never cut. */
export async function* waitingCsv(ctx: Ctx, group: Group): AsyncGenerator<string> {
  yield csvHeader();
  for await (const rows of unassignedOf(ctx, group)) {
    yield rows
      .map((row) =>
        csvRow({
          source_host: row.source_hostname,
          import_type: row.import_type,
          source_user_identifier: row.source_user_identifier,
          source_user_name: row.source_name,
          source_username: row.source_username,
          username: '',
          public_email: '',
        }),
      )
      .join('');
  }
}

/** The lines of a file that failed, with the reason of each, in parts. */
export async function* failuresOf(ctx: Ctx, file: ReassignmentFile): AsyncGenerator<string> {
  yield csvHeader('Error');
  for (let after = 0; ; ) {
    const rows = await listFailed(ctx.db, file.id, { after, limit: 1000 });
    if (rows.length === 0) return;
    // Written by the run alone.
    yield rows.map((row) => csvRow(JSON.parse(row.cells) as Cells, row.message ?? '')).join('');
    after = rows.at(-1)?.line ?? after;
  }
}
