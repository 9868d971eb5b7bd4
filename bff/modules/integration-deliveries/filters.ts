import type { EffectiveIntegration } from '../integrations/effective-rules.ts';
import { flagOfNews, type News, type NewsKind } from './news.ts';

type Integration = Pick<
  EffectiveIntegration,
  'kind' | 'events' | 'settings' | 'commentOnEvent' | 'slug'
>;

/** Kinds that write a comment for each commit of a push. */
const commenting = new Set(['asana', 'pivotaltracker']);

/** Does this integration comment on commits one by one, instead of hearing of the push? */
const commentsOnCommits = (slug: string): boolean => commenting.has(slug);

const branched = new Set<NewsKind>(['push', 'tag_push', 'pipeline', 'deployment']);

/** May the kind hear of this at all, whatever is set? What it accepts flags for, and its commits. */
export function hears(integration: Pick<Integration, 'kind' | 'slug'>, kind: NewsKind): boolean {
  const { events } = integration.kind;
  if (kind === 'commit') return commentsOnCommits(integration.slug);
  if (kind === 'push' && commentsOnCommits(integration.slug)) return false;
  return events.includes(flagOfNews[kind]);
}

/** Is the integration's flag on for this? Comments on commits ask for pushes and comments too. */
export function isFlagged(integration: Integration, kind: NewsKind): boolean {
  const { events, commentOnEvent } = integration;
  if (kind === 'commit') return events.commit_events && events.push_events && commentOnEvent;
  return events[flagOfNews[kind]];
}

/** Would this integration be told of this event? All filters, one after the other. */
export function wants(integration: Integration, news: Pick<News, 'kind' | 'facts'>): boolean {
  return (
    hears(integration, news.kind) &&
    isFlagged(integration, news.kind) &&
    passesCi(integration, news) &&
    passesAction(integration, news) &&
    passesStatus(integration, news) &&
    passesBranches(integration, news) &&
    passesLabels(integration, news)
  );
}

type Filter = (integration: Integration, news: Pick<News, 'kind' | 'facts'>) => boolean;

const passesCi: Filter = ({ kind }, { facts }) => kind.family !== 'ci' || facts.skipsCi !== true;

/** Chats do not hear of each change of an issue or merge request, only of its turns. */
const passesAction: Filter = ({ kind }, { kind: news, facts }) => {
  if (kind.family !== 'chat') return true;
  const isItem = ['issue', 'confidential_issue', 'incident', 'merge_request'].includes(news);
  return !isItem || facts.action !== 'update';
};

/** Chats and mails hear of results: failed ones, and good ones unless they are left out. */
const passesStatus: Filter = ({ kind, settings }, { kind: news, facts }) => {
  if (news !== 'pipeline' || (kind.family !== 'chat' && kind.family !== 'mail')) return true;
  if (facts.status !== 'success' && facts.status !== 'failed') return false;
  if (settings.notify_only_when_pipeline_status_changes === true && facts.isTurn !== true) {
    return false;
  }
  return facts.status === 'failed' || settings.notify_only_broken_pipelines !== true;
};

const passesBranches: Filter = ({ settings }, { kind: news, facts }) => {
  const { branch, isTag } = facts;
  if (news === 'commit' || news === 'push') {
    const only = settings.restrict_to_branch;
    const names = typeof only === 'string' ? only.split(',').map((name) => name.trim()) : [];
    const wanted = names.filter((name) => name !== '');
    if (wanted.length > 0 && !wanted.includes(branch?.name ?? '')) return false;
  }
  if (!branched.has(news) || isTag === true || branch === undefined) return true;
  switch (settings.branches_to_be_notified) {
    case 'default':
      return branch.isDefault;
    case 'protected':
      return branch.isProtected;
    case 'default_and_protected':
      return branch.isDefault || branch.isProtected;
    default:
      return true;
  }
};

const labelled = new Set<NewsKind>([
  'issue',
  'confidential_issue',
  'incident',
  'merge_request',
  'note',
  'confidential_note',
]);

const passesLabels: Filter = ({ settings }, { kind: news, facts }) => {
  const wanted = labelNamesOf(settings.labels_to_be_notified);
  if (wanted.length === 0 || !labelled.has(news)) return true;
  const has = (name: string) => facts.labels?.includes(name) === true;
  return settings.labels_to_be_notified_behavior === 'match_all'
    ? wanted.every(has)
    : wanted.some(has);
};

/** Names of a list such as `~bug, ~"type::x"`; the sign and the quotes are left out. */
export function labelNamesOf(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  return text
    .split(',')
    .map((part) =>
      part
        .trim()
        .replace(/^~/, '')
        .replace(/^"(.*)"$/, '$1'),
    )
    .filter((name) => name !== '');
}
