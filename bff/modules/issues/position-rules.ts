import { type Ctx, transact } from '../../context.ts';
import { holdLock } from '../../db/portable.ts';
import { unprocessable } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { outermost, placesAround, placeTheRest, spreadPlaces } from './position-repository.ts';
import { findIssueById, type Issue, lockIssue, updateIssueRow } from './repository.ts';
import { getIssue } from './rules.ts';

/** An issue that is to come right before (`after`) or right behind (`before`) the one that moves. */
interface Wish {
  iid: number;
  after: number | undefined;
  before: number | undefined;
}

/** Puts an issue beside another one of its project, in the order that people give them. */
export async function reorderIssue(ctx: Ctx, project: Project, wish: Wish): Promise<Issue> {
  const issue = await getIssue(ctx, project, wish.iid);
  const anchor = wish.after ?? wish.before ?? 0;
  const beside = await findIssueById(ctx.db, anchor);
  if (beside === undefined || beside.project_id !== project.id || beside.id === issue.id) {
    throw unprocessable({ error: ['Unprocessable Entity'] });
  }
  await getIssue(ctx, project, beside.iid);
  return transact(ctx, async (ctx) => {
    await holdLock(ctx.db, ctx.dialect, 'issue_places');
    await lockIssue(ctx.db, beside.id);
    await lockIssue(ctx.db, issue.id);
    await placeTheRest(ctx.db, project.id);
    const side = wish.after === undefined ? 'before' : 'behind';
    const place = await placeBeside(ctx, project, { id: beside.id, side, except: issue.id });
    const after = await updateIssueRow(ctx.db, issue.id, { relative_position: place });
    await audit(ctx, {
      action: 'issue.reorder',
      subject: { type: 'Issue', id: issue.id, name: `${project.full_path}#${issue.iid}` },
      projectId: project.id,
      after: { [side]: `#${beside.iid}` },
    });
    return after;
  });
}

type Beside = { id: number; side: 'behind' | 'before'; except: number };

async function placeBeside(ctx: Ctx, project: Project, beside: Beside): Promise<number> {
  const found = await between(ctx, project, beside);
  if (found !== undefined) return found;
  await spreadPlaces(ctx.db, project.id);
  const again = await between(ctx, project, beside);
  if (again === undefined) throw new Error('places that were spread have no room between them');
  return again;
}

/** A place between two neighbours; undefined where they leave no room. */
async function between(ctx: Ctx, project: Project, beside: Beside): Promise<number | undefined> {
  const around = await placesAround(ctx.db, { projectId: project.id, ...beside });
  if (around === undefined) throw unprocessable({ error: ['Unprocessable Entity'] });
  const { place, neighbour } = around;
  if (neighbour === null) return beside.side === 'behind' ? place + outermost : place - outermost;
  const middle = Math.floor((place + neighbour) / 2);
  return middle === place || middle === neighbour ? undefined : middle;
}
