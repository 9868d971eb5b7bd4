import type { EventName } from '#contract/event-names.ts';
import { type Ctx, now } from '../../context.ts';
import { diffStat, type FileChange } from '../../git/diff.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Project } from '../projects/rules.ts';
import { countPush } from '../repositories/rules.ts';
import { isPlainFile, type PageName, pageOfPath } from './page-names.ts';
import type { FoundPage } from './reading-rules.ts';
import { findWiki, moveWiki } from './repository.ts';

/** What happened to a page, by a commit of its wiki. */
export interface PageChange {
  action: 'create' | 'update' | 'remove';
  /** As it is; a removed page as it was. */
  page: FoundPage;
  /** Its slug before. */
  former: string | undefined;
  version: string;
  message: string;
}

/** A change as the stream of events keeps it. */
export function happenedTo(project: Project, change: PageChange) {
  const { action, page, former, version, message } = change;
  const name: EventName = `wiki_page.${action}`;
  const of = { name, subject: { type: 'Project', id: project.id }, projectId: project.id } as const;
  const known = { ...page };
  const by = { version, message };
  if (action === 'remove') return { ...of, before: known, after: by };
  const after = { ...known, ...by };
  return former === undefined ? { ...of, after } : { ...of, before: { slug: former }, after };
}

/** What the pages of a wiki went through between two commits; a page that moved was changed. */
export async function changesBetween(
  repo: string,
  moved: { old: string | null; new: string; message: string },
): Promise<PageChange[]> {
  const files = await diffStat(repo, { base: moved.old, head: moved.new });
  return files.flatMap((file) => changeOf(file, { version: moved.new, message: moved.message }));
}

function changeOf(file: FileChange, by: Pick<PageChange, 'version' | 'message'>): PageChange[] {
  const before = pageOfSide(file.deleted_file || !file.new_file, file.old_path, file.a_mode);
  const after = pageOfSide(!file.deleted_file, file.new_path, file.b_mode);
  if (after !== undefined) {
    const page = { ...after, blob: file.new_sha };
    const action = before === undefined ? 'create' : 'update';
    return [{ action, page, former: before?.slug, ...by }];
  }
  if (before === undefined) return [];
  const page = { ...before, blob: file.old_sha };
  return [{ action: 'remove', page, former: before.slug, ...by }];
}

const pageOfSide = (isThere: boolean, path: string, mode: string): PageName | undefined =>
  isThere && isPlainFile(mode) ? pageOfPath(path) : undefined;

/** A move of the branch of a wiki. */
export interface WikiMove {
  old: string | null;
  new: string;
}

/**
 * Records a move of the branch. Call inside `transact`, after git. One that does not fit to what is
 * recorded, since another is recorded later than it came, is left to a comparison with git. False
 * for one that was recorded, and told, already.
 */
export async function recordMove(ctx: Ctx, projectId: number, move: WikiMove): Promise<boolean> {
  await countPush(ctx, projectId, 'wiki');
  if (await moveWiki(ctx.db, { project_id: projectId, ...move }, now(ctx))) return true;
  if ((await findWiki(ctx.db, projectId))?.sha === move.new) return false;
  const job = { project_id: projectId, told: true };
  await enqueue(ctx, 'reconcile_wiki', job, { dedup: `told:${projectId}` });
  return true;
}

const lease = 15 * 60_000;

/** Asks for a comparison with git, in case the move that is about to come is never recorded. */
export async function expectReconciliation(ctx: Ctx, projectId: number): Promise<void> {
  const options = { delay: lease, dedup: String(projectId) };
  await enqueue(ctx, 'reconcile_wiki', { project_id: projectId }, options);
}
