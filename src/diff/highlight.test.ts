import { afterEach, expect, test, vi } from 'vitest';
import type { HighlightAnswer, HighlightRequest } from './highlight.ts';

afterEach(() => void vi.unstubAllGlobals());

test('the worker finds keywords, texts and comments of a Dockerfile by the name of the file', async () => {
  let tell: (answer: HighlightAnswer) => void = () => undefined;
  const answered = new Promise<HighlightAnswer>((resolve) => (tell = resolve));
  const worker: {
    postMessage: (answer: HighlightAnswer) => void;
    onmessage?: (event: { data: HighlightRequest }) => void;
  } = { postMessage: (answer) => tell(answer) };
  // What the worker calls itself; no browser runs here.
  vi.stubGlobal('self', worker);
  await import('./highlight.worker.ts');
  const lines = ['# built once', 'FROM node:22.11.0 AS build', 'RUN echo "ahoy"'];
  worker.onmessage?.({ data: { id: 7, path: 'deep/Dockerfile', sides: [lines] } });
  const { id, sides } = await answered;
  expect(id).toBe(7);
  const found = (sides[0] ?? []).map((tokens, index) => {
    let at = 0;
    return tokens.flatMap(([length, kind]) => {
      const text = lines[index]?.slice(at, (at += length)).trim();
      return kind === undefined ? [] : [`${kind}: ${text}`];
    });
  });
  expect(found).toEqual([
    ['comment: # built once'],
    ['keyword: FROM', 'keyword: AS'],
    ['keyword: RUN', 'string: "ahoy"'],
  ]);
});
