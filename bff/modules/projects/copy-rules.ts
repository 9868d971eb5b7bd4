import type { BodyOf } from '#contract/endpoint.ts';
import type { projects } from '#contract/projects.ts';
import { type Ctx, createContext, now, transact } from '../../context.ts';
import { conflict, DomainError, forbiddenText, invalid, notFound } from '../../errors.ts';
import { fetchRefs, fetchRemote, type Refspec, remoteHead } from '../../git/fetch.ts';
import { isBranchName } from '../../git/names.ts';
import { GitError } from '../../git/process.ts';
import { repositorySize } from '../../git/repository.ts';
import { type GitDoor, OutboundError } from '../../outbound/decision.ts';
import { gitOutside } from '../../outbound/rules.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { namespaceByPath } from '../namespaces/rules.ts';
import { limitImports } from '../throttles/limit-rules.ts';
import { reconcileRefs } from '../repositories/rules.ts';
import { moreOpen } from './check-rules.ts';
import { createProject } from './create-rules.ts';
import { type Project, updateProjectRow } from './repository.ts';
import { ensureRepository, findProjectById, repositoryPath } from './rules.ts';

const everything: readonly Refspec[] = [
  { from: 'refs/heads/*', to: 'refs/heads/*' },
  { from: 'refs/tags/*', to: 'refs/tags/*' },
];

/** Below it a fork is copied before the answer; a larger one in the background. */
const smallRepository = 64 * 1024 * 1024;
/** At a request the job that makes a copy good comes after this; a job may take its time. */
const longestCopy = { request: 4 * 60_000, job: 4 * 60 * 60_000 };

type ForkBody = BodyOf<typeof projects.fork>;

/** Makes a project of one's own with a copy of another one's repository. */
export async function forkProject(ctx: Ctx, source: Project, body: ForkBody): Promise<Project> {
  const namespace_id = await namespaceOf(ctx, body);
  if (body.visibility !== undefined && moreOpen(body.visibility, source.visibility)) {
    throw invalid({
      visibility_level: [
        `${body.visibility} is not allowed since the fork source project has lower visibility.`,
      ],
    });
  }
  const size = await repositorySize(repositoryPath(ctx, source.id));
  const small = size <= smallRepository;
  const wanted = {
    name: body.name ?? source.name,
    path: body.path ?? source.path,
    namespace_id,
    description: body.description ?? source.description,
    visibility: body.visibility,
    default_branch: body.branches ?? source.default_branch,
  };
  const fork = await unlessTaken(() =>
    createProject(ctx, wanted, { kind: 'fork', source, branch: body.branches, small }),
  );
  if (!small) return fork;
  await copyRepository(ctx, { project_id: fork.id, branch: body.branches });
  return (await findProjectById(ctx, fork.id)) ?? fork;
}

async function namespaceOf(ctx: Ctx, body: ForkBody): Promise<number | undefined> {
  const named = body.namespace_path ?? body.namespace;
  if (body.namespace_id !== undefined || named === undefined) return body.namespace_id;
  if (/^\d{1,15}$/.test(named)) return Number(named);
  const namespace = await namespaceByPath(ctx, named);
  if (namespace === undefined) throw notFound('Target Namespace');
  return namespace.id;
}

async function unlessTaken<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const fields =
      error instanceof DomainError && error.refusal.kind === 'invalid' ? error.refusal.fields : {};
    if (fields.path?.includes('has already been taken')) {
      throw conflict(['Path has already been taken']);
    }
    throw error;
  }
}

export interface Copy {
  project_id: number;
  /** Of a fork: the one branch to copy. */
  branch?: string | undefined;
  /** Of an import: user and password, encrypted. */
  credentials?: string | undefined;
}

/**
 * Copies the repository that a fork or an import begins with, once: at the request and again as
 * the job that makes it good after a crash. Nothing runs for what comes with a copy.
 */
export async function copyRepository(ctx: Ctx, copy: Copy): Promise<void> {
  const system = createContext(ctx, { kind: 'system', job: 'copy_repository' });
  const project = await findProjectById(system, copy.project_id);
  if (project === undefined || project.import_status !== 'scheduled') return;
  await ensureRepository(system, project);
  const repo = repositoryPath(system, project.id);
  let head: string | undefined;
  try {
    if (project.import_url === null) await copyFork(system, project, copy.branch);
    else head = await copyRemote(system, { url: project.import_url, repo, copy });
  } catch (error) {
    if (!isFailure(error) || ctx.signal?.aborted) throw error;
    if (isTimeout(error) && ctx.signal === undefined) return;
    // What git says would tell what answers inside the network.
    const import_error = new OutboundError(undefined).message;
    system.log.info({ project_id: project.id }, 'a repository could not be copied');
    await settle(system, project, { import_status: 'failed', import_error });
    return;
  }
  const begun = head === undefined ? project : { ...project, default_branch: head };
  await reconcileRefs(system, begun, { copied: true });
  await settle(system, project, { import_status: 'finished' });
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

/** A job that takes too long has failed, a request leaves the copy to its job. */
const isFailure = (error: unknown) =>
  error instanceof GitError || error instanceof OutboundError || isTimeout(error);

function untilTooLong(ctx: Ctx): AbortSignal {
  if (ctx.signal === undefined) return AbortSignal.timeout(longestCopy.request);
  return AbortSignal.any([ctx.signal, AbortSignal.timeout(longestCopy.job)]);
}

async function settle(
  ctx: Ctx,
  project: Project,
  change: Pick<Partial<Project>, 'import_status' | 'import_error'>,
): Promise<void> {
  await transact(ctx, (ctx) =>
    updateProjectRow(ctx.db, project.id, { ...change, updated_at: now(ctx) }),
  );
}

async function copyFork(ctx: Ctx, fork: Project, branch: string | undefined): Promise<void> {
  const source = await findProjectById(ctx, fork.forked_from_project_id ?? 0);
  if (source === undefined) throw new OutboundError('the source of the fork is gone');
  const ref = `refs/heads/${branch}`;
  const refspecs = branch === undefined ? everything : [{ from: ref, to: ref }];
  const signal = untilTooLong(ctx);
  await fetchRefs(repositoryPath(ctx, fork.id), repositoryPath(ctx, source.id), refspecs, signal);
}

/** The branch that the other side's HEAD names. */
async function copyRemote(
  ctx: Ctx,
  from: { url: string; repo: string; copy: Copy },
): Promise<string | undefined> {
  const door = withCredentials(ctx, await gitOutside(ctx, from.url), from.copy.credentials);
  const signal = untilTooLong(ctx);
  const head = await remoteHead(from.repo, { ...door, signal });
  await fetchRemote(from.repo, { ...door, refspecs: everything, signal });
  return head !== undefined && isBranchName(head) ? head : undefined;
}

/** Credentials reach git in its environment: a command line is there for all to read. */
function withCredentials(ctx: Ctx, door: GitDoor, sealed: string | undefined): GitDoor {
  if (sealed === undefined) return door;
  const basic = Buffer.from(ctx.secrets.decrypt(sealed)).toString('base64');
  const header = ['http.extraHeader', `Authorization: Basic ${basic}`] as const;
  return { ...door, config: [...door.config, header] };
}

/** Creates a project whose repository is fetched from another server, in the background. */
export async function importProject(
  ctx: Ctx,
  body: BodyOf<typeof projects.create> & { import_url: string },
): Promise<Project> {
  const { url, credentials } = parted(body.import_url);
  if (!(await settingsOf(ctx)).import_sources.includes('git')) {
    throw forbiddenText('git is not among the import_sources of this server.');
  }
  try {
    await gitOutside(ctx, url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw invalid({ import_url: [error.message] });
  }
  await limitImports(ctx, 'project_import_limit');
  const sealed = credentials === undefined ? undefined : ctx.secrets.encrypt(credentials);
  return createProject(ctx, body, { kind: 'import', url, credentials: sealed });
}

/** A URL without its user and password, and those. */
function parted(text: string): { url: string; credentials: string | undefined } {
  if (!URL.canParse(text)) throw invalid({ import_url: ['must be a valid URL'] });
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url: url.href, credentials: undefined };
  try {
    const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { url: url.href, credentials: plain };
  } catch {
    throw invalid({ import_url: ['must be a valid URL'] });
  }
}
