import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import { bit, isUniqueViolation } from '../../db/portable.ts';
import { notFound } from '../../errors.ts';
import { commitOfSha } from '../../git/commits.ts';
import { nullSha } from '../../git/names.ts';
import { listRefs } from '../../git/refs.ts';
import { presentCommit } from '../commits/present.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { findRef } from './refs.ts';
import {
  findByOrigin,
  findLatestPipeline,
  findPipeline,
  insertPipeline,
  type Pipeline,
} from './repository.ts';

interface Wanted {
  sha: string;
  ref: string | undefined;
  pipelineId: number | undefined;
}

/**
 * The pipeline that a reported status belongs to: the named one, else the newest of the commit (and
 * ref), else a new one of source `external`.
 */
export async function pipelineForStatus(
  ctx: Ctx,
  project: Project,
  wanted: Wanted,
): Promise<Pipeline> {
  const { sha, pipelineId } = wanted;
  if (pipelineId !== undefined) {
    const named = await findPipeline(ctx.db, project.id, pipelineId);
    if (named === undefined || named.sha !== sha) throw notFound('Pipeline');
    return named;
  }
  const newest = await findLatestPipeline(ctx.db, project.id, { sha, ref: wanted.ref });
  if (newest !== undefined) return newest;
  const ref = wanted.ref ?? (await branchWith(ctx, project, sha));
  if (ref === undefined) throw notFound('References for commit');
  return externalPipeline(ctx, project, { sha, ref });
}

/** A branch that contains the commit, the default one where it does. */
async function branchWith(ctx: Ctx, project: Project, sha: string): Promise<string | undefined> {
  const prefix = 'refs/heads/';
  const found = await listRefs(repositoryPath(ctx, project.id), [prefix], { contains: sha });
  const names = found.map((ref) => ref.name.slice(prefix.length));
  return names.includes(project.default_branch) ? project.default_branch : names[0];
}

async function externalPipeline(
  ctx: Ctx,
  project: Project,
  { sha, ref }: { sha: string; ref: string },
): Promise<Pipeline> {
  // Two first reports at once make one pipeline.
  const origin_key = `external:${project.id}:${sha}:${ref}`;
  const commit = await commitOfSha(repositoryPath(ctx, project.id), sha);
  const found = await findRef(ctx, project, ref);
  const tag = found !== undefined && found !== 'ambiguous' && found.tag;
  try {
    return await transact(ctx, async (ctx) => {
      const time = now(ctx);
      return insertPipeline(ctx.db, {
        project_id: project.id,
        iid: await nextNumber(ctx.db, 'project:pipelines', project.id),
        ref,
        tag: bit(tag),
        sha,
        before_sha: nullSha,
        source: 'external',
        status: 'created',
        name: null,
        user_id: actingUser(ctx).id,
        merge_request_id: null,
        yaml_errors: null,
        failure_reason: null,
        commit: JSON.stringify(presentCommit(ctx, project, commit)),
        origin_key,
        coverage: null,
        duration: null,
        committed_at: commit.committer.date,
        started_at: null,
        finished_at: null,
        created_at: time,
        updated_at: time,
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const before = await findByOrigin(ctx.db, origin_key);
    if (before === undefined) throw error;
    return before;
  }
}
