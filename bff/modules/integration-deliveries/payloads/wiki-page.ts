import type { Ctx } from '../../../context.ts';
import type { Project } from '../../projects/rules.ts';
import { cloneUrlsOf } from '../../wikis/present.ts';
import { openWiki } from '../../wikis/place-rules.ts';
import { textOf } from '../../wikis/reading-rules.ts';
import type { News } from '../news.ts';
import type { Happening } from './happening.ts';
import { personOf, projectPayload, withOlderNames } from './parts.ts';

/** A longer text is not told with the page. */
const longestContent = 1024 * 1024;

/** A page that was written, changed or deleted; nothing where the wiki is closed by now. */
export async function wikiPageNews(
  ctx: Ctx,
  project: Project,
  happening: Happening & { action: 'create' | 'update' | 'delete' },
): Promise<News[]> {
  if (project.wiki_access_level === 'disabled') return [];
  const { before, after } = happening.changes;
  // Written by `happenedTo` alone.
  const told = { ...before, ...after } as Readonly<Record<string, string>>;
  const wiki = await openWiki(ctx, project.id);
  if (wiki === undefined) return [];
  const place = await projectPayload(ctx, project);
  const home = `${place.web_url}/-/wikis`;
  const { slug = '', title = '', format = '', message = '', version = '', blob = '' } = told;
  const url = `${home}/${slug.split('/').map(encodeURIComponent).join('/')}`;
  const urls = cloneUrlsOf({
    http_url_to_repo: place.git_http_url,
    ssh_url_to_repo: place.git_ssh_url,
  });
  const payload = {
    object_kind: 'wiki_page',
    user: await personOf(ctx, happening.by),
    project: withOlderNames(place),
    wiki: {
      web_url: `${home}/home`,
      git_ssh_url: urls.ssh_url_to_repo,
      git_http_url: urls.http_url_to_repo,
      path_with_namespace: `${place.path_with_namespace}.wiki`,
      default_branch: wiki.branch,
    },
    object_attributes: {
      slug,
      title,
      format,
      message,
      version_id: version,
      content: (await textOf(wiki.repo, blob, longestContent)) ?? null,
      url,
      action: happening.action,
      diff_url: `${url}?version_id=${version}`,
    },
  } as const;
  return [{ kind: 'wiki_page', facts: { action: happening.action }, payload }];
}
