import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventName } from '#contract/event-names.ts';
import { importRecord, type ImportKind, type ImportRecord } from '#contract/import-bundle.ts';
import { type Ctx, transact, type User } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { actAs } from '../merge-requests/act-as.ts';
import type { Namespace } from '../namespaces/rules.ts';
import { createProject } from '../projects/create-rules.ts';
import { findProjectNamed, type Project } from '../projects/rules.ts';
import type { Unpacked } from './archive.ts';
import { bringRepository } from './git-rules.ts';
import { linesOf } from './lines.ts';
import { lookAtBranches } from './merge-request-rules.ts';
import { personsOf, type Source } from './person-rules.ts';
import { projectOf } from './place.ts';
import { ImportProblem } from './problem.ts';
import { forgetDeleted } from './repository.ts';
import { writeRecord } from './write-rules.ts';

const megabyte = 1024 * 1024;
/** Lines of one transaction, or as much as weighs this: everybody else waits for it. */
const atOnce = { lines: 100, weight: 1_000_000 };
/** What a person costs, in characters of text. */
const weightOfPerson = 10_000;

interface Parsed {
  line: number;
  record: ImportRecord;
}

/** How many of each kind are new. */
export type ImportCounts = Partial<Record<ImportKind | 'repository', number>>;

/** How far an import is: whole batches of lines up to one, and what they have brought. */
export interface Progress {
  done: number;
  counts: ImportCounts;
}

interface Given {
  bundle: Unpacked;
  namespace: Namespace;
  by: User;
  /** Where an earlier run has come to. */
  from?: Progress;
  /** Is told in the transaction of each batch; another process is at it where it throws. */
  onBatch?: (ctx: Ctx, progress: Progress) => Promise<void>;
}

/** Throws an `ImportProblem` for a file that is larger than imports may be. */
export async function refuseLarge(ctx: Ctx, bytes: number): Promise<void> {
  const { max_import_size: most } = await settingsOf(ctx);
  if (most > 0 && bytes > most * megabyte) {
    throw new ImportProblem(`The file has more than ${most} MB.`);
  }
}

/**
 * Brings what a bundle holds into a namespace: the repositories, then line by line, some lines in a
 * transaction. What is here is not brought again, so that a run that was cut off is simply run once
 * more.
 */
export async function importBundle(ctx: Ctx, given: Given): Promise<ImportCounts> {
  const { bundle, namespace, onBatch } = given;
  const by = actAs(ctx, given.by);
  let progress: Progress = given.from ?? { done: 0, counts: {} };
  const projects = new Map<string, Project>();
  let source: Source | undefined;
  const flush = async (batch: readonly Parsed[]) => {
    const [first] = batch;
    if (first === undefined) return;
    if (source === undefined) throw missingSource(first.line);
    const into = source;
    const paths = batch.flatMap(({ record }) =>
      'project' in record ? (record.project ?? []) : [],
    );
    await makeProjects(by, paths, { namespace, projects });
    const branches = await lookAtBranches(by, batch, { source: into, projects });
    const place = { source: into, people: personsOf(into), projects, branches };
    progress = await transact(by, async (ctx) => {
      const kinds: ImportKind[] = [];
      for (const { line, record } of batch) {
        if (await writeRecord(ctx, place, { line, record })) kinds.push(record.type);
      }
      const reached = { done: batch.at(-1)?.line ?? 0, counts: plus(progress.counts, kinds) };
      await onBatch?.(ctx, reached);
      return reached;
    });
    ctx.signal?.throwIfAborted();
    await nextTurn();
  };
  let batch: Parsed[] = [];
  let weight = 0;
  for await (const { line, text } of linesOf(bundle.records)) {
    if (source !== undefined && line <= progress.done) continue;
    const record = parsed(line, text);
    if (record.type === 'source') {
      if (source !== undefined) throw new ImportProblem(`Line ${line}: a second source.`);
      const { host, import_type } = record;
      source = { namespace, host, importType: import_type };
      await makeProjects(by, [...bundle.repositories.keys()], { namespace, projects });
      const brought = await bringRepositories(by, { bundle, source, projects });
      progress = { ...progress, counts: plus(progress.counts, brought) };
      continue;
    }
    if (source === undefined) throw missingSource(line);
    batch.push({ line, record });
    weight += weigh(text, record);
    if (batch.length < atOnce.lines && weight < atOnce.weight) continue;
    await flush(batch);
    batch = [];
    weight = 0;
  }
  await flush(batch);
  if (source === undefined) throw missingSource(1);
  return progress.counts;
}

function weigh(text: string, record: ImportRecord): number {
  const assignees = 'assignees' in record ? record.assignees.length : 0;
  const reviewers = 'reviewers' in record ? record.reviewers.length : 0;
  return text.length + weightOfPerson * (assignees + reviewers);
}

function plus(counts: ImportCounts, kinds: readonly (keyof ImportCounts)[]): ImportCounts {
  const sum = { ...counts };
  for (const kind of kinds) sum[kind] = (sum[kind] ?? 0) + 1;
  return sum;
}

async function bringRepositories(
  ctx: Ctx,
  given: { bundle: Unpacked; source: Source; projects: ReadonlyMap<string, Project> },
): Promise<'repository'[]> {
  const { bundle, source, projects } = given;
  const brought: 'repository'[] = [];
  for (const [path, file] of bundle.repositories) {
    const project = projectOf({ projects, line: 1 }, path);
    if (await bringRepository(ctx, project, { source, bundle: file })) brought.push('repository');
  }
  return brought;
}

const missingSource = (line: number) =>
  new ImportProblem(`Line ${line}: the first line must name the source.`);

function parsed(line: number, text: string): ImportRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ImportProblem(`Line ${line}: no JSON.`);
  }
  const { success, data, error } = importRecord.safeParse(value);
  if (!success) {
    const [issue] = error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new ImportProblem(`Line ${line}: ${where === '' ? '' : `${where}: `}${issue?.message}.`);
  }
  if (JSON.stringify(data).replaceAll('\\\\', '').includes('\\u0000')) {
    throw new ImportProblem(`Line ${line}: a NUL character.`);
  }
  return data;
}

/** Projects are made before the lines that need them: a repository is no row. */
async function makeProjects(
  ctx: Ctx,
  paths: readonly string[],
  { namespace, projects }: { namespace: Namespace; projects: Map<string, Project> },
): Promise<void> {
  for (const path of paths) {
    if (projects.has(path)) continue;
    const found = await findProjectNamed(ctx, `${namespace.full_path}/${path}`);
    projects.set(path, found ?? (await makeProject(ctx, namespace, path)));
  }
}

async function makeProject(ctx: Ctx, namespace: Namespace, path: string): Promise<Project> {
  try {
    const project = await createProject(ctx, { name: path, path, namespace_id: namespace.id });
    // Whatever was in one of that name and is deleted may come again.
    await transact(ctx, (ctx) => forgetDeleted(ctx.db, namespace.id));
    return project;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new ImportProblem(`A project ${path} cannot be made in ${namespace.full_path}.`);
  }
}

/** Writes down what an import has brought. Call inside `transact`. */
export const auditImport = (
  ctx: Ctx,
  namespace: Namespace,
  { action, after }: { action: EventName; after: Record<string, unknown> },
): Promise<void> =>
  audit(ctx, {
    action,
    subject: { type: 'Namespace', id: namespace.id, name: namespace.full_path },
    groupId: namespace.kind === 'group' ? namespace.id : null,
    after,
  });
