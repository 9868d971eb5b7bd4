import { accessLevels } from '#contract/abilities.ts';
import { actingUserId, type Ctx, now, transact, isAdministrator } from '../../context.ts';
import { nextNumber } from '../../db/counters.ts';
import { nullSha } from '../../git/names.ts';
import { listRefs } from '../../git/refs.ts';
import { readHead, setHead } from '../../git/repository.ts';
import { enqueue } from '../../jobs/queue.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { announce } from '../events/rules.ts';
import {
  type BranchProtection,
  granted,
  isGranted,
  mayOpenRepository,
  protectAsUsual,
  protectionsOf,
} from '../protected-branches/rules.ts';
import { ensureRepository, noteActivity, type Project, repositoryPath } from '../projects/rules.ts';
import { listRefRows, moveRefRow } from './repository.ts';

/** One ref that moved: full name, ids before and after (forty zeros for none). */
export interface RefUpdate {
  ref: string;
  old: string;
  new: string;
}

const branchPrefix = 'refs/heads/';

/** The branch of a full ref name; undefined for tags and others. */
export const branchOf = (ref: string): string | undefined =>
  ref.startsWith(branchPrefix) ? ref.slice(branchPrefix.length) : undefined;

/**
 * Records refs that have moved in git and tells whoever hangs on them by a job of the same
 * transaction. Call inside `transact`, after git. Records of pushes that follow each other closely
 * may come in any order: one that does not fit to what is recorded is left to a comparison with git.
 */
export async function recordRefUpdates(
  ctx: Ctx,
  project: Project,
  updates: readonly RefUpdate[],
  { copied = false, pushOptions = [] }: Manner = {},
): Promise<void> {
  const moved: RefUpdate[] = [];
  let astray = false;
  for (const update of updates.filter(({ ref }) => /^refs\/(heads|tags)\//.test(ref))) {
    const outcome = await moveRef(ctx, project.id, update);
    if (outcome === 'astray') astray = true;
    if (outcome !== 'known') moved.push(update);
  }
  if (moved.length === 0) return;
  if (astray) {
    const job = { project_id: project.id, told: true };
    await enqueue(ctx, 'reconcile_refs', job, { dedup: `told:${project.id}` });
  }
  await tellOfMoves(ctx, project, { seen: moved, copied, pushOptions });
}

interface Manner {
  /** They came with a fork or an import. */
  copied?: boolean;
  /** What a push by git asked for besides. */
  pushOptions?: readonly string[];
}

/** Records one move, unless it is recorded already or does not fit to what is. */
async function moveRef(
  ctx: Ctx,
  projectId: number,
  update: RefUpdate,
): Promise<'moved' | 'known' | 'astray'> {
  const sha = shaOrNull(update.new);
  const move = { project_id: projectId, name: update.ref, old: shaOrNull(update.old), new: sha };
  if (await moveRefRow(ctx.db, move, now(ctx))) return 'moved';
  const [row] = await listRefRows(ctx.db, projectId, [update.ref]);
  return (row?.sha ?? null) === sha ? 'known' : 'astray';
}

async function tellOfMoves(
  ctx: Ctx,
  project: Project,
  { seen, copied, pushOptions }: Required<Manner> & { seen: readonly RefUpdate[] },
): Promise<void> {
  const branches = seen.flatMap(({ ref, new: sha }) =>
    sha === nullSha ? [] : (branchOf(ref) ?? []),
  );
  const first = project.empty_repo === 1 && branches.length > 0;
  const default_branch =
    first && !branches.includes(project.default_branch) ? branches[0] : project.default_branch;
  if (first && default_branch !== undefined) {
    await protectAsUsual(ctx, project, default_branch);
  }
  await noteActivity(ctx, project.id, first ? { empty_repo: 0, default_branch } : {});
  const by = { user_id: actingUserId(ctx), ...(copied ? { copied } : {}) };
  await enqueue(ctx, 'refs_changed', { project_id: project.id, updates: [...seen], ...by });
  const { push_event_hooks_limit: most } = await settingsOf(ctx);
  const quiet = copied || seen.length > most;
  const more = pushOptions.length === 0 ? {} : { push_options: pushOptions };
  await announce(
    ctx,
    seen.map(({ ref, old, new: sha }) => ({
      name: 'ref.update',
      subject: { type: 'Project', id: project.id },
      projectId: project.id,
      before: { ref, sha: old },
      after: { ref, sha, ...more },
      quiet,
    })),
  );
  await countPush(ctx, project.id);
}

const shaOrNull = (sha: string) => (sha === nullSha ? null : sha);

/** After every so many pushes a repository is packed, while the settings want it. */
export async function countPush(
  ctx: Ctx,
  projectId: number,
  kind: 'project' | 'wiki' = 'project',
): Promise<void> {
  const pushes = await nextNumber(
    ctx.db,
    kind === 'wiki' ? 'project:wiki_pushes' : 'project:pushes',
    projectId,
  );
  const settings = await settingsOf(ctx);
  const period = settings.housekeeping_optimize_repository_period;
  if (!settings.housekeeping_enabled || pushes % period !== 0) return;
  const options = { dedup: `${kind === 'wiki' ? 'wiki:' : ''}${projectId}` };
  const which = { project_id: projectId, ...(kind === 'wiki' && { wiki: true }) };
  await enqueue(ctx, 'housekeep', which, options);
}

/** What protects a branch: of several matching rules the most lenient counts; undefined for none. */
export async function protectionOf(
  ctx: Ctx,
  projectId: number,
  branch: string,
): Promise<BranchProtection | undefined> {
  return (await protectionsOf(ctx, projectId))(branch);
}

/** May the caller, with this role, push to this branch? */
export async function mayPush(
  ctx: Ctx,
  project: Project,
  to: { branch: string; level: number },
): Promise<boolean> {
  const [may] = await mayPushTo(ctx, project, { ...to, branches: [to.branch] });
  return may === true;
}

/** The same for several branches, in their order and with the queries of one. */
export async function mayPushTo(
  ctx: Ctx,
  project: Project,
  to: { branches: readonly string[]; level: number },
): Promise<boolean[]> {
  if (!isAtLeast(ctx, to.level, accessLevels.developer)) return to.branches.map(() => false);
  const protections = await protectionsOf(ctx, project.id);
  const grants = to.branches.map((branch) => protections(branch)?.push);
  const isOpen = await granted(
    ctx,
    grants.filter((grant) => grant !== undefined),
    to.level,
  );
  const unprotected =
    project.empty_repo === 0 ||
    isAdministrator(ctx) ||
    (await mayOpenRepository(ctx, project, to.level));
  return grants.map((grant) => (grant === undefined ? unprotected : isOpen(grant)));
}

/** A grant to a person or group opens nothing to who has no role in the project any more. */
const isAtLeast = (ctx: Ctx, level: number, least: number): boolean =>
  level >= least || isAdministrator(ctx);

/** May the caller, with this role, merge into this branch? */
export async function mayMerge(
  ctx: Ctx,
  project: Project,
  to: { branch: string; level: number },
): Promise<boolean> {
  if (!isAtLeast(ctx, to.level, accessLevels.developer)) return false;
  const protection = await protectionOf(ctx, project.id, to.branch);
  if (protection === undefined) return true;
  const { merge, push } = protection;
  return (await isGranted(ctx, merge, to.level)) || isGranted(ctx, push, to.level);
}

/** The recorded id of a branch; undefined where there is none. Asks no git process. */
export async function branchSha(
  ctx: Ctx,
  projectId: number,
  branch: string,
): Promise<string | undefined> {
  const [row] = await listRefRows(ctx.db, projectId, [branchPrefix + branch]);
  return row?.sha;
}

/** Names of all recorded branches of a project, sorted. Asks no git process. */
export async function branchNames(ctx: Ctx, projectId: number): Promise<string[]> {
  const rows = await listRefRows(ctx.db, projectId);
  return rows.flatMap((row) => branchOf(row.name) ?? []);
}

/** What a search in names means: `^text` begins with it, `text$` ends with it, any case. */
export function matcherOf(search: string): (name: string) => boolean {
  const text = search.toLowerCase();
  if (text.startsWith('^')) return (name) => name.toLowerCase().startsWith(text.slice(1));
  if (text.endsWith('$')) return (name) => name.toLowerCase().endsWith(text.slice(0, -1));
  return (name) => name.toLowerCase().includes(text);
}

const tagPrefix = 'refs/tags/';

/** What a tag holds as recorded; undefined where there is none. Asks no git process. */
export async function tagSha(
  ctx: Ctx,
  projectId: number,
  tag: string,
): Promise<string | undefined> {
  const [row] = await listRefRows(ctx.db, projectId, [tagPrefix + tag]);
  return row?.sha;
}

/** Names of all recorded tags of a project, sorted. Asks no git process. */
export async function tagNames(ctx: Ctx, projectId: number): Promise<string[]> {
  const rows = await listRefRows(ctx.db, projectId);
  return rows.flatMap(({ name }) =>
    name.startsWith(tagPrefix) ? [name.slice(tagPrefix.length)] : [],
  );
}

/** Heads of all recorded branches. Asks no git process. */
export async function branchShas(ctx: Ctx, projectId: number): Promise<string[]> {
  const rows = await listRefRows(ctx.db, projectId);
  return [...new Set(rows.flatMap((row) => (branchOf(row.name) === undefined ? [] : row.sha)))];
}

const pushLease = 15 * 60_000;

/**
 * Asks for a comparison of refs with the recorded ones, in case the push that is about to move
 * them is never recorded. At a start of the server such comparisons come first.
 */
export async function expectReconciliation(ctx: Ctx, projectId: number): Promise<void> {
  const options = { delay: pushLease, dedup: String(projectId) };
  await enqueue(ctx, 'reconcile_refs', { project_id: projectId }, options);
}

/**
 * What moved in git without being recorded. The record is read before git is asked: what somebody
 * records meanwhile is newer.
 */
export async function unrecordedMoves(ctx: Ctx, projectId: number): Promise<RefUpdate[]> {
  const recorded = new Map(
    (await listRefRows(ctx.db, projectId)).map((row) => [row.name, row.sha]),
  );
  const found = await listRefs(repositoryPath(ctx, projectId), ['refs/heads/', 'refs/tags/']);
  const updates: RefUpdate[] = [];
  for (const ref of found) {
    const old = recorded.get(ref.name) ?? nullSha;
    if (old !== ref.sha) updates.push({ ref: ref.name, old, new: ref.sha });
    recorded.delete(ref.name);
  }
  for (const [ref, old] of recorded) updates.push({ ref, old, new: nullSha });
  return updates;
}

/** Records what moved in git without being recorded; makes a repository that is missing. */
export async function reconcileRefs(
  ctx: Ctx,
  project: Project,
  { copied = false }: { copied?: boolean } = {},
): Promise<void> {
  await ensureRepository(ctx, project);
  const updates = await unrecordedMoves(ctx, project.id);
  if (updates.length === 0) return;
  await transact(ctx, async (ctx) => {
    const moved: RefUpdate[] = [];
    for (const update of updates) {
      if ((await moveRef(ctx, project.id, update)) === 'moved') moved.push(update);
    }
    if (moved.length > 0) {
      await tellOfMoves(ctx, project, { seen: moved, copied, pushOptions: [] });
    }
  });
}

/** Lets the repository's HEAD follow the project's default branch. */
export async function syncHead(ctx: Ctx, project: Project): Promise<void> {
  const repo = repositoryPath(ctx, project.id);
  if ((await readHead(repo)) !== project.default_branch)
    await setHead(repo, project.default_branch);
}
