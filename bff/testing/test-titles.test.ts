import { describe, expect, it } from 'vitest';
import { titlesIn } from './test-titles.ts';

describe('titlesIn', () => {
  it('finds the title of each way to write a test', () => {
    const source = [
      `it('plain', () => {});`,
      `test("quoted \\"twice\\"", async ({ page }) => {});`,
      'it(`template ${one}`, run);',
      `it(\n  'on its own line',\n  run,\n);`,
      `it.concurrent('side by side', run);`,
      `it.each([[1, ')'], [f(2), "("]])('refuses %s', run);`,
      `it.for(rows /* ) */)('takes $name', run);`,
      "test.each`a | b\n${1} | ${2}`('adds $a', run);",
      `it.runIf(has())('only here', run);`,
      `it('it\\'s fine', run);`,
    ].join('\n');
    expect(titlesIn(source)).toEqual([
      'plain',
      'quoted "twice"',
      'template ${one}',
      'on its own line',
      'side by side',
      'refuses %s',
      'takes $name',
      'adds $a',
      'only here',
      "it's fine",
    ]);
  });

  it('leaves out what is no running test', () => {
    const source = [
      `describe('group', () => {});`,
      `describe.each(rows)('group $name', run);`,
      `test.describe('group', () => {});`,
      `test.step('step', run);`,
      `it.skip('skipped', run);`,
      `it.todo('later');`,
      `test.fixme('broken', run);`,
      `regex.test('text');`,
      `await submit('form');`,
      `it(name, run);`,
    ].join('\n');
    expect(titlesIn(source)).toEqual([]);
  });
});
