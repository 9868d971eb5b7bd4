import { useCallback, useEffect, useRef, useState } from 'react';
import type { DiffLine, ParsedDiff } from './parse.ts';
import type { DiffFile } from './rows.ts';

export type TokenKind = 'keyword' | 'string' | 'literal' | 'comment';

/** Runs of a line: how long, and what they are. */
export type Tokens = readonly (readonly [length: number, kind: TokenKind | undefined])[];

/** What goes to the worker: the hunks of one file, as text of one side each. */
export interface HighlightRequest {
  readonly id: number;
  readonly path: string;
  readonly sides: readonly (readonly string[])[];
}

export interface HighlightAnswer {
  readonly id: number;
  readonly sides: readonly (readonly Tokens[])[];
}

const mostLines = 20_000;
let requests = 0;

const startWorker = () =>
  new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' });

/** Lines by the side they are on, hunk after hunk: old and new in turn. */
function sidesOf(file: DiffFile): DiffLine[][] {
  return file.parsed.hunks.flatMap(({ lines }) => [
    lines.filter(({ kind }) => kind === 'removed'),
    lines.filter(({ kind }) => kind !== 'removed'),
  ]);
}

/** Colours of lines, found by a worker for the files asked about; until then there are none. */
export function useHighlighting(): {
  tokensOf: (line: DiffLine) => Tokens | undefined;
  want: (file: DiffFile) => void;
  answers: number;
} {
  const [found] = useState(() => new WeakMap<DiffLine, Tokens>());
  const [answers, setAnswers] = useState(0);
  const tokensOf = useCallback((line: DiffLine) => found.get(line), [found]);
  const worker = useRef<Worker | undefined>(undefined);
  const asked = useRef(new Map<number, DiffLine[][]>());
  const [known] = useState(() => new WeakSet<ParsedDiff>());

  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = undefined;
    },
    [],
  );

  const take = (answer: HighlightAnswer) => {
    const sides = asked.current.get(answer.id) ?? [];
    asked.current.delete(answer.id);
    for (const [side, lines] of sides.entries()) {
      for (const [index, line] of lines.entries()) {
        const tokens = answer.sides[side]?.[index];
        if (tokens) found.set(line, tokens);
      }
    }
    setAnswers((count) => count + 1);
  };

  const want = (file: DiffFile) => {
    const lines = file.parsed.added + file.parsed.removed;
    if (known.has(file.parsed) || lines > mostLines) return;
    known.add(file.parsed);
    const sides = sidesOf(file);
    const id = ++requests;
    asked.current.set(id, sides);
    if (worker.current === undefined) {
      worker.current = startWorker();
      worker.current.onmessage = ({ data }: MessageEvent<HighlightAnswer>) => take(data);
    }
    const request: HighlightRequest = {
      id,
      path: file.path,
      sides: sides.map((side) => side.map(({ text }) => text)),
    };
    worker.current.postMessage(request);
  };
  return { tokensOf, want, answers };
}

/** Colours of the lines of one text, found by a worker; until then there are none. */
export function useTextTokens(path: string, lines: readonly string[]): readonly Tokens[] {
  const [found, setFound] = useState<{ lines: readonly string[]; tokens: readonly Tokens[] }>();
  useEffect(() => {
    const worker = startWorker();
    worker.onmessage = ({ data }: MessageEvent<HighlightAnswer>) => {
      setFound({ lines, tokens: data.sides[0] ?? [] });
      worker.terminate();
    };
    const request: HighlightRequest = { id: ++requests, path, sides: [lines] };
    worker.postMessage(request);
    return () => worker.terminate();
  }, [path, lines]);
  return found?.lines === lines ? found.tokens : [];
}
