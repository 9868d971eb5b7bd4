import { describe, expect, it } from 'vitest';
import { textColorOn } from '../labels/present.ts';
import { isDraftTitle } from './draft.ts';
import { humanDuration } from './duration.ts';
import { mergeMessage, squashMessage } from './merge-message.ts';
import { countTasks } from './tasks.ts';

describe('draft titles', () => {
  it.each([
    ['Draft: a', true],
    ['draft: a', true],
    ['[Draft] a', true],
    ['(DRAFT) a', true],
    ['Draft:a', true],
    ['  Draft: a', true],
    ['[Draft] Draft: a', true],
    ['Drafting: a', false],
    ['WIP: a', false],
    ['[WIP] a', false],
    ['Fix Draft: a', false],
    ['Draft - a', false],
    ['Draft', false],
  ])('of %j say %s', (title, draft) => {
    expect(isDraftTitle(title)).toBe(draft);
  });
});

describe('task lists', () => {
  it.each([
    ['- [ ] a\n* [x] b\n+ [X] c\n1. [x] d\n2) [ ] e', 5, 3],
    ['> - [x] quoted\n>> * [ ] twice', 2, 1],
    ['  - [x] indented\r\n\t- [ ] by a tab', 2, 1],
    ['[x] no list\n- [x]\n- [x] \n- [y] z\n-[x] a\n- [x]a', 0, 0],
    ['```\n- [x] code\n```\n- [ ] a\n~~~ js\n- [x] b\n```\n~~~', 1, 0],
  ])('of %j are counted', (text, count, completed) => {
    expect(countTasks(text)).toEqual({ count, completed });
  });

  it('are counted in time linear to the text, whatever it holds', () => {
    const started = performance.now();
    expect(countTasks(`${'> '.repeat(200_000)}[x]`)).toEqual({ count: 0, completed: 0 });
    expect(countTasks(`- ${' '.repeat(400_000)}[x`)).toEqual({ count: 0, completed: 0 });
    expect(countTasks('- [x] a\n'.repeat(50_000))).toEqual({ count: 50_000, completed: 50_000 });
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('durations', () => {
  it.each([
    [0, null],
    [59, null],
    [60, '1m'],
    [3600 * 8, '1d'],
    [3600 * 40 + 2 * 28_800 + 3 * 3600 + 240, '1w 2d 3h 4m'],
    [-5400, '-1h 30m'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(humanDuration(seconds)).toBe(text);
  });
});

describe('messages of merges', () => {
  const parts = {
    source_branch: 'tide',
    target_branch: 'main',
    title: 'Turn the tide',
    description: '',
    issues: '',
    reference: 'sea/shore!7',
    url: 'https://example.test/sea/shore/-/merge_requests/7',
    merged_by: 'Ann <ann@example.test>',
  };

  it('the default message names branches, title and reference', () => {
    expect(mergeMessage(parts, null)).toBe(
      "Merge branch 'tide' into 'main'\n\nTurn the tide\n\nSee merge request sea/shore!7",
    );
    expect(squashMessage(parts, null)).toBe('Turn the tide');
  });

  it('a template of the project is filled, and an empty value takes its line along', () => {
    const template = '%{title} (%{reference})\n\n%{description}\n\nBy %{merged_by} %{nothing}';
    expect(mergeMessage(parts, template)).toBe(
      'Turn the tide (sea/shore!7)\n\nBy Ann <ann@example.test> %{nothing}',
    );
  });

  it('a value that looks like a placeholder is not filled again', () => {
    const title = '%{url} $& %{title}';
    expect(squashMessage({ ...parts, title }, null)).toBe(title);
  });
});

describe('label colours', () => {
  it('text is light on the colour of new labels and dark on white', () => {
    expect([textColorOn('#6699cc'), textColorOn('#ffffff')]).toEqual(['#FFFFFF', '#1F1E24']);
  });
});
