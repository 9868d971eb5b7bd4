import { stat } from 'node:fs/promises';
import { importRecord, type ImportKind, type ImportRecord } from '#contract/import-bundle.ts';
import { type Ctx, transact, type User } from '../../context.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { actAs } from '../merge-requests/act-as.ts';
import type { Namespace } from '../namespaces/rules.ts';
import { createProject } from '../projects/create-rules.ts';
import { findProjectNamed, type Project } from '../projects/rules.ts';
import { ImportProblem, linesOf } from './lines.ts';
import { personsOf, type Source } from './person-rules.ts';
import { writeRecord } from './write-rules.ts';

const megabyte = 1024 * 1024;
/** Lines of one transaction. */
const atOnce = 100;

interface Parsed {
  line: number;
  record: ImportRecord;
}

/** How many of each kind are new. */
export type ImportCounts = Partial<Record<ImportKind, number>>;

/**
 * Brings what a bundle holds into a namespace: line by line, some lines in a transaction. What is
 * here is not brought again, so that a run that was cut off is simply run once more.
 */
export async function importBundle(
  ctx: Ctx,
  given: { path: string; namespace: Namespace; by: User },
): Promise<ImportCounts> {
  const { max_import_size: most } = await settingsOf(ctx);
  if (most > 0 && (await stat(given.path)).size > most * megabyte) {
    throw new ImportProblem(`The file has more than ${most} MB.`);
  }
  const by = actAs(ctx, given.by);
  const counts: ImportCounts = {};
  const projects = new Map<string, Project>();
  let source: Source | undefined;
  const flush = async (batch: readonly Parsed[]) => {
    const [first] = batch;
    if (first === undefined) return;
    if (source === undefined) throw missingSource(first.line);
    const into = source;
    await makeProjects(by, { ...given, batch, projects });
    const people = personsOf(into);
    const fresh = await transact(by, async (ctx) => {
      const kinds: ImportKind[] = [];
      for (const { line, record } of batch) {
        const place = { source: into, people, projects };
        if (await writeRecord(ctx, place, { line, record })) kinds.push(record.type);
      }
      return kinds;
    });
    for (const kind of fresh) counts[kind] = (counts[kind] ?? 0) + 1;
  };
  let batch: Parsed[] = [];
  for await (const { line, text } of linesOf(given.path)) {
    const record = parsed(line, text);
    if (record.type === 'source') {
      if (source !== undefined) throw new ImportProblem(`Line ${line}: a second source.`);
      const { host, import_type } = record;
      source = { namespace: given.namespace, host, importType: import_type };
      continue;
    }
    if (source === undefined) throw missingSource(line);
    batch.push({ line, record });
    if (batch.length < atOnce) continue;
    await flush(batch);
    batch = [];
  }
  await flush(batch);
  await tell(by, given.namespace, counts);
  return counts;
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
  {
    namespace,
    batch,
    projects,
  }: { namespace: Namespace; batch: readonly Parsed[]; projects: Map<string, Project> },
): Promise<void> {
  for (const { record } of batch) {
    const path = 'project' in record ? record.project : undefined;
    if (path === undefined || projects.has(path)) continue;
    const found = await findProjectNamed(ctx, `${namespace.full_path}/${path}`);
    const body = { name: path, path, namespace_id: namespace.id };
    projects.set(path, found ?? (await createProject(ctx, body)));
  }
}

const tell = (ctx: Ctx, namespace: Namespace, counts: ImportCounts): Promise<void> =>
  transact(ctx, (ctx) =>
    audit(ctx, {
      action: 'import.finish',
      subject: { type: 'Namespace', id: namespace.id, name: namespace.full_path },
      groupId: namespace.kind === 'group' ? namespace.id : null,
      after: counts,
    }),
  );
