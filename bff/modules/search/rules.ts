import type { ResponseOf } from '#contract/endpoint.ts';
import type { search } from '#contract/search.ts';
import { settingSections } from '#contract/settings/all.ts';
import { type Ctx, isAdministrator, viewerOf } from '../../context.ts';
import { searchOf } from '../../db/text-index.ts';
import { groupPage } from '../groups/rules.ts';
import { findMergeRequests, findProjects } from './repository.ts';

type Hit = ResponseOf<typeof search.list>[number];

/** Of each kind; a longer list is one that nobody reads. */
const most = 6;
const mostWords = 10;

const settings = settingSections.flatMap(({ name, fields }) =>
  fields.map(({ key, label, aliases = [] }) => ({
    key,
    label,
    url: `/admin/settings/${name}?q=${key}`,
    words: [key, label, ...aliases].join(' ').toLowerCase(),
  })),
);

/** Settings by their label or a name of the API, each on its place in the editor. */
function findSettings(text: string): Hit[] {
  const words = text.split(/\s+/).slice(0, mostWords);
  return settings
    .flatMap((setting, at): Hit[] =>
      words.every((word) => setting.words.includes(word))
        ? [{ type: 'setting', id: at + 1, title: setting.label, url: setting.url }]
        : [],
    )
    .sort((a, b) => a.title.length - b.title.length)
    .slice(0, most);
}

/** What the caller may see and what matches: projects, groups, settings, then merge requests. */
export async function findHits(ctx: Ctx, asked: string): Promise<Hit[]> {
  const text = asked.trim().toLowerCase();
  const number = /^!?(\d{1,9})$/.exec(text)?.[1];
  const viewer = viewerOf(ctx);
  const iid = number === undefined ? undefined : Number(number);
  const words = await searchOf(ctx, 'merge_requests', {
    search: text,
    in: ['title'],
    short: 'part',
  });
  const [projects, groups, mergeRequests] = await Promise.all([
    findProjects(ctx.db, viewer, { text, most }),
    groupPage(ctx, { search: text, order_by: 'name', sort: 'asc' }, { offset: 0, perPage: most }),
    words === undefined ? [] : findMergeRequests(ctx.db, viewer, { search: words, iid, most }),
  ]);
  return [
    ...projects.map(
      ({ id, full_path: path }): Hit => ({
        type: 'project',
        id,
        title: path,
        url: `/projects/${encodeURIComponent(path)}`,
      }),
    ),
    ...groups.rows.map(
      ({ id, full_path: path }): Hit => ({
        type: 'group',
        id,
        title: path,
        url: `/groups/${encodeURIComponent(path)}`,
      }),
    ),
    ...(isAdministrator(ctx) ? findSettings(text) : []),
    ...mergeRequests.map(
      ({ id, iid, title, full_path: path }): Hit => ({
        type: 'merge_request',
        id,
        title: `${path}!${iid} ${title}`,
        url: `/projects/${encodeURIComponent(path)}/merge-requests/${iid}`,
      }),
    ),
  ];
}
