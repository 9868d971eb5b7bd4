import type { Page } from '#contract/common.ts';
import type { commitMergeRequests } from '#contract/commit-merge-requests.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { type Ctx, now, viewerOf } from '../../context.ts';
import { listRefs } from '../../git/refs.ts';
import { descendantsAmong } from '../../git/rev-list.ts';
import { createTurns } from '../../turns.ts';
import { commitNamed } from '../commits/rules.ts';
import { mayInProject, type Project, repositoryPath } from '../projects/rules.ts';
import { listBases, listIidsMergedAs } from './commit-repository.ts';
import { listMergeRequests } from './list-repository.ts';
import type { MergeRequest } from './repository.ts';

/** Of the merge requests whose heads hold a commit, so many of the newest are looked through. */
const mostLookedAt = 2000;
/** Git looks at every head for it, whoever asks. */
const turns = createTurns({ most: 2, waiting: 50, patience: 30_000 });

/** One page of the merge requests of a project that a commit came with, or is to come with. */
export async function mergeRequestsOfCommit(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof commitMergeRequests.list> & {
    sha: string;
    paging: { offset: number; perPage: number };
  },
): Promise<Page<MergeRequest>> {
  const sha = await commitNamed(ctx, project, query.sha);
  const may = await mayInProject(ctx, 'read_merge_request', project);
  if (!may || project.merge_requests_enabled !== 1) return { rows: [], total: 0 };
  const within = { kind: 'project', id: project.id } as const;
  const seen = { within, viewer: viewerOf(ctx), today: now(ctx).slice(0, 10), not: {} };
  const order = { order_by: 'created_at', sort: 'desc' } as const;
  const iids = [
    0,
    ...(await listIidsMergedAs(ctx.db, project.id, sha)),
    ...(await iidsThatBring(ctx, project, sha)),
  ];
  const filter = { ...seen, ...order, iids, state: query.state };
  return listMergeRequests(ctx.db, filter, query.paging);
}

/** Numbers of the merge requests whose head holds a commit and whose base does not. */
async function iidsThatBring(ctx: Ctx, project: Project, sha: string): Promise<number[]> {
  const repo = repositoryPath(ctx, project.id);
  const done = await turns.take();
  const refs = await listRefs(repo, ['refs/merge-requests/'], { contains: sha }).finally(done);
  const holding = refs
    .map((ref) => ({ iid: Number(ref.name.split('/')[2]), head: ref.sha }))
    .toSorted((a, b) => b.iid - a.iid)
    .slice(0, mostLookedAt);
  const rows = await listBases(
    ctx.db,
    project.id,
    holding.map(({ iid }) => iid),
  );
  const bases = new Set(rows.flatMap(({ base_sha }) => base_sha ?? []));
  const heads = holding.map(({ head }) => head);
  const later = await descendantsAmong(repo, { of: sha, heads }, bases);
  return rows.flatMap(({ iid, base_sha: base }) =>
    base === null || base === sha || later.has(base) ? [] : iid,
  );
}
