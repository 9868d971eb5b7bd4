import { useCallback, useMemo, useState } from 'react';
import type { ReviewedFile } from '#contract/review-diffs.ts';
import { asApiError } from '../../api/error.ts';
import { toastError } from '../../api/toast.ts';
import { type DiffFile, readFile } from '../../diff/rows.ts';
import { fileOf, type Reading } from './changes-queries.ts';
import type { Which } from './queries.ts';

/** More lines than any file has. */
const allLines = 1_000_000;

/** The files of a review, those that a limit left out once they are asked for. */
export function useReviewFiles(which: Which, reading: Reading, rows: readonly ReviewedFile[]) {
  const { project, iid } = which;
  const [loaded, setLoaded] = useState<ReadonlyMap<ReviewedFile, ReviewedFile>>(new Map());
  const files = useMemo(() => rows.map((row) => readFile(loaded.get(row) ?? row)), [rows, loaded]);
  const show = useCallback(
    (path: string) => {
      const row = rows.find((one) => readFile(one).path === path);
      if (row === undefined) return;
      const { old_path, new_path } = row;
      fileOf({ project, iid }, reading, { old_path, new_path }).then(
        (found) => {
          if (found !== undefined) setLoaded((before) => new Map(before).set(row, found));
        },
        (error: unknown) => toastError(asApiError(error)),
      );
    },
    [project, iid, reading, rows],
  );
  const wholeFile = useCallback(
    async ({ diff }: DiffFile): Promise<DiffFile> => {
      const { old_path, new_path } = diff;
      const wanted = { old_path, new_path, context: allLines };
      return readFile((await fileOf({ project, iid }, reading, wanted)) ?? diff);
    },
    [project, iid, reading],
  );
  return { files, show, wholeFile };
}
