import { wikiScreens, wikis } from '#contract/wikis.ts';
import { tooLarge } from '../../errors.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentCommit, presentDiff } from '../commits/present.ts';
import type { Project } from '../projects/rules.ts';
import { refuseClosedWiki } from './place-rules.ts';
import { presentItem, presentOverview, presentPage, presentRead } from './present.ts';
import {
  type FoundPage,
  getPage,
  getPageWithCommit,
  getVersion,
  listPages,
  textsOf,
  versionPage,
} from './reading-rules.ts';
import { createPage, removePage, updatePage } from './rules.ts';

/** The pages of the wikis of projects. */
export function wikiRoutes(api: Api): void {
  mount(api, wikis.list, async ({ ctx, project, query }) => {
    const pages = await listPages(ctx, project);
    const texts = query.with_content ? await textsOf(ctx, project, pages) : [];
    return pages.map((page, at) => presentItem(page, texts[at]));
  });
  mount(api, wikis.show, async ({ ctx, project, params, query }) => {
    const page = await getPage(ctx, project, { ...params, version: query.version });
    return presentPage(page, await textOf(ctx, project, page), query.render_html);
  });
  mount(api, wikis.create, async ({ ctx, project, body }) =>
    presentPage(await createPage(ctx, project, body), body.content),
  );
  mount(api, wikis.update, async ({ ctx, project, params, body, c }) => {
    const unmodifiedSince = c.req.header('if-unmodified-since');
    const change = { slug: params.slug, body, unmodifiedSince };
    const page = await updatePage(ctx, project, change);
    return presentPage(page, await textOf(ctx, project, page));
  });
  mount(api, wikis.remove, async ({ ctx, project, params, c }) => {
    const unmodifiedSince = c.req.header('if-unmodified-since');
    await removePage(ctx, project, { slug: params.slug, unmodifiedSince });
  });
  mount(api, wikiScreens.overview, async ({ ctx, project }) => {
    await refuseClosedWiki(ctx, project);
    return presentOverview(ctx, project);
  });
  mount(api, wikiScreens.show, async ({ ctx, project, params, query }) => {
    const found = await getPageWithCommit(ctx, project, { ...params, ...query });
    return presentRead(found.page, await textOf(ctx, project, found.page), found.last);
  });
  mount(api, wikiScreens.versions, async ({ ctx, project, params, paging }) => {
    const page = await versionPage(ctx, project, { slug: params.slug, paging });
    const rows = page.rows.map((commit) => presentCommit(ctx, project, commit));
    return { rows, total: page.total };
  });
  mount(api, wikiScreens.version, async ({ ctx, project, params }) => {
    const { commit } = await getVersion(ctx, project, params);
    return presentCommit(ctx, project, commit);
  });
  mount(api, wikiScreens.diffs, async ({ ctx, project, params, paging }) => {
    const { diffs } = await getVersion(ctx, project, params);
    const rows = diffs.slice(paging.offset, paging.offset + paging.perPage);
    return { rows: rows.map((file) => presentDiff(file)), total: diffs.length };
  });
}

async function textOf(ctx: Ctx, project: Project, page: FoundPage): Promise<string> {
  const [text] = await textsOf(ctx, project, [page]);
  if (text === undefined) throw tooLarge();
  return text;
}
