import { accessLevels } from '#contract/abilities.ts';
import { type Ctx, isAdministrator, now, transact } from '../../context.ts';
import { forbidden } from '../../errors.ts';
import { initBare, readHead, RepositoryExists, repositoryExists } from '../../git/repository.ts';
import { resolve } from '../../git/resolve.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { type Project, projectLevelOfActor, repositoryPath } from '../projects/rules.ts';
import { findWiki, insertWiki } from './repository.ts';

/** What a path of git ends in where it names a wiki. */
export const wikiEnding = '.wiki';

/** The path of a wiki beside that of its project's code. */
export const besideCode = (path: string): string => path.replace(/\.git$/, `${wikiEnding}.git`);

/** Where the bare repository of a project's wiki lies. */
export const wikiPath = (ctx: Pick<Ctx, 'dataDir'>, projectId: number): string =>
  besideCode(repositoryPath(ctx, projectId));

/** 403 where the project has no wiki, or none for the caller. */
export async function refuseClosedWiki(ctx: Ctx, project: Project): Promise<void> {
  const { wiki_access_level: level } = project;
  if (level === 'enabled') return;
  const isFor = async () =>
    isAdministrator(ctx) || (await projectLevelOfActor(ctx, project)) >= accessLevels.guest;
  if (level === 'disabled' || !(await isFor())) throw forbidden();
}

/** A wiki as it stands: its repository, its branch and where that is; no commit, no `tip`. */
export interface Wiki {
  repo: string;
  branch: string;
  tip: string | undefined;
}

/** The wiki of a project; undefined while it has none. */
export async function openWiki(ctx: Ctx, projectId: number): Promise<Wiki | undefined> {
  const repo = wikiPath(ctx, projectId);
  if (!(await repositoryExists(repo))) return undefined;
  const branch = await readHead(repo);
  return { repo, branch, tip: await resolve(repo, `refs/heads/${branch}`) };
}

/** The same for one who writes: makes the wiki where it is missing. */
export async function ensureWiki(ctx: Ctx, projectId: number): Promise<void> {
  const repo = wikiPath(ctx, projectId);
  const isMade = await repositoryExists(repo);
  if (isMade && (await findWiki(ctx.db, projectId)) !== undefined) return;
  if (!isMade) await initWiki(ctx, repo);
  await transact(ctx, (ctx) => insertWiki(ctx.db, projectId, now(ctx)));
}

async function initWiki(ctx: Ctx, repo: string): Promise<void> {
  const { default_branch_name: usual } = await settingsOf(ctx);
  try {
    await initBare(repo, usual || 'main');
  } catch (error) {
    // Somebody else was faster.
    if (!(error instanceof RepositoryExists)) throw error;
  }
}
