import { randomBytes } from 'node:crypto';
import { emojiNamed } from '#contract/emoji-names.ts';
import type { ImportKind, ImportRecord, RecordOf } from '#contract/import-bundle.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, now } from '../../context.ts';
import { nextNumber, skipNumber } from '../../db/counters.ts';
import { bit } from '../../db/portable.ts';
import { recountVotesOf } from '../award-emoji/rules.ts';
import { bringLabels, usableLabels } from '../labels/rules.ts';
import { grantRole } from '../members/rules.ts';
import { countTasks } from '../merge-requests/tasks.ts';
import { noteMembership, sourceUsersOf } from '../placeholder-users/rules.ts';
import { type Project, sourceOfProject } from '../projects/rules.ts';
import { ImportProblem } from './lines.ts';
import type { People, Source } from './person-rules.ts';
import {
  countNote,
  findImported,
  findIssueById,
  findMilestone,
  hasIid,
  insertAssignees,
  insertImported,
  insertIssue,
  insertLabel,
  insertMilestone,
  insertNote,
  insertReaction,
} from './repository.ts';

interface Place {
  source: Source;
  people: People;
  projects: ReadonlyMap<string, Project>;
}

/** One line being written. */
interface At<K extends ImportKind> extends Place {
  ctx: Ctx;
  line: number;
  record: RecordOf<K>;
}

const instant = (text: string) => isoOf(Date.parse(text));

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
    case 'note':
      return once({ ...at, record }, () => writeNote({ ...at, record }));
    case 'reaction':
      return writeReaction({ ...at, record });
    case 'member':
      return writeMember({ ...at, record });
  }
}

const keyOf = ({ source }: Place, kind: ImportKind, id: string) => ({
  namespace_id: source.namespace.id,
  source_hostname: source.host,
  kind,
  source_id: id,
});

/** What carries an id of the other server is written the first time only. */
async function once(
  at: Place & { ctx: Ctx; record: { type: ImportKind; id: string } },
  write: () => Promise<number>,
): Promise<boolean> {
  const key = keyOf(at, at.record.type, at.record.id);
  if ((await findImported(at.ctx.db, key)) !== undefined) return false;
  await insertImported(at.ctx.db, { ...key, record_id: await write() });
  return true;
}

function projectOf({ projects, line }: Place & { line: number }, path: string): Project {
  const project = projects.get(path);
  if (project === undefined) throw new ImportProblem(`Line ${line}: there is no project ${path}.`);
  return project;
}

/** What an earlier line has brought. */
async function referred(
  at: Place & { ctx: Ctx; line: number },
  kind: 'issue' | 'milestone',
  id: string,
): Promise<number> {
  const found = await findImported(at.ctx.db, keyOf(at, kind, id));
  if (found === undefined) {
    throw new ImportProblem(`Line ${at.line}: no ${kind} ${id} stands on a line before.`);
  }
  return found;
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
  const milestone = record.milestone;
  const issue = await insertIssue(ctx.db, {
    project_id: project.id,
    iid: await numberOf(ctx, project, record.iid),
    title: record.title,
    title_lower: record.title.toLowerCase(),
    description: record.description ?? null,
    description_lower: record.description?.toLowerCase() ?? null,
    state: record.state,
    confidential: bit(record.confidential),
    author_id: await people.bearer(ctx, record.author),
    closed_by_id: closed && record.closed_by ? await people.bearer(ctx, record.closed_by) : null,
    closed_at: closed ? instant(record.closed_at ?? record.updated_at ?? record.created_at) : null,
    milestone_id: milestone === undefined ? null : await referred(at, 'milestone', milestone),
    due_date: record.due_date ?? null,
    task_count: tasks.count,
    task_completed_count: tasks.completed,
    imported_from: source.importType,
    created_at: instant(record.created_at),
    updated_at: instant(record.updated_at ?? record.created_at),
  });
  const assignees = new Set<number>();
  for (const person of record.assignees) assignees.add(await people.bearer(ctx, person));
  await insertAssignees(ctx.db, issue.id, [...assignees]);
  const labels = await usableLabels(ctx, project, [...new Set(record.labels)]);
  await bringLabels(
    ctx,
    { target_type: 'Issue', target_id: issue.id },
    { labels, authorId: issue.author_id, at: issue.created_at },
  );
  return issue.id;
}

/** The number of the other server where it is free here. */
async function numberOf(ctx: Ctx, project: Project, wanted: number | undefined): Promise<number> {
  const of = { scope: 'project:issues', scopeId: project.id };
  if (wanted === undefined || (await hasIid(ctx.db, project.id, wanted))) {
    return nextNumber(ctx.db, of.scope, of.scopeId);
  }
  await skipNumber(ctx.db, of, wanted);
  return wanted;
}

async function writeNote(at: At<'note'>): Promise<number> {
  const { ctx, record, people, source } = at;
  const issueId = await referred(at, 'issue', record.issue);
  const issue = await findIssueById(ctx.db, issueId);
  if (issue === undefined) return 0;
  const { id } = await insertNote(ctx.db, {
    noteable_type: 'Issue',
    noteable_id: issue.id,
    project_id: issue.project_id,
    author_id: await people.bearer(ctx, record.author),
    discussion_id: randomBytes(20).toString('hex'),
    type: null,
    body: record.body,
    resolved_by_id: null,
    resolved_at: null,
    commit_id: null,
    position: null,
    imported_from: source.importType,
    created_at: instant(record.created_at),
    updated_at: instant(record.updated_at ?? record.created_at),
  });
  await countNote(ctx.db, issue.id);
  return id;
}

async function writeReaction(at: At<'reaction'>): Promise<boolean> {
  const { ctx, record, people } = at;
  const issue_id = await referred(at, 'issue', record.issue);
  if ((await findIssueById(ctx.db, issue_id)) === undefined) return false;
  const created_at = instant(record.created_at);
  const isNew = await insertReaction(ctx.db, {
    name: emojiNamed(record.name) ?? record.name,
    user_id: await people.bearer(ctx, record.user),
    issue_id,
    merge_request_id: null,
    note_id: null,
    created_at,
    updated_at: created_at,
  });
  if (isNew) await recountVotesOf(ctx, [{ type: 'Issue', id: issue_id }]);
  return isNew;
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
