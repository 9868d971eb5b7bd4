import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page } from '#contract/common.ts';
import type { Ctx } from '../../context.ts';
import { notFound, tooLarge } from '../../errors.ts';
import { type Commit, commitOfSha, countCommits, log } from '../../git/commits.ts';
import { type DiffFile, diffStat, type FileChange, openDiff } from '../../git/diff.ts';
import { readObject } from '../../git/objects.ts';
import { resolve } from '../../git/resolve.ts';
import { entriesAt, listTree } from '../../git/tree.ts';
import type { Project } from '../projects/rules.ts';
import { largestContent } from '../repository/rules.ts';
import { isPlainFile, type PageName, pageOfEntry, pageOfPath, pathsOfSlug } from './page-names.ts';
import { openWiki, refuseClosedWiki, type Wiki } from './place-rules.ts';

/** A page at a commit, with the blob that holds its text. */
export interface FoundPage extends PageName {
  blob: string;
}

/** The page of a slug at a commit of a wiki; undefined for none. */
export async function pageAt(
  repo: string,
  commit: string | undefined,
  slug: string,
): Promise<FoundPage | undefined> {
  const paths = pathsOfSlug(slug);
  if (commit === undefined || paths.length === 0) return undefined;
  const entries = await entriesAt(repo, commit, paths);
  for (const path of paths) {
    const entry = entries.get(path);
    const page = entry === undefined ? undefined : pageOfEntry(entry);
    if (entry !== undefined && page !== undefined) return { ...page, blob: entry.sha };
  }
  return undefined;
}

const byCodePoint = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Every page of a wiki by slug; of two files of one slug the one that its slug opens. */
export async function listPages(ctx: Ctx, project: Project): Promise<FoundPage[]> {
  await refuseClosedWiki(ctx, project);
  const wiki = await openWiki(ctx, project.id);
  if (wiki?.tip === undefined) return [];
  const entries = (await listTree(wiki.repo, wiki.tip, { recursive: true })) ?? [];
  const found = new Map<string, FoundPage>();
  let seen = 0;
  for (const entry of entries) {
    const page = pageOfEntry(entry);
    if (page === undefined) continue;
    if (++seen % 1000 === 0) await nextTurn();
    const other = found.get(page.slug);
    if (other !== undefined) {
      const order = pathsOfSlug(page.slug);
      if (order.indexOf(other.path) < order.indexOf(page.path)) continue;
    }
    found.set(page.slug, { ...page, blob: entry.sha });
  }
  return [...found.values()].sort((a, b) => byCodePoint(a.slug, b.slug));
}

/** The texts of pages, for an answer in JSON; 413 where they are too many bytes. */
export async function textsOf(
  ctx: Ctx,
  project: Project,
  pages: readonly FoundPage[],
): Promise<string[]> {
  const wiki = await openWiki(ctx, project.id);
  const texts: string[] = [];
  let room = largestContent;
  for (const page of pages) {
    const text = wiki && (await textOf(wiki.repo, page.blob, room));
    if (text === undefined) throw tooLarge();
    room -= Buffer.byteLength(text);
    texts.push(text);
  }
  return texts;
}

/** The text of a blob; undefined where it has more bytes than may be read. */
export async function textOf(
  repo: string,
  blob: string,
  maxBytes: number,
): Promise<string | undefined> {
  return (await readObject(repo, blob, { maxBytes }))?.content?.toString('utf8');
}

type Place = { slug: string; version?: string | undefined };

/** A page as it is, or as it was at a commit; 404 for none. */
export async function getPage(ctx: Ctx, project: Project, place: Place): Promise<FoundPage> {
  return (await openPage(ctx, project, place)).page;
}

async function openPage(
  ctx: Ctx,
  project: Project,
  { slug, version }: Place,
): Promise<{ wiki: Wiki; commit: string; page: FoundPage }> {
  await refuseClosedWiki(ctx, project);
  const wiki = await openWiki(ctx, project.id);
  const commit = version && wiki ? await resolve(wiki.repo, version) : wiki?.tip;
  const page = wiki && (await pageAt(wiki.repo, commit, slug));
  if (wiki === undefined || commit === undefined || page === undefined) throw notFound('Wiki Page');
  return { wiki, commit, page };
}

/** A page with the commit that changed it last. */
export async function getPageWithCommit(
  ctx: Ctx,
  project: Project,
  place: Place,
): Promise<{ page: FoundPage; last: Commit }> {
  const { wiki, commit, page } = await openPage(ctx, project, place);
  return { page, last: await lastChange(wiki.repo, commit, page.path) };
}

/** The commit that changed a file last. */
export async function lastChange(repo: string, commit: string, path: string): Promise<Commit> {
  const [last] = await log(repo, { include: commit }, { path, limit: 1 });
  return last ?? commitOfSha(repo, commit);
}

/** The commits that changed a page, the newest first; a deleted page has them too. */
export async function versionPage(
  ctx: Ctx,
  project: Project,
  of: { slug: string; paging: { offset: number; perPage: number } },
): Promise<Page<Commit>> {
  await refuseClosedWiki(ctx, project);
  const wiki = await openWiki(ctx, project.id);
  const { offset, perPage } = of.paging;
  const paths = pathsOfSlug(of.slug);
  const page = wiki && (await pageAt(wiki.repo, wiki.tip, of.slug));
  for (const path of page === undefined ? paths : [page.path]) {
    if (wiki?.tip === undefined) break;
    const range = { include: wiki.tip };
    const rows = await log(wiki.repo, range, { path, skip: offset, limit: perPage });
    const total =
      rows.length > 0 || (offset > 0 && page !== undefined)
        ? await countCommits(wiki.repo, range, { path })
        : 0;
    if (total > 0) return { rows, total };
  }
  throw notFound('Wiki Page');
}

/** What one commit changed in a page. */
export async function getVersion(
  ctx: Ctx,
  project: Project,
  of: { slug: string; version: string },
): Promise<{ commit: Commit; diffs: DiffFile[] }> {
  await refuseClosedWiki(ctx, project);
  const wiki = await openWiki(ctx, project.id);
  const sha = wiki && (await resolve(wiki.repo, of.version));
  if (wiki === undefined || sha === undefined) throw notFound('Wiki Page');
  const commit = await commitOfSha(wiki.repo, sha);
  const ends = { base: commit.parents[0] ?? null, head: sha };
  const changed = (await diffStat(wiki.repo, ends)).filter((file) => isOf(of.slug, file));
  if (changed.length === 0) throw notFound('Wiki Page');
  const paths = [...new Set(changed.flatMap((file) => [file.old_path, file.new_path]))];
  const diff = await openDiff(wiki.repo, ends, { paths, maxBytesPerFile: largestDiff });
  const diffs: DiffFile[] = [];
  for await (const file of diff.files) if (isOf(of.slug, file)) diffs.push(file);
  return { commit, diffs };
}

const largestDiff = 512 * 1024;

/** Links and submodules beside a page are none of it. */
const isOf = (slug: string, file: FileChange): boolean =>
  [
    { path: file.old_path, mode: file.a_mode },
    { path: file.new_path, mode: file.b_mode },
  ].some(({ path, mode }) => isPlainFile(mode) && pageOfPath(path)?.slug === slug);
