import type { draftNotes } from '#contract/draft-notes.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { type Ctx, transact } from '../../context.ts';
import { recordNotFound } from '../../errors.ts';
import { endReview, giveVerdict, requireVerdict } from '../approvals/review-rules.ts';
import { giveApproval, judgeApproval } from '../approvals/rules.ts';
import { type MergeRequest, noteableOf } from '../merge-requests/rules.ts';
import { answerOrBegin } from '../notes/discussion-rules.ts';
import { checkMayComment } from '../notes/place-rules.ts';
import { checkNote, createNote } from '../notes/rules.ts';
import type { Project } from '../projects/rules.ts';
import { type Draft, takeDrafts } from './repository.ts';
import { audited, type Place, placeOf, positionOf, reviewOf } from './rules.ts';

type Ending = BodyOf<typeof draftNotes.publishAll>;

/** Publishes one draft. */
export async function publishDraft(ctx: Ctx, place: Place, id: number): Promise<void> {
  const { project, row } = place;
  await checkMayComment(ctx, noteableOf(project, row));
  await transact(ctx, async (ctx) => {
    const [draft] = await takeDrafts(ctx.db, reviewOf(ctx, row), id);
    if (draft === undefined) throw recordNotFound();
    await tellDraft(ctx, place, draft);
    await endReview(ctx, row);
    await audited(ctx, place, { action: 'draft_note.publish', id });
  });
}

/** Publishes the caller's whole review with its verdict: all of it, or where one part is refused nothing. */
export async function publishReview(
  ctx: Ctx,
  place: Place,
  ending: Ending = {},
): Promise<MergeRequest> {
  const { project } = place;
  const { note, reviewer_state: verdict, sha } = ending;
  const noteable = noteableOf(project, place.row);
  await checkMayComment(ctx, noteable);
  if (note !== undefined) await checkNote(ctx, noteable, { body: note });
  const row =
    verdict === 'approved'
      ? await judgeApproval(ctx, project, { iid: place.row.iid, sha })
      : place.row;
  if (verdict !== undefined && verdict !== 'approved') {
    await requireVerdict(ctx, project, { row, state: verdict });
  }
  return transact(ctx, async (ctx) => {
    const drafts = await takeDrafts(ctx.db, reviewOf(ctx, row));
    for (const draft of drafts) await tellDraft(ctx, place, draft);
    if (note !== undefined) await createNote(ctx, noteable, { body: note });
    const after = { count: drafts.length, reviewer_state: verdict ?? null };
    await audited(ctx, place, { action: 'draft_note.publish', id: drafts[0]?.id ?? 0, after });
    if (verdict === 'approved') return giveApproval(ctx, project, { row, sha });
    if (verdict !== undefined) return giveVerdict(ctx, project, { row, state: verdict });
    await endReview(ctx, row);
    return row;
  });
}

/** Approves, and tells what the caller has written about it. */
export const approveWithReview = async (
  ctx: Ctx,
  project: Project,
  given: { iid: number; sha: string | undefined },
): Promise<MergeRequest> =>
  publishReview(ctx, await placeOf(ctx, project, given.iid), {
    reviewer_state: 'approved',
    sha: given.sha,
  });

async function tellDraft(ctx: Ctx, { project, row }: Place, draft: Draft): Promise<void> {
  await answerOrBegin(ctx, noteableOf(project, row), {
    body: draft.note,
    position: positionOf(draft),
    commitId: draft.commit_id ?? undefined,
    answers: draft.discussion_id,
    resolves: draft.resolve_discussion === 1,
  });
}
