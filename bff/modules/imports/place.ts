import type { ImportKind, RecordOf } from '#contract/import-bundle.ts';
import { isoOf } from '../../clock.ts';
import type { Ctx } from '../../context.ts';
import { nextNumber, skipNumber } from '../../db/counters.ts';
import type { Project } from '../projects/rules.ts';
import type { People, Source } from './person-rules.ts';
import { ImportProblem } from './problem.ts';
import { findImported, hasIid, hasMilestone, insertImported } from './repository.ts';

/** Where lines are written to, and who stands for whom. */
export interface Place {
  source: Source;
  people: People;
  projects: ReadonlyMap<string, Project>;
  /** What git says of the merge requests of these lines. */
  branches: ReadonlyMap<number, Branches>;
}

/** What git says of a merge request before it is written. */
export interface Branches {
  head: string | undefined;
  mergeCommit: string | undefined;
  version: Version | undefined;
  /** Both branches are there. */
  whole: boolean;
}

interface Version {
  head_commit_sha: string;
  base_commit_sha: string;
  start_commit_sha: string;
  state: 'collected' | 'empty';
  commits_count: number;
  changes_count: number;
  patch_id_sha: string | null;
}

/** One line being written. */
export interface At<K extends ImportKind> extends Place {
  ctx: Ctx;
  line: number;
  record: RecordOf<K>;
}

export const instant = (text: string): string => isoOf(Date.parse(text));

/** By what a record of the other server is found again. */
export const keyOf = ({ source }: Pick<Place, 'source'>, kind: string, id: string) => ({
  namespace_id: source.namespace.id,
  source_hostname: source.host,
  kind,
  source_id: id,
});

/** What carries an id of the other server is written the first time only. */
export async function once(
  at: Place & { ctx: Ctx; record: { type: ImportKind; id: string } },
  write: () => Promise<number>,
): Promise<boolean> {
  const key = keyOf(at, at.record.type, at.record.id);
  if ((await findImported(at.ctx.db, key)) !== undefined) return false;
  const record_id = await write();
  // What it is about is gone.
  if (record_id === 0) return false;
  await insertImported(at.ctx.db, { ...key, record_id });
  return true;
}

/** A project of the group, which was made before the lines that name it. */
export function projectOf(
  { projects, line }: Pick<Place, 'projects'> & { line: number },
  path: string,
): Project {
  const project = projects.get(path);
  if (project === undefined) throw new ImportProblem(`Line ${line}: there is no project ${path}.`);
  return project;
}

/** What an earlier line has brought. */
export async function referred(
  at: Place & { ctx: Ctx; line: number },
  kind: 'issue' | 'merge_request' | 'milestone' | 'note',
  id: string,
): Promise<number> {
  const found = await findImported(at.ctx.db, keyOf(at, kind, id));
  if (found === undefined) {
    const name = kind.replaceAll('_', ' ');
    throw new ImportProblem(`Line ${at.line}: no ${name} ${id} stands on a line before.`);
  }
  return found;
}

/** The milestone of a line; null where it is deleted here by now. */
export async function milestoneOf(
  at: Place & { ctx: Ctx; line: number },
  project: Project,
  id: string | undefined,
): Promise<number | null> {
  if (id === undefined) return null;
  const found = await referred(at, 'milestone', id);
  return (await hasMilestone(at.ctx.db, found, project.id)) ? found : null;
}

/** The number of the other server where it is free here. */
export async function numberOf(
  ctx: Ctx,
  project: Project,
  { table, wanted }: { table: 'issues' | 'merge_requests'; wanted: number | undefined },
): Promise<number> {
  const of = { scope: `project:${table}`, scopeId: project.id };
  if (
    wanted === undefined ||
    (await hasIid(ctx.db, { table, projectId: project.id, iid: wanted }))
  ) {
    return nextNumber(ctx.db, of.scope, of.scopeId);
  }
  await skipNumber(ctx.db, of, wanted);
  return wanted;
}

/** Who carries these people's work, each once. */
export async function bearersOf(
  { ctx, people }: Pick<Place, 'people'> & { ctx: Ctx },
  persons: readonly string[],
): Promise<number[]> {
  const ids = new Set<number>();
  for (const person of persons) ids.add(await people.bearer(ctx, person));
  return [...ids];
}
