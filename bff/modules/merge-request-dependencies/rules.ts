import type { Page } from '#contract/common.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { EventName } from '#contract/event-names.ts';
import type { mergeRequestDependencies } from '#contract/merge-request-dependencies.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { holdLock } from '../../db/portable.ts';
import type { Slice } from '../../db/page.ts';
import { conflict, forbidden, notFound, notFoundText, refused } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { lockMergeRequestOf, type MergeRequest, mayUpdate } from '../merge-requests/rules.ts';
import { findProjectById, mayInProject, type Project } from '../projects/rules.ts';
import {
  type Block,
  deleteBlock,
  findBlock,
  findNumbered,
  insertBlock,
  listBlocks,
  listMergeRequests,
  waitsFor,
} from './repository.ts';
import { lookAgain } from './state-rules.ts';

export type { Block } from './repository.ts';

interface Place {
  project: Project;
  row: MergeRequest;
}

/** One page of what a merge request waits for. */
export const blockPage = (ctx: Ctx, row: MergeRequest, paging: Slice): Promise<Page<Block>> =>
  listBlocks(ctx.db, { side: 'blocked', id: row.id }, paging);

/** One page of what waits for a merge request. */
export const blockeePage = (ctx: Ctx, row: MergeRequest, paging: Slice): Promise<Page<Block>> =>
  listBlocks(ctx.db, { side: 'blocking', id: row.id }, paging);

/** One block of a merge request; 404 for none and for those of others. */
export async function getBlock(ctx: Ctx, row: MergeRequest, id: number): Promise<Block> {
  const block = await findBlock(ctx.db, row.id, id);
  if (block === undefined) throw notFound();
  return block;
}

/** The merge requests of blocks, by id, whoever asks. */
export async function namedIn(
  ctx: Ctx,
  blocks: readonly Block[],
): Promise<Map<number, MergeRequest>> {
  const ids = blocks.flatMap((block) => [
    block.blocking_merge_request_id,
    block.blocked_merge_request_id,
  ]);
  const rows = await listMergeRequests(ctx.db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

const blockerNotFound = () => notFoundText('Blocking merge request not found');

/** The merge request that a body names: 404 for none, 403 where the caller may not read it. */
async function blockerOf(
  ctx: Ctx,
  project: Project,
  body: BodyOf<typeof mergeRequestDependencies.create>,
): Promise<Place> {
  const { blocking_merge_request_id: id, blocking_merge_request_iid: iid } = body;
  const placeId = body.blocking_project_id ?? project.id;
  const row =
    id === undefined
      ? await findNumbered(ctx.db, placeId, iid ?? 0)
      : (await listMergeRequests(ctx.db, [id]))[0];
  const place = row && (await findProjectById(ctx, row.target_project_id));
  if (row === undefined || place === undefined) throw blockerNotFound();
  if (await mayRead(ctx, place)) return { project: place, row };
  // What stands in a project that may not be seen is not there, whoever tries its ids and numbers.
  const seen = await mayInProject(ctx, 'read_project', place);
  throw seen ? forbidden() : blockerNotFound();
}

const mayRead = async (ctx: Ctx, project: Project): Promise<boolean> =>
  project.merge_requests_enabled === 1 && (await mayInProject(ctx, 'read_merge_request', project));

/** Lets a merge request wait for another: 409 where it does, 400 for itself and for a circle. */
export async function addBlock(
  ctx: Ctx,
  place: Place,
  body: BodyOf<typeof mergeRequestDependencies.create>,
): Promise<Block> {
  const { project, row } = place;
  if (!(await mayUpdate(ctx, project, row))) throw forbidden();
  const blocker = await blockerOf(ctx, project, body);
  if (blocker.row.id === row.id) throw refused('A merge request cannot block itself');
  return transact(ctx, async (ctx) => {
    // One after the other: blocks that are made side by side could close a circle together.
    await holdLock(ctx.db, ctx.dialect, 'merge_request_blocks');
    // Both are held, always in one order: neither is merged meanwhile.
    const both = [row, blocker.row].sort((a, b) => a.id - b.id);
    for (const one of both) await lockMergeRequestOf(ctx, one);
    if (await waitsFor(ctx.db, { id: blocker.row.id, other: row.id })) {
      throw refused('The blocking merge request waits for this one itself');
    }
    const block = await insertBlock(ctx.db, {
      blocked_merge_request_id: row.id,
      blocking_merge_request_id: blocker.row.id,
      created_at: now(ctx),
    });
    if (block === undefined) throw conflict('Block already exists');
    await audited(ctx, place, { action: 'merge_request_dependency.create', blocker });
    await lookAgain(ctx, row.id);
    return block;
  });
}

/** Lets a merge request wait no longer; 403 also for who may not read what it waits for. */
export async function removeBlock(ctx: Ctx, place: Place, id: number): Promise<void> {
  const { project, row } = place;
  const block = await getBlock(ctx, row, id);
  if (!(await mayUpdate(ctx, project, row))) throw forbidden();
  const blocking = (await namedIn(ctx, [block])).get(block.blocking_merge_request_id);
  const itsProject = blocking && (await findProjectById(ctx, blocking.target_project_id));
  if (blocking === undefined || itsProject === undefined) throw notFound();
  if (!(await mayRead(ctx, itsProject))) throw forbidden();
  const blocker = { project: itsProject, row: blocking };
  await transact(ctx, async (ctx) => {
    await lockMergeRequestOf(ctx, row);
    if (!(await deleteBlock(ctx.db, block.id))) throw notFound();
    await audited(ctx, place, { action: 'merge_request_dependency.remove', blocker });
    await lookAgain(ctx, row.id);
  });
}

const nameOf = ({ project, row }: Place) => `${project.full_path}!${row.iid}`;

const audited = (ctx: Ctx, place: Place, done: { action: EventName; blocker: Place }) =>
  audit(ctx, {
    action: done.action,
    subject: { type: 'MergeRequest', id: place.row.id, name: nameOf(place) },
    projectId: place.project.id,
    after: { blocking_merge_request_id: done.blocker.row.id, name: nameOf(done.blocker) },
  });
