import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Diff } from '#contract/commits.ts';
import type { PageOf } from '../api/client.ts';
import { type DiffFile, readFile } from './rows.ts';

type OnePage = UseQueryOptions<PageOf<Diff>, Error, PageOf<Diff>, QueryKey>;

/**
 * The files of all pages. A page leaves out what it has no room for; such a file comes whole, on a
 * page of its own (`diffAt`), once it is asked for.
 */
export function useWholeFiles<Q extends { readonly queryKey: QueryKey }>(
  diffs: readonly Diff[],
  diffAt: (index: number) => Q,
): { files: DiffFile[]; show: (path: string) => void } {
  const [asked, setAsked] = useState<readonly number[]>([]);
  const answers = useQueries({
    // Safe: `diffAt` names the query of one page of diffs, whatever they are diffs of.
    queries: asked.map((index) => diffAt(index) as unknown as OnePage),
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
