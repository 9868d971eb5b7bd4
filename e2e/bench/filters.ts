import { type BenchRow, firstBytes, rowOf, type Target } from './load.ts';
import { ask, type BenchServer } from './server.ts';

/** Every filter of the list by itself, over all states. */
const filters: Readonly<Record<string, string>> = {
  'approved-by': 'approved_by_ids[]=1007',
  'approved-by-none': 'approved_by_ids=None',
  approver: 'approver_ids[]=1007',
  'approver-any': 'approver_ids=Any',
  approved: 'approved=yes',
  assignee: 'assignee_id=1007',
  'assignee-none': 'assignee_id=None',
  author: 'author_username=sailor7',
  'created-after': 'created_after=2025-12-15T00:00:00Z',
  'created-before': 'created_before=2025-10-10T00:00:00Z',
  environment: 'environment=production',
  iids: 'iids[]=77&iids[]=88888',
  involves: 'involves_user_id=1007',
  labels: 'labels=label-3',
  'labels-two': 'labels=label-3,label-34',
  'labels-none': 'labels=None',
  'merge-user': 'merge_user_id=1003',
  milestone: 'milestone=Milestone 7',
  'milestone-none': 'milestone=None',
  reaction: 'my_reaction_emoji=rocket',
  'reaction-none': 'my_reaction_emoji=None',
  'not-author': 'not[author_id]=1007',
  'not-assignee': 'not[assignee_id]=1007',
  'not-reviewer': 'not[reviewer_id]=1007',
  'not-labels': 'not[labels]=label-3',
  'not-milestone': 'not[milestone]=Milestone 7',
  'not-reaction': 'not[my_reaction_emoji]=rocket',
  'order-merged': 'order_by=merged_at',
  'order-title': 'order_by=title&sort=asc',
  'order-updated': 'order_by=updated_at',
  'order-due': 'order_by=milestone_due',
  'order-label-priority': 'order_by=label_priority',
  'order-popularity': 'order_by=popularity',
  'order-priority': 'order_by=priority',
  reviewer: 'reviewer_id=1006',
  'reviewer-none': 'reviewer_id=None',
  scope: 'scope=assigned_to_me',
  search: 'search=ship 777',
  'search-all': 'search=trim',
  'search-none': 'search=no such words',
  'source-branch': 'source_branch=topic-777',
  'target-branch': 'target_branch=main',
  'state-locked': 'state=locked',
  'state-merged': 'state=merged',
  'updated-after': 'updated_after=2025-12-15T00:00:00Z',
  'wip-yes': 'wip=yes',
  'wip-no': 'wip=no',
};

/** Over several projects only. */
const everywhere: Readonly<Record<string, string>> = {
  'deployed-after': 'deployed_after=2025-12-15',
  'deployed-before': 'deployed_before=2025-10-10',
};

/** One row for each filter, asked one after the other; `ratio` compares with the same of `raw`. */
export async function timeFilters(
  server: BenchServer,
  projectId: number,
  { raw, turns }: { raw: Target; turns: number },
): Promise<BenchRow[]> {
  const headers = { 'private-token': server.token };
  await firstBytes(raw, turns);
  const yardstick = rowOf('raw', await firstBytes(raw, turns * 2)).rps ?? 1;
  const time = async (name: string, path: string): Promise<BenchRow> => {
    const target = { url: `${server.url}/api/v4${path.replaceAll(' ', '%20')}`, headers };
    await firstBytes(target, turns);
    const row = rowOf(`mr-filter-${name}`, await firstBytes(target, turns));
    return { ...row, ratio: Math.round(((row.rps ?? 0) / yardstick) * 1000) / 1000 };
  };
  const rows: BenchRow[] = [];
  for (const [name, query] of Object.entries(filters)) {
    rows.push(await time(name, `/projects/${projectId}/merge_requests?${query}`));
  }
  for (const [name, query] of Object.entries(everywhere)) {
    rows.push(await time(name, `/merge_requests?scope=all&${query}`));
  }
  return rows;
}

/** The milliseconds of edits of merge requests, one after the other. */
export async function timeWrites(
  server: BenchServer,
  projectId: number,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let iid = 1; iid <= count; iid++) {
    const began = performance.now();
    const change = { description: `Trim ${began}` };
    await ask(server, `PUT /projects/${projectId}/merge_requests/${iid}`, change);
    times.push(performance.now() - began);
  }
  return times;
}
