import type { ResponseOf } from '#contract/endpoint.ts';
import type { milestoneBurndown } from '#contract/milestone-burndown.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, viewerOf } from '../../context.ts';
import type { Milestone } from '../milestones/rules.ts';
import {
  type BurndownIssue,
  listBurndownIssues,
  listStateNotes,
  type StateNote,
} from './burndown-repository.ts';

export type BurndownEvent = ResponseOf<typeof milestoneBurndown.ofProject>[number];

const day = 86_400_000;

/**
 * What happened to the issues of a milestone until its last day, in order; nothing of one without
 * both days. What came with an import has no history: its record says when it was closed.
 */
export async function burndownOf(ctx: Ctx, milestone: Milestone): Promise<BurndownEvent[]> {
  if (milestone.start_date === null || milestone.due_date === null) return [];
  const until = isoOf(Date.parse(`${milestone.due_date}T00:00:00Z`) + day);
  const of = { milestoneId: milestone.id, until };
  const issues = await listBurndownIssues(ctx.db, viewerOf(ctx), of);
  const notes = new Map<number, StateNote[]>();
  for (const note of await listStateNotes(ctx.db, of)) {
    const list = notes.get(note.issue_id);
    if (list === undefined) notes.set(note.issue_id, [note]);
    else list.push(note);
  }
  return issues
    .flatMap((issue) => eventsOf(issue, notes.get(issue.id) ?? [], until))
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : Number(a.created_at > b.created_at)));
}

function eventsOf(
  issue: BurndownIssue,
  notes: readonly StateNote[],
  until: string,
): BurndownEvent[] {
  const weight = issue.weight ?? 0;
  const told = notes.map(({ body, created_at }) => ({
    created_at,
    weight,
    action: body === 'closed' ? ('closed' as const) : ('reopened' as const),
  }));
  const { closed_at: at } = issue;
  const untold = at !== null && at < until && told.at(-1)?.action !== 'closed';
  return [
    { created_at: issue.created_at, weight, action: 'created' },
    ...told,
    ...(untold ? [{ created_at: at, weight, action: 'closed' as const }] : []),
  ];
}
