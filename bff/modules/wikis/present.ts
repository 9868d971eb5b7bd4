import type { wikiScreens, wikis } from '#contract/wikis.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Ctx } from '../../context.ts';
import type { Commit } from '../../git/commits.ts';
import { escapeHtml, renderMarkdown } from '../../markdown.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { presentProject } from '../projects/present.ts';
import { mayInProject, type Project } from '../projects/rules.ts';
import { findWiki } from './repository.ts';
import { wikiEnding } from './place-rules.ts';
import type { FoundPage } from './reading-rules.ts';

const encoding = 'UTF-8';
/** Longer texts are shown as they are: laying them out would hold everybody else up. */
const longestLaidOut = 64 * 1024;

const nameOf = ({ format, slug, title }: FoundPage) => ({ format, slug, title });

/** A page in a list; with its text where that was read. */
export const presentItem = (
  page: FoundPage,
  text: string | undefined,
): ResponseOf<typeof wikis.list>[number] =>
  text === undefined ? nameOf(page) : { content: text, ...nameOf(page), encoding };

/** A page with its text, or with that as HTML. */
export const presentPage = (
  page: FoundPage,
  text: string,
  asHtml = false,
): ResponseOf<typeof wikis.show> => ({
  content: asHtml ? htmlOf(page, text) : text,
  ...nameOf(page),
  encoding,
});

/** Markdown is laid out; what is written in anything else is shown as text. */
function htmlOf({ format }: FoundPage, text: string): string {
  return format === 'markdown' && text.length <= longestLaidOut
    ? renderMarkdown(text)
    : `<pre>${escapeHtml(text)}</pre>\n`;
}

/** A page as its screen reads it. */
export const presentRead = (
  page: FoundPage,
  text: string,
  last: Commit,
): ResponseOf<typeof wikiScreens.show> => ({
  ...nameOf(page),
  content: text,
  commit_id: last.sha,
  author_name: last.author.name,
  committed_date: last.committer.date,
});

/** Where the wiki of a project is cloned from; no address over SSH where that is off. */
export function cloneUrlsOf(project: { http_url_to_repo: string; ssh_url_to_repo: string }) {
  const ofWiki = (url: string) => url.replace(/\.git$/, `${wikiEnding}.git`);
  return {
    http_url_to_repo: ofWiki(project.http_url_to_repo),
    ssh_url_to_repo: ofWiki(project.ssh_url_to_repo),
  };
}

/** What the screens of a wiki begin with. */
export async function presentOverview(
  ctx: Ctx,
  project: Project,
): Promise<ResponseOf<typeof wikiScreens.overview>> {
  const { wiki_page_max_content_bytes } = await settingsOf(ctx);
  return {
    is_made: (await findWiki(ctx.db, project.id)) !== undefined,
    may_write: await mayInProject(ctx, 'create_wiki', project),
    ...cloneUrlsOf(await presentProject(ctx, project)),
    largest_page: wiki_page_max_content_bytes,
  };
}
