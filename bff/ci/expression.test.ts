import { describe, expect, it } from 'vitest';
import { conditionOf } from './expression.ts';

const variables = new Map(
  Object.entries({
    CI_COMMIT_BRANCH: 'main',
    CI_PIPELINE_SOURCE: 'push',
    EMPTY: '',
    BLANK: '  ',
    ONE: '1',
    PATTERN: '/^ma/',
    BROKEN: '/(?=x)/',
    WORD: 'ma',
  }),
);

const holding = [
  '$CI_COMMIT_BRANCH',
  '${CI_COMMIT_BRANCH} == "main"',
  "$CI_COMMIT_BRANCH == 'main'",
  '"main" == $CI_COMMIT_BRANCH',
  '$CI_COMMIT_BRANCH != "develop"',
  '$GHOST == null',
  '$EMPTY != null',
  '$EMPTY == ""',
  '$GHOST != ""',
  '$CI_COMMIT_BRANCH =~ /^ma/',
  '$CI_COMMIT_BRANCH =~ /^MA/i',
  '$CI_COMMIT_BRANCH =~ /m.*n$/',
  '$CI_COMMIT_BRANCH =~ $PATTERN',
  '$CI_COMMIT_BRANCH !~ /^release\\//',
  '$GHOST !~ /x/',
  '"a/b" =~ /a\\/b/',
  '$GHOST || $ONE',
  '$ONE && $CI_COMMIT_BRANCH == "main"',
  '$GHOST && $GHOST || $ONE',
  '$ONE || $ONE && $GHOST',
  '($GHOST || $ONE) && $ONE',
  '((($ONE)))',
  '$CI_PIPELINE_SOURCE == "push" && ($GHOST == null || $CI_COMMIT_BRANCH =~ /^x/)',
];

const failing = [
  '$GHOST',
  '$EMPTY',
  '$BLANK',
  'null',
  '$CI_COMMIT_BRANCH == "Main"',
  '$EMPTY == null',
  '$GHOST == ""',
  '$GHOST =~ /x/',
  '$CI_COMMIT_BRANCH =~ /^a/',
  '$CI_COMMIT_BRANCH =~ $WORD',
  '$CI_COMMIT_BRANCH =~ $BROKEN',
  '$CI_COMMIT_BRANCH !~ /main/',
  '($GHOST || $ONE) && $GHOST',
];

const refused = [
  '',
  '$',
  '$A ==',
  '== $A',
  '$A $B',
  '$A = "x"',
  '$A == main',
  '$A == "main',
  '$A =~ /main',
  '$A =~ /(/',
  '$A =~ /(?=a)/',
  '$A =~ /a/q',
  '($A',
  '$A)',
  '()',
  '$A && || $B',
  '$A == 1',
  '1',
];

describe('conditions of rules', () => {
  it.each(holding)('%s holds', (text) => {
    expect(conditionOf(text)(variables)).toBe(true);
  });

  it.each(failing)('%s does not hold', (text) => {
    expect(conditionOf(text)(variables)).toBe(false);
  });

  it.each(refused)('%s is no expression', (text) => {
    expect(() => conditionOf(text)).toThrow('invalid expression syntax');
  });

  it('a condition of any size and depth takes time linear in its length', () => {
    const deep = `${'('.repeat(50_000)}$ONE${')'.repeat(50_000)}`;
    expect(conditionOf(deep)(variables)).toBe(true);
    const long = Array.from({ length: 20_000 }, () => '$ONE == "1"').join(' && ');
    expect(conditionOf(long)(variables)).toBe(true);
  });

  it('a pattern made to run for ever answers at once', () => {
    const evil = new Map([['TEXT', `${'a'.repeat(50_000)}!`]]);
    const started = performance.now();
    expect(conditionOf('$TEXT =~ /^(a+)+$/')(evil)).toBe(false);
    expect(conditionOf('$TEXT =~ /(a|aa)*b/')(evil)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
