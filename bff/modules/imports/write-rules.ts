import type { ImportRecord } from '#contract/import-bundle.ts';
import { type Ctx, now } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import { bit } from '../../db/portable.ts';
import { bringLabels, usableLabels } from '../labels/rules.ts';
import { grantRole } from '../members/rules.ts';
import { countTasks } from '../merge-requests/tasks.ts';
import { noteMembership, sourceUsersOf } from '../placeholder-users/rules.ts';
import { sourceOfProject } from '../projects/rules.ts';
import { tellMilestone, tellState } from '../resource-events/write-rules.ts';
import { writeMergeRequest } from './merge-request-rules.ts';
import {
  type At,
  bearersOf,
  instant,
  milestoneOf,
  numberOf,
  once,
  type Place,
  projectOf,
} from './place.ts';
import { ImportProblem } from './problem.ts';
import {
  findMilestone,
  insertAssignees,
  insertIssue,
  insertLabel,
  insertMilestone,
} from './repository.ts';
import { writeApproval, writeNote, writeReaction } from './talk-rules.ts';

/** Writes what a line says, once; true where it is new. Call inside `transact`. */
export function writeRecord(
  ctx: Ctx,
  place: Place,
  { line, record }: { line: number; record: ImportRecord },
): Promise<boolean> {
  const at = { ...place, ctx, line };
  switch (record.type) {
    case 'source':
      return Promise.resolve(false);
    case 'user':
      return writeUser({ ...at, record });
    case 'label':
      return writeLabel({ ...at, record });
    case 'milestone':
      return once({ ...at, record }, () => writeMilestone({ ...at, record }));
    case 'issue':
      return once({ ...at, record }, () => writeIssue({ ...at, record }));
    case 'merge_request':
      return once({ ...at, record }, () => writeMergeRequest({ ...at, record }));
    case 'approval':
      return writeApproval({ ...at, record });
    case 'note':
      return once({ ...at, record }, () => writeNote({ ...at, record }));
    case 'reaction':
      return writeReaction({ ...at, record });
    case 'member':
      return writeMember({ ...at, record });
  }
}

async function writeUser({ ctx, people, record, source }: At<'user'>): Promise<boolean> {
  const known = await sourceUsersOf(ctx, source.namespace.id, [record.id.trim()]);
  const isKnown = known.some(
    (one) => one.source_hostname === source.host && one.import_type === source.importType,
  );
  return (await people.meet(ctx, record)) !== undefined && !isKnown;
}

function writeLabel(at: At<'label'>): Promise<boolean> {
  const { ctx, record, source } = at;
  const project = record.project === undefined ? undefined : projectOf(at, record.project);
  if (project === undefined && source.namespace.kind !== 'group') {
    throw new ImportProblem(`Line ${at.line}: a personal namespace has no labels of its own.`);
  }
  const time = now(ctx);
  return insertLabel(ctx.db, {
    project_id: project?.id ?? null,
    group_id: project === undefined ? source.namespace.id : null,
    name: record.name,
    color: record.color,
    description: record.description ?? null,
    priority: null,
    created_at: time,
    updated_at: time,
  });
}

async function writeMilestone(at: At<'milestone'>): Promise<number> {
  const { ctx, record } = at;
  const project = projectOf(at, record.project);
  const same = await findMilestone(ctx.db, project.id, record.title);
  if (same !== undefined) return same.id;
  const { id } = await insertMilestone(ctx.db, {
    project_id: project.id,
    group_id: null,
    iid: await nextNumber(ctx.db, 'project:milestones', project.id),
    title: record.title,
    description: record.description,
    state: record.state,
    start_date: record.start_date ?? null,
    due_date: record.due_date ?? null,
    created_at: instant(record.created_at),
    updated_at: instant(record.updated_at ?? record.created_at),
  });
  return id;
}

async function writeIssue(at: At<'issue'>): Promise<number> {
  const { ctx, record, people, source } = at;
  const project = projectOf(at, record.project);
  const closed = record.state === 'closed';
  const tasks = countTasks(record.description ?? null);
  const issue = await insertIssue(ctx.db, {
    project_id: project.id,
    iid: await numberOf(ctx, project, { table: 'issues', wanted: record.iid }),
    title: record.title,
    title_lower: record.title.toLowerCase(),
    description: record.description ?? null,
    description_lower: record.description?.toLowerCase() ?? null,
    state: record.state,
    confidential: bit(record.confidential),
    author_id: await people.bearer(ctx, record.author),
    closed_by_id: closed && record.closed_by ? await people.bearer(ctx, record.closed_by) : null,
    closed_at: closed ? instant(record.closed_at ?? record.updated_at ?? record.created_at) : null,
    milestone_id: await milestoneOf(at, project, record.milestone),
    due_date: record.due_date ?? null,
    task_count: tasks.count,
    task_completed_count: tasks.completed,
    imported_from: source.importType,
    created_at: instant(record.created_at),
    updated_at: instant(record.updated_at ?? record.created_at),
  });
  await insertAssignees(ctx.db, issue.id, await bearersOf(at, record.assignees));
  const labels = await usableLabels(ctx, project, [...new Set(record.labels)]);
  await bringLabels(
    ctx,
    { target_type: 'Issue', target_id: issue.id },
    { labels, authorId: issue.author_id, at: issue.created_at },
  );
  const of = { type: 'Issue', id: issue.id } as const;
  const came = { before: null, after: issue.milestone_id };
  await tellMilestone(ctx, of, { ...came, by: issue.author_id, at: issue.created_at });
  if (closed) {
    const at = issue.closed_at ?? issue.updated_at;
    await tellState(ctx, of, { state: 'closed', by: issue.closed_by_id, at });
  }
  return issue.id;
}

/** A role waits until somebody takes over; nobody has it before. */
async function writeMember(at: At<'member'>): Promise<boolean> {
  const { ctx, record, people, source } = at;
  const row = await people.meet(ctx, { id: record.user });
  if (row === undefined) return false;
  const project = record.project === undefined ? undefined : projectOf(at, record.project);
  const { access_level } = record;
  const expires_at = record.expires_at ?? null;
  if (row.status === 'completed' && row.reassign_to_user_id !== null) {
    const { id } = source.namespace;
    const group = { type: 'Namespace', id, namespaceId: id } as const;
    const place = project === undefined ? group : sourceOfProject(project);
    await grantRole(ctx, place, { userId: row.reassign_to_user_id, access_level, expires_at });
    return false;
  }
  const held =
    project === undefined
      ? ({ type: 'Namespace', id: source.namespace.id } as const)
      : ({ type: 'Project', id: project.id } as const);
  return noteMembership(ctx, row, { source: held, access_level, expires_at });
}
