import type { OutwardEvent } from '#contract/event-names.ts';
import type { Ctx } from '../../context.ts';
import type { Project } from '../projects/rules.ts';
import type { News, NewsKind } from './news.ts';
import { deploymentNews } from './payloads/deployment.ts';
import { type Happening, refUpdateOf } from './payloads/happening.ts';
import { issueNews } from './payloads/issue.ts';
import { jobNews } from './payloads/job.ts';
import { mergeRequestNews } from './payloads/merge-request.ts';
import { noteNews } from './payloads/note.ts';
import { pipelineNews } from './payloads/pipeline.ts';
import { pushNews } from './payloads/push.ts';
import { wikiPageNews } from './payloads/wiki-page.ts';

interface Source {
  /** What can come of it, so that nothing is read for events that nobody hears. */
  kinds: readonly NewsKind[];
  news(ctx: Ctx, project: Project, happening: Happening): Promise<News[]>;
}

const issue = (action?: string): Source => ({
  kinds: ['issue', 'confidential_issue', 'incident'],
  news: (ctx, project, happening) =>
    issueNews(ctx, project, { ...happening, ...(action === undefined ? {} : { action }) }),
});
const note: Source = { kinds: ['note', 'confidential_note'], news: noteNews };
const mergeRequest = (action?: string): Source => ({
  kinds: ['merge_request'],
  news: (ctx, project, happening) =>
    mergeRequestNews(ctx, project, { ...happening, ...(action === undefined ? {} : { action }) }),
});
const wikiPage = (action: 'create' | 'update' | 'delete'): Source => ({
  kinds: ['wiki_page'],
  news: (ctx, project, happening) => wikiPageNews(ctx, project, { ...happening, action }),
});

/** Every name of the stream of events that the outside may hear of. */
export const sources: Readonly<Record<OutwardEvent, Source>> = {
  'ref.update': {
    kinds: ['push', 'tag_push', 'commit'],
    news: (ctx, project, happening) =>
      pushNews(ctx, project, {
        update: refUpdateOf(happening),
        by: happening.by,
        options: optionsIn(happening.changes.after?.push_options),
      }),
  },
  'issue.create': issue('open'),
  'issue.update': issue(),
  'issue.move': issue('close'),
  'merge_request.create': mergeRequest('open'),
  'merge_request.update': mergeRequest(),
  'merge_request.merge': mergeRequest('merge'),
  'merge_request.approve': mergeRequest('approved'),
  'merge_request.unapprove': mergeRequest('unapproved'),
  'note.create': note,
  'note.update': note,
  'pipeline.status': { kinds: ['pipeline'], news: pipelineNews },
  'ci_job.status': { kinds: ['job'], news: jobNews },
  'deployment.status': { kinds: ['deployment'], news: deploymentNews },
  'wiki_page.create': wikiPage('create'),
  'wiki_page.update': wikiPage('update'),
  'wiki_page.remove': wikiPage('delete'),
};

const optionsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
