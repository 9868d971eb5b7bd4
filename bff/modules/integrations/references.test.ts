import { expect, it } from 'vitest';
import { isLinked, referencesIn } from '#contract/integrations/references.ts';
import { integrationKinds } from '#contract/integrations/kinds.ts';
import { linkedHtml } from './linked-html.ts';

const tracker = (slug: string, keeps_numbers = false) => ({
  slug,
  issues_url: 'https://issues.example.test/:id?again=:id',
  keeps_numbers,
});

/** What a text links, each with the id that its address was made of. */
const idsIn = (text: string, slug: string, keepsNumbers?: boolean) =>
  referencesIn(text, tracker(slug, keepsNumbers)).flatMap(({ text, href }) =>
    href === undefined ? [] : [[text, href.slice('https://issues.example.test/'.length)]],
  );
const to = (text: string, id: string) => [text, `${id}?again=${id}`];

it('references lead to the tracker in the notation of each kind', () => {
  const text =
    'Fix #12, ABC-7 and gl-030; T9, CU-a1b2, bug 5 (#34). No: a#1 X-Y &#39; #1a word-8x -Z-4';
  const keyed = [to('#12', '12'), to('ABC-7', '7'), to('#34', '34')];
  for (const slug of ['bugzilla', 'custom-issue-tracker', 'redmine']) {
    expect([slug, idsIn(text, slug)]).toEqual([slug, keyed]);
    expect(idsIn(text, slug, true)).toEqual([to('ABC-7', '7')]);
  }
  expect(idsIn(text, 'youtrack')).toEqual([
    to('#12', '12'),
    to('ABC-7', 'ABC-7'),
    to('gl-030', 'gl-030'),
    to('#34', '34'),
  ]);
  expect(idsIn(text, 'clickup', true)).toEqual([to('ABC-7', 'ABC-7'), to('CU-a1b2', 'a1b2')]);
  expect(idsIn('see #a1b2', 'clickup')).toEqual([to('#a1b2', 'a1b2')]);
  expect(idsIn(`${text} @T1 T2`, 'phorge')).toEqual([to('T9', 'T9'), to('T2', 'T2')]);
  expect(idsIn(`${text} Work Item 8`, 'ewm')).toEqual([to('bug 5', '5'), to('Work Item 8', '8')]);
});

it('texts come back whole, and nothing links without a tracker that has issues', () => {
  const text = '#1 between ABC-2\n#3';
  const parts = referencesIn(text, tracker('bugzilla'));
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(referencesIn('', tracker('bugzilla'))).toEqual([{ text: '' }]);
  for (const none of [undefined, tracker('assembla')]) {
    expect(referencesIn(text, none)).toEqual([{ text }]);
  }
  const linked = integrationKinds.flatMap(({ slug }) => (isLinked(slug) ? [slug] : []));
  const withIssues = integrationKinds.filter(({ fields }) =>
    fields.some(({ key }) => key === 'issues_url'),
  );
  expect(linked).toEqual(withIssues.map(({ slug }) => slug));
});

it('hostile texts are looked at in linear time, and no more than a thousand references link', () => {
  const long = 500_000;
  const hostile = ['A', 'A_', 'A-', '#', '#1', 'T1', 'T1-', 'bug ', 'bug', 'CU-', 'a-', '1', ' '];
  for (const { slug } of integrationKinds.filter(({ slug }) => isLinked(slug))) {
    for (const part of hostile) {
      const text = `${part.repeat(long / part.length)}!`;
      expect(referencesIn(text, tracker(slug)).length).toBeLessThanOrEqual(2001);
    }
  }
  const all = referencesIn('#1 '.repeat(5000), tracker('redmine'));
  expect(all.filter(({ href }) => href !== undefined)).toHaveLength(1000);
});

it('references as HTML are links and nothing else, whatever the address holds', () => {
  const hostile = {
    ...tracker('redmine'),
    issues_url: 'https://issues.example.test/:id?a="><script>&b=$&',
  };
  expect(linkedHtml('<b>#1</b> & "', hostile)).toBe(
    '&lt;b&gt;<a href="https://issues.example.test/1?a=&quot;&gt;&lt;script&gt;&amp;b=$&amp;" rel="noopener noreferrer">#1</a>&lt;/b&gt; &amp; &quot;',
  );
});
