import type { BodyOf } from '#contract/endpoint.ts';
import type { wikis } from '#contract/wikis.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { conflict, type DomainError, invalid, notFound } from '../../errors.ts';
import { type CommitAction, CommitActionError, commitActions } from '../../git/commit-actions.ts';
import { RefRace, updateRef } from '../../git/refs.ts';
import { refuseStale } from '../../preconditions.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { expectReconciliation, happenedTo, type PageChange, recordMove } from './change-rules.ts';
import { inTurn } from './in-turn.ts';
import { pageOfPath, pathOfSlug, sizeInWords, slugOfTitle } from './page-names.ts';
import { ensureWiki, openWiki, refuseClosedWiki, type Wiki } from './place-rules.ts';
import { type FoundPage, lastChange, pageAt, textOf } from './reading-rules.ts';
import { commitEmailOf } from '../users/commit-email.ts';

/** Adds a page, and with the first one the wiki. */
export async function createPage(
  ctx: Ctx,
  project: Project,
  body: BodyOf<typeof wikis.create>,
): Promise<FoundPage> {
  await refuseClosedWiki(ctx, project);
  const slug = slugOf(body.title);
  await refuseTooLong(ctx, body.content);
  await ensureWiki(ctx, project.id);
  return write(ctx, project, async (wiki) => {
    if ((await pageAt(wiki.repo, wiki.tip, slug)) !== undefined) throw taken();
    const file_path = pathOfSlug(slug, body.format);
    const content = Buffer.from(body.content);
    const said = body.message || `${actingUser(ctx).username} created page: ${slug}`;
    return {
      actions: [{ action: 'create', file_path, content }],
      path: file_path,
      change: { action: 'create', former: undefined, message: said },
    };
  });
}

interface Seen {
  slug: string;
  unmodifiedSince: string | undefined;
}

/** Changes a page: its text, its place, what it is written in. What changes nothing is no commit. */
export async function updatePage(
  ctx: Ctx,
  project: Project,
  { slug, body, unmodifiedSince }: Seen & { body: BodyOf<typeof wikis.update> },
): Promise<FoundPage> {
  await refuseClosedWiki(ctx, project);
  const next = body.title === undefined ? slug : slugOf(body.title, slug);
  if (body.content !== undefined) await refuseTooLong(ctx, body.content);
  return write(ctx, project, async (wiki) => {
    const page = await seenPage(wiki, { slug, unmodifiedSince });
    const isSame = next === slug && (body.format ?? page.format) === page.format;
    if (next !== slug && (await pageAt(wiki.repo, wiki.tip, next)) !== undefined) throw taken();
    const file_path = isSame ? page.path : pathOfSlug(next, body.format ?? page.format);
    const content = body.content === undefined ? undefined : Buffer.from(body.content);
    const isKept =
      content === undefined ||
      (await textOf(wiki.repo, page.blob, content.length)) === body.content;
    if (isSame && isKept) return { unchanged: page };
    const { last_commit_id } = body;
    const action: CommitAction = isSame
      ? { action: 'update', file_path, content: content ?? Buffer.alloc(0), last_commit_id }
      : { action: 'move', previous_path: page.path, file_path, content, last_commit_id };
    const said = body.message || `${actingUser(ctx).username} updated page: ${next}`;
    const change = { action: 'update', former: slug, message: said } as const;
    return { actions: [action], path: file_path, change };
  });
}

/** Deletes a page; 412 where it has changed since. */
export async function removePage(ctx: Ctx, project: Project, seen: Seen): Promise<void> {
  await refuseClosedWiki(ctx, project);
  await write(ctx, project, async (wiki) => {
    const page = await seenPage(wiki, seen);
    return {
      actions: [{ action: 'delete', file_path: page.path }],
      path: page.path,
      removed: page,
      change: {
        action: 'remove',
        former: page.slug,
        message: `${actingUser(ctx).username} deleted page: ${page.slug}`,
      },
    };
  });
}

function slugOf(title: string, current?: string): string {
  const slugged = slugOfTitle(title, current);
  if ('problem' in slugged) throw invalid({ title: [slugged.problem] });
  return slugged.slug;
}

async function refuseTooLong(ctx: Ctx, content: string): Promise<void> {
  const { wiki_page_max_content_bytes: most } = await settingsOf(ctx);
  const bytes = Buffer.byteLength(content);
  if (bytes <= most) return;
  const text = `is too long (${sizeInWords(bytes)}). The maximum size is ${sizeInWords(most)}.`;
  throw invalid({ content: [text] });
}

const taken = () => invalid({ base: ['Duplicate page: A page with that title already exists'] });

async function seenPage(wiki: Wiki, { slug, unmodifiedSince }: Seen): Promise<FoundPage> {
  const page = await pageAt(wiki.repo, wiki.tip, slug);
  if (page === undefined || wiki.tip === undefined) throw notFound('Wiki Page');
  if (unmodifiedSince !== undefined) {
    const last = await lastChange(wiki.repo, wiki.tip, page.path);
    refuseStale({ updated_at: last.committer.date }, unmodifiedSince);
  }
  return page;
}

interface Plan {
  actions: CommitAction[];
  /** The file that the change is about. */
  path: string;
  removed?: FoundPage;
  change: Pick<PageChange, 'action' | 'former' | 'message'>;
}

const attempts = 4;

/** Commits what is planned for the wiki as it stands; a push in between starts it anew. */
async function write(
  ctx: Ctx,
  project: Project,
  plan: (wiki: Wiki) => Promise<Plan | { unchanged: FoundPage }>,
): Promise<FoundPage> {
  return inTurn(`${ctx.dataDir} ${project.id}`, async () => {
    for (let attempt = 1; ; attempt++) {
      const wiki = await openWiki(ctx, project.id);
      if (wiki === undefined) throw notFound('Wiki Page');
      const planned = await plan(wiki);
      if ('unchanged' in planned) return planned.unchanged;
      try {
        return await commit(ctx, project, { wiki, planned });
      } catch (error) {
        if (error instanceof CommitActionError) throw wordProblem(error);
        if (!(error instanceof RefRace) || attempt === attempts) throw error;
      }
    }
  });
}

async function commit(
  ctx: Ctx,
  project: Project,
  { wiki, planned }: { wiki: Wiki; planned: Plan },
): Promise<FoundPage> {
  const { repo, branch, tip } = wiki;
  const user = actingUser(ctx);
  const author = { name: user.name, email: commitEmailOf(ctx, user), date: now(ctx) };
  const { actions, change } = planned;
  const parent = tip ?? null;
  const message = change.message;
  const sha = await commitActions(repo, { parent, actions, message, author, committer: author });
  await expectReconciliation(ctx, project.id);
  await updateRef(repo, { ref: `refs/heads/${branch}`, new: sha, old: parent });
  const page = planned.removed ?? (await writtenPage(repo, sha, planned.path));
  const { name, ...happened } = happenedTo(project, { ...change, page, version: sha });
  await transact(ctx, async (ctx) => {
    await recordMove(ctx, project.id, { old: parent, new: sha });
    const subject = { ...happened.subject, name: project.full_path };
    await audit(ctx, { ...happened, action: name, subject });
  });
  return page;
}

async function writtenPage(repo: string, commit: string, path: string): Promise<FoundPage> {
  const page = await pageAt(repo, commit, pageOfPath(path)?.slug ?? '');
  if (page === undefined) throw new Error('a page was written and is not there');
  return page;
}

function wordProblem(error: CommitActionError): DomainError {
  if (error.problem === 'file_changed') {
    return conflict('Someone changed this page after you began to edit it');
  }
  if (error.problem === 'file_exists') return taken();
  const folder = error.problem === 'folder_is_file' || error.problem === 'folder_exists';
  return invalid({
    title: [folder ? 'names a folder where a file stands, or the reverse' : 'is invalid'],
  });
}
