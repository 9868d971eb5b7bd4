import { expect, it } from 'vitest';
import { keepAnswers } from './kept-answers.ts';

it('an answer is made once, the ones used last are kept, and a failure is not', async () => {
  const kept = keepAnswers<string>(3500, (text) => text.length);
  const made: string[] = [];
  const ask = (key: string) =>
    kept(key, async () => {
      made.push(key);
      if (key === 'wrong' && made.length < 2) throw new Error('no');
      return key.padEnd(1000);
    });
  await expect(ask('wrong')).rejects.toThrow('no');
  await ask('wrong');
  await Promise.all([ask('a'), ask('a')]);
  expect(made).toEqual(['wrong', 'wrong', 'a']);
  // The third of 1,500 bytes has room only without the one that was asked for longest ago.
  await ask('wrong');
  await ask('b');
  await ask('wrong');
  expect(made).toEqual(['wrong', 'wrong', 'a', 'b']);
  await ask('a');
  expect(made).toEqual(['wrong', 'wrong', 'a', 'b', 'a']);
});
