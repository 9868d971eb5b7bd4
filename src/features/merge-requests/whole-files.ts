import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Diff } from '#contract/commits.ts';
import { type DiffFile, readFile } from '../../diff/rows.ts';
import { diffAt, type Which } from './queries.ts';

/**
 * The files of all pages. A page leaves out what it has no room for; such a file comes whole, on a
 * page of its own, once it is asked for.
 */
export function useWholeFiles(
  which: Which,
  diffs: readonly Diff[],
): { files: DiffFile[]; show: (path: string) => void } {
  const [asked, setAsked] = useState<readonly number[]>([]);
  const answers = useQueries({
    queries: asked.map((index) => diffAt(which, index)),
    combine: (results) => results.map(({ data }) => data?.rows[0]),
  });
  const files = useMemo(() => {
    const whole = new Map(asked.map((index, at) => [index, answers[at]]));
    return diffs.map((diff, index) => readFile(whole.get(index) ?? diff));
  }, [diffs, asked, answers]);
  const show = useCallback(
    (path: string) => {
      const index = diffs.findIndex((diff) => readFile(diff).path === path);
      setAsked((before) => (before.includes(index) ? before : [...before, index]));
    },
    [diffs],
  );
  return { files, show };
}
