import type { Ctx } from '../../context.ts';
import { listMilestones, type Milestone } from './related-repository.ts';
import { listPeople, type Person, type Role } from './repository.ts';

export type { Milestone } from './related-repository.ts';

/** Ids of the people with a role in several merge requests, the first given first. */
export async function peopleOf(
  ctx: Ctx,
  role: Role,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const { merge_request_id: id, user_id } of await listPeople(ctx.db, role, ids)) {
    found.set(id, [...(found.get(id) ?? []), user_id]);
  }
  return found;
}

/** The reviewers of several merge requests with how their reviews stand, the first given first. */
export async function reviewsOf(
  ctx: Ctx,
  ids: readonly number[],
): Promise<Map<number, Person<'reviewers'>[]>> {
  const found = new Map<number, Person<'reviewers'>[]>();
  for (const person of await listPeople(ctx.db, 'reviewers', ids)) {
    const id = person.merge_request_id;
    found.set(id, [...(found.get(id) ?? []), person]);
  }
  return found;
}

/** Milestones by id, for records that name them. */
export async function milestonesById(
  ctx: Ctx,
  ids: readonly (number | null)[],
): Promise<Map<number, Milestone>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = wanted.length === 0 ? [] : await listMilestones(ctx.db, wanted);
  return new Map(rows.map((row) => [row.id, row]));
}
