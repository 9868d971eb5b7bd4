import { type Ctx, now, transact } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { randomText, sha256 } from '../../secrets.ts';
import { audit } from '../audit/rules.ts';
import { holdPipeline } from '../pipelines/advance-rules.ts';
import type { Project } from '../projects/rules.ts';
import { type CiJob, getCiJob } from './rules.ts';
import { findCiJobOfToken, insertCiJobToken } from './token-repository.ts';

const prefix = 'qdj-';
const day = 86_400_000;

/** Hands out the token of a job that runs, once; 409 for one that does not, and the second time. */
export async function handOutCiJobToken(ctx: Ctx, project: Project, id: number): Promise<string> {
  const text = `${prefix}${randomText(32)}`;
  const { pipeline_id } = await getCiJob(ctx, project, id);
  await transact(ctx, async (ctx) => {
    // Held, so that the job cannot end while its token is written.
    if ((await holdPipeline(ctx, pipeline_id)) === undefined) throw notFound();
    const job = await getCiJob(ctx, project, id);
    if (job.status !== 'running') throw conflict('409 Conflict: Job is not running');
    const row = { ci_job_id: id, token_sha256: sha256(text), created_at: now(ctx) };
    if (!(await insertCiJobToken(ctx.db, row))) {
      throw conflict('409 Conflict: The token of this job was handed out');
    }
    await audit(ctx, {
      action: 'ci_job.token',
      subject: { type: 'CiJob', id, name: `${project.full_path} ${job.name}` },
      projectId: project.id,
    });
  });
  return text;
}

/** The token of a job opens nothing a day after the job began, however long the job goes on. */
export const isCiJobTokenOver = (ctx: Ctx, job: Pick<CiJob, 'started_at'>): boolean =>
  job.started_at !== null && Date.parse(job.started_at) + day <= ctx.clock.now();

/** The job of a token, whether it still runs or not; undefined for a text that is no such token. */
export async function ciJobOfToken(ctx: Ctx, text: string): Promise<CiJob | undefined> {
  return text.startsWith(prefix) ? findCiJobOfToken(ctx.db, sha256(text)) : undefined;
}
