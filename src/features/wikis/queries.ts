import type { QueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { wikiScreens, wikis } from '#contract/wikis.ts';
import { listOf, pagesOf, queryOf } from '../../api/client.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, pageInput } from '../../table/url-state.ts';

export type WikiPage = ResponseOf<typeof wikiScreens.show>;

/** Which page: the project's path or id, and its slug there. */
export interface Which {
  readonly project: string;
  readonly slug: string;
}

/** The slug of the page that the wiki begins with. */
export const homeSlug = 'home';

/** What a write makes stale. */
export const touched = [
  wikis.list,
  wikiScreens.overview,
  wikiScreens.show,
  wikiScreens.versions,
] as const;

export const overviewOf = (project: string) => queryOf(wikiScreens.overview, { id: project });

export const pagesIn = (project: string) => queryOf(wikis.list, { id: project });

export const pageShown = ({ project, slug }: Which, version?: string) =>
  queryOf(wikiScreens.show, { id: project, slug, ...(version !== undefined && { version }) });

export const versionList = ({ project, slug }: Which, search: ListSearchWith<never>) =>
  listQuery(wikiScreens.versions, { id: project, slug, ...pageInput(search) });

export const versionShown = ({ project, slug }: Which, version: string) =>
  queryOf(wikiScreens.version, { id: project, slug, version });

export const versionDiffs = ({ project, slug }: Which, version: string) =>
  pagesOf(wikiScreens.diffs, { id: project, slug, version, per_page: 50 });

/** One changed file on a page of its own. */
export const versionDiffAt = ({ project, slug }: Which, version: string, index: number) =>
  listOf(wikiScreens.diffs, { id: project, slug, version, per_page: 1, page: index + 1 });

/** For loaders: what every screen of a wiki needs; failures the screen shows. */
export async function prepareWiki(client: QueryClient, project: string): Promise<void> {
  await Promise.all([
    client.prefetchQuery(overviewOf(project)),
    client.prefetchQuery(pagesIn(project)),
  ]);
}

/** The same with a page. */
export async function preparePage(
  client: QueryClient,
  which: Which,
  version?: string,
): Promise<void> {
  await prepareWiki(client, which.project);
  const pages = client.getQueryData(pagesIn(which.project).queryKey);
  if (version === undefined && !isAmong(pages, which)) return;
  await client.prefetchQuery(pageShown(which, version));
}

/** Whether a page is in the list; what is not there is not asked for. */
export const isAmong = (
  pages: readonly { readonly slug: string }[] | undefined,
  { slug }: Which,
): boolean => pages?.some((page) => page.slug === slug) === true;

/** As people write it; what is not well formed stays. */
function spelt(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The slug that a page links to by words such as `berths` or `../tides.md`; none for the rest. */
export function slugFrom(slug: string, written: string): string | undefined {
  const found = fileFrom(slug, written)?.replace(/\.(?:md|markdown)$/, '');
  return found === '' ? undefined : found;
}

/** Files that were attached lie at the top, whichever page names them. */
export const isAttachment = (path: string): boolean => /^uploads\/[\da-f]{32}\//.test(path);

/** The path in the wiki's repository that a page names; none for what names a server or nothing. */
export function fileFrom(slug: string, written: string): string | undefined {
  if (/^[a-z][a-z\d+.-]{0,40}:|^[#?/]/i.test(written)) return undefined;
  const path = spelt(written.split(/[?#]/)[0] ?? '');
  const parts = isAttachment(path) ? [] : slug.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const found = parts.join('/');
  return found === '' ? undefined : found;
}
