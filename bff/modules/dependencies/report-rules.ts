import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Upload } from '#contract/common.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { openFileReader } from '../../dependencies/read.ts';
import { unprocessable } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { getPipeline } from '../pipelines/rules.ts';
import type { Project } from '../projects/rules.ts';
import { findReport, insertReport, type SbomReport } from './repository.ts';
import { storeList } from './store-rules.ts';
import { createTurns } from '../../turns.ts';

const mostBytes = 20 * 1024 * 1024;
/** A thread may take half a gigabyte. */
const turns = createTurns({ most: 2, waiting: 50, patience: 30_000 });

/** Adds a CycloneDX report to a pipeline; 422 with what is wrong. The same one twice counts once. */
export async function addReport(
  ctx: Ctx,
  project: Project,
  given: { pipelineId: number; file: Upload },
): Promise<SbomReport & { components_count: number }> {
  const pipeline = await getPipeline(ctx, project, given.pipelineId);
  const { path, size } = given.file;
  if (size > mostBytes) throw unprocessable(['A report has 20 MiB at most']);
  const bytes = await readFile(path);
  const done = await turns.take();
  const reader = openFileReader();
  const read = reader.read({ report: bytes.toString('utf8') });
  const answer = await read.finally(() => {
    reader.close();
    done();
  });
  if ('problems' in answer) throw unprocessable(answer.problems);
  const { components, report } = answer;
  if (report === undefined) throw new Error('a report was read as a lock file');
  const list = await storeList(ctx, project.id, {
    key: `report:${createHash('sha256').update(bytes).digest('hex')}`,
    read: async () => ({ components, findings: [] }),
  });
  const { components_count } = list;
  return transact(ctx, async (ctx) => {
    const row = await insertReport(ctx.db, {
      project_id: project.id,
      pipeline_id: pipeline.id,
      list_id: list.id,
      user_id: actingUser(ctx).id,
      spec_version: report.specVersion,
      metadata: JSON.stringify(report.metadata),
      created_at: now(ctx),
    });
    const before = row ?? (await findReport(ctx.db, pipeline.id, list.id));
    if (before === undefined) throw new Error('a report is neither new nor known');
    if (row !== undefined) {
      await audit(ctx, {
        action: 'sbom_report.create',
        subject: { type: 'SbomReport', id: row.id, name: `${project.full_path} #${pipeline.id}` },
        projectId: project.id,
        after: { pipeline_id: pipeline.id, spec_version: row.spec_version, components_count },
      });
    }
    return { ...before, components_count };
  });
}
