import type { Page } from '#contract/common.ts';
import { emojiNamed } from '#contract/emoji-names.ts';
import type { EventName } from '#contract/event-names.ts';
import { actingUser, type Ctx, isAdministrator, now, transact } from '../../context.ts';
import { notFound, unauthorized } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { mayReadInternal } from '../notes/rules.ts';
import { mayInProject, type Project } from '../projects/rules.ts';
import {
  type Award,
  type AwardTarget,
  copyIssueAwards,
  deleteAward,
  findAward,
  insertAward,
  listAwards,
  listNoteAwards,
  listVotedBy,
  recountVotes,
} from './repository.ts';

export type { Award, AwardTarget } from './repository.ts';

/** Something in a project that emoji are given to. */
export interface Awardable extends AwardTarget {
  project: Project;
  /** How audit rows name it. */
  name: string;
}

/** One page of the emoji given to something. */
export const awardPage = (
  ctx: Ctx,
  awardable: Awardable,
  paging: { offset: number; perPage: number },
): Promise<Page<Award>> => listAwards(ctx.db, awardable, paging);

/** One page of the emoji given to those notes of a merge request that the caller may read. */
export const noteAwardPage = async (
  ctx: Ctx,
  { project, id }: { project: Project; id: number },
  paging: { offset: number; perPage: number },
): Promise<Page<Award>> => {
  const internal = await mayReadInternal(ctx, project);
  return listNoteAwards(ctx.db, { type: 'MergeRequest', id, internal }, paging);
};

/** One award; 404 for none and for those of something else. */
export async function getAward(ctx: Ctx, awardable: Awardable, id: number): Promise<Award> {
  const award = await findAward(ctx.db, awardable, id);
  if (award === undefined) throw notFound('Award Emoji');
  return award;
}

/** Gives an emoji: whoever may see the thing may; every refusal is 404. */
export async function giveAward(ctx: Ctx, awardable: Awardable, given: string): Promise<Award> {
  const { project } = awardable;
  if (!(await mayInProject(ctx, 'award_emoji', project))) throw notFound('Award Emoji');
  const name = emojiNamed(given);
  if (name === undefined) throw notFound('Award Emoji Name is not a valid emoji name');
  return transact(ctx, async (ctx) => {
    await recountVotes(ctx.db, awardable);
    const time = now(ctx);
    const award = await insertAward(ctx.db, awardable, {
      name,
      user_id: actingUser(ctx).id,
      created_at: time,
      updated_at: time,
    });
    if (award === undefined) throw notFound('Award Emoji Name has already been taken');
    await recountVotes(ctx.db, awardable);
    await audited(ctx, awardable, { action: 'award_emoji.create', name });
    return award;
  });
}

/** Takes an emoji back: its giver and administrators may, 401 for everyone else. */
export async function takeAwardBack(ctx: Ctx, awardable: Awardable, id: number): Promise<void> {
  const award = await getAward(ctx, awardable, id);
  if (award.user_id !== actingUser(ctx).id && !isAdministrator(ctx)) throw unauthorized();
  await transact(ctx, async (ctx) => {
    await recountVotes(ctx.db, awardable);
    await deleteAward(ctx.db, award.id);
    await recountVotes(ctx.db, awardable);
    await audited(ctx, awardable, { action: 'award_emoji.remove', name: award.name });
  });
}

const audited = (ctx: Ctx, awardable: Awardable, done: { action: EventName; name: string }) =>
  audit(ctx, {
    action: done.action,
    subject: { type: awardable.type, id: awardable.id, name: awardable.name },
    projectId: awardable.project.id,
    after: { name: done.name },
  });

/** What a user has voted on; to be counted again once the user is gone. */
export const votedBy = (ctx: Ctx, userId: number): Promise<AwardTarget[]> =>
  listVotedBy(ctx.db, userId);

/** Counts votes again from the rows themselves. Call inside `transact`. */
export async function recountVotesOf(ctx: Ctx, targets: readonly AwardTarget[]): Promise<void> {
  for (const target of targets) await recountVotes(ctx.db, target);
}

/** Gives an issue the emoji of another one. Call inside `transact`. */
export const copyAwardsOfIssue = (ctx: Ctx, from: number, to: number): Promise<void> =>
  copyIssueAwards(ctx.db, from, to);
