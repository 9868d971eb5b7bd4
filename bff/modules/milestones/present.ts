import type { Milestone as MilestoneRecord } from '#contract/milestones.ts';
import { type Ctx, now } from '../../context.ts';
import type { Milestone } from './rules.ts';

/** A milestone's record. */
export function presentMilestone(ctx: Ctx, row: Milestone): MilestoneRecord {
  const place = row.project_id === null ? `groups/${row.full_path}` : row.full_path;
  const overdue = row.due_date !== null && row.due_date < now(ctx).slice(0, 10);
  return {
    id: row.id,
    iid: row.iid,
    ...(row.project_id === null ? {} : { project_id: row.project_id }),
    ...(row.group_id === null ? {} : { group_id: row.group_id }),
    title: row.title,
    description: row.description,
    state: row.state,
    created_at: row.created_at,
    updated_at: row.updated_at,
    due_date: row.due_date,
    start_date: row.start_date,
    expired: row.state === 'active' && overdue,
    web_url: `${ctx.publicUrl}/${place}/-/milestones/${row.iid}`,
  };
}
