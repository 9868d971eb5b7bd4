import { expect, it } from 'vitest';
import { eventDefaults } from '#contract/integrations/events.ts';
import { kindOf } from '#contract/integrations/kinds.ts';
import type { Values } from '../integrations/resolve.ts';
import { labelNamesOf, wants } from './filters.ts';
import { slack } from './kinds/slack.ts';
import { flagOfNews, type Facts, type News, type NewsKind } from './news.ts';

const integration = (
  slug: string,
  settings: Values = {},
  more: { events?: object; commentOnEvent?: boolean } = {},
) => {
  const kind = kindOf(slug);
  if (kind === undefined) throw new Error(slug);
  const events = { ...eventDefaults, deployment_events: true, ...more.events };
  return { kind, slug, events, commentOnEvent: more.commentOnEvent ?? true, settings };
};

/** Which of these facts get through. */
const through = (
  of: ReturnType<typeof integration>,
  kind: NewsKind,
  facts: Readonly<Record<string, Facts>>,
) => Object.keys(facts).filter((name) => wants(of, { kind, facts: facts[name] ?? {} }));

const branches = {
  main: { branch: { name: 'main', isDefault: true, isProtected: false } },
  release: { branch: { name: 'release', isDefault: false, isProtected: true } },
  side: { branch: { name: 'side', isDefault: false, isProtected: false } },
  tag: { isTag: true },
};

it('branches count for pushes, pipelines and deployments, and tags pass', () => {
  const expected = {
    all: ['main', 'release', 'side', 'tag'],
    default: ['main', 'tag'],
    protected: ['release', 'tag'],
    default_and_protected: ['main', 'release', 'tag'],
  };
  for (const kind of ['push', 'pipeline', 'deployment'] as const) {
    for (const [branches_to_be_notified, names] of Object.entries(expected)) {
      const failed = Object.entries(branches).map(([name, fact]): [string, Facts] => [
        name,
        { ...fact, status: 'failed' },
      ]);
      const of = integration('mattermost', { branches_to_be_notified });
      expect([kind, through(of, kind, Object.fromEntries(failed))]).toEqual([kind, names]);
    }
  }
  const note = integration('mattermost', { branches_to_be_notified: 'protected' });
  expect(through(note, 'note', branches)).toEqual(['main', 'release', 'side', 'tag']);
});

it('labels keep issues, merge requests and notes that have one of them, or all of them', () => {
  const facts = {
    bug: { labels: ['bug'] },
    both: { labels: ['bug', 'type::x'] },
    other: { labels: ['other'] },
    none: { labels: [] },
  };
  const labels_to_be_notified = '~bug, ~"type::x"';
  for (const kind of ['issue', 'confidential_issue', 'merge_request', 'note'] as const) {
    const of = (behavior: string | null) =>
      integration('slack', {
        labels_to_be_notified,
        labels_to_be_notified_behavior: behavior,
      });
    expect(through(of('match_any'), kind, facts)).toEqual(['bug', 'both']);
    expect(through(of(null), kind, facts)).toEqual(['bug', 'both']);
    expect(through(of('match_all'), kind, facts)).toEqual(['both']);
    const blank = integration('slack', { labels_to_be_notified: ' ' });
    expect(through(blank, kind, facts)).toEqual(['bug', 'both', 'other', 'none']);
  }
  const pushes = integration('slack', { labels_to_be_notified });
  expect(through(pushes, 'push', facts)).toEqual(['bug', 'both', 'other', 'none']);
  expect(labelNamesOf('a,~b , ~"c d",')).toEqual(['a', 'b', 'c d']);
});

it('chats and mails hear of results of pipelines, good ones unless they are left out', () => {
  const facts = {
    running: { status: 'running' },
    success: { status: 'success' },
    failed: { status: 'failed' },
    fixed: { status: 'success', isTurn: true },
    broken: { status: 'failed', isTurn: true },
  };
  for (const slug of ['mattermost', 'telegram', 'pipelines-email']) {
    const of = (settings: Values) => through(integration(slug, settings), 'pipeline', facts);
    expect(of({})).toEqual(['success', 'failed', 'fixed', 'broken']);
    expect(of({ notify_only_broken_pipelines: true })).toEqual(['failed', 'broken']);
    expect(of({ notify_only_when_pipeline_status_changes: true })).toEqual(['fixed', 'broken']);
  }
});

it('chats hear of the turns of issues and merge requests, others of each change', () => {
  const facts = {
    open: { action: 'open' },
    update: { action: 'update' },
    merge: { action: 'merge' },
  };
  for (const kind of ['issue', 'confidential_issue', 'merge_request'] as const) {
    expect(through(integration('discord'), kind, facts)).toEqual(['open', 'merge']);
  }
  expect(through(integration('buildkite'), 'merge_request', facts)).toEqual([
    'open',
    'update',
    'merge',
  ]);
  expect(through(integration('discord'), 'note', { update: { action: 'update' } })).toEqual([
    'update',
  ]);
});

it('a push that asks for no pipelines is not told to CI servers', () => {
  const facts = { skips: { skipsCi: true }, plain: { skipsCi: false } };
  for (const slug of ['bamboo', 'buildkite']) {
    expect(through(integration(slug), 'push', facts)).toEqual(['plain']);
  }
  expect(through(integration('packagist'), 'push', facts)).toEqual(['skips', 'plain']);
});

it('comments on commits ask for commits, pushes and comments, and keep to their branches', () => {
  for (const slug of ['asana', 'pivotaltracker']) {
    const of = (settings: Values, more: Parameters<typeof integration>[2] = {}) =>
      through(integration(slug, settings, more), 'commit', branches);
    expect(of({})).toEqual(['main', 'release', 'side', 'tag']);
    expect(of({ restrict_to_branch: ' main , side,' })).toEqual(['main', 'side']);
    expect(of({}, { commentOnEvent: false })).toEqual([]);
    expect(of({}, { events: { commit_events: false } })).toEqual([]);
    expect(of({}, { events: { push_events: false } })).toEqual([]);
    expect(through(integration(slug), 'push', branches)).toEqual([]);
  }
  // What writes no comments hears on.
  expect(
    through(integration('discord', {}, { commentOnEvent: false }), 'issue', { a: {} }),
  ).toEqual(['a']);
});

it('each flag decides about its own kind of event', () => {
  for (const [kind, flag] of Object.entries(flagOfNews) as [NewsKind, string][]) {
    const facts = { it: { status: 'failed', action: 'open' } };
    const slug = kind === 'commit' ? 'asana' : 'mattermost';
    const able = slug === 'asana' || kindOf('mattermost')?.events.includes(flagOfNews[kind]);
    const on = integration(slug, {}, { events: { [flag]: true } });
    const off = integration(slug, {}, { events: { [flag]: false } });
    expect([kind, through(on, kind, facts)]).toEqual([kind, able === true ? ['it'] : []]);
    expect([kind, through(off, kind, facts)]).toEqual([kind, []]);
  }
});

it('a kind that names jobs among its events hears of them by their flag', () => {
  const kind = { ...integration('buildkite').kind, events: ['job_events'] as const };
  const of = { ...integration('buildkite'), kind };
  expect(wants(of, { kind: 'job', facts: { status: 'running' } })).toBe(true);
  const off = { ...of, events: { ...of.events, job_events: false } };
  expect(wants(off, { kind: 'job', facts: { status: 'running' } })).toBe(false);
});

it('channels of an event win, confidential ones fall back to the plain ones, and several are parts', () => {
  const parts = (kind: NewsKind, settings: Values) =>
    // Channels are chosen by the kind of the event alone.
    slack.parts?.({ kind, facts: {} } as News, settings);
  const settings = {
    channel: 'town',
    issue_channel: 'issues, triage',
    confidential_note_channel: 'vault',
  };
  expect(parts('issue', settings)).toEqual(['issues', 'triage']);
  expect(parts('confidential_issue', settings)).toEqual(['issues', 'triage']);
  expect(parts('confidential_note', settings)).toEqual(['vault']);
  expect(parts('note', settings)).toEqual(['town']);
  expect(parts('push', settings)).toEqual(['town']);
  expect(parts('push', {})).toEqual(['']);
});
