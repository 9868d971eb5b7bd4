import { useCallback, useMemo, useRef, useState } from 'react';
import { toastError } from '../api/toast.ts';
import { asApiError } from '../api/error.ts';
import { expandAfter, expandBefore } from './expand.ts';
import type { Hunk } from './parse.ts';
import type { DiffFile } from './rows.ts';

/** Unchanged lines that somebody wants to see: before a hunk, or after the last. */
export interface Expansion {
  readonly file: DiffFile;
  readonly hunk?: Hunk;
  readonly all: boolean;
}

/** The files with the unchanged lines around changes that were asked for. */
export function useExpanded(
  files: readonly DiffFile[],
  wholeFile: ((file: DiffFile) => Promise<DiffFile>) | undefined,
): { files: readonly DiffFile[]; expand: ((wanted: Expansion) => void) | undefined } {
  const [expanded, setExpanded] = useState<ReadonlyMap<DiffFile['diff'], DiffFile>>(new Map());
  const whole = useRef(new Map<DiffFile['diff'], Promise<DiffFile>>());
  const shown = useMemo(
    () => (expanded.size === 0 ? files : files.map((file) => expanded.get(file.diff) ?? file)),
    [files, expanded],
  );
  const expand = useCallback(
    ({ file, hunk, all }: Expansion) => {
      if (wholeFile === undefined) return;
      const asked = whole.current.get(file.diff) ?? wholeFile(file);
      whole.current.set(file.diff, asked);
      asked.then(
        (complete) =>
          setExpanded((before) => {
            const now = before.get(file.diff) ?? file;
            const parsed =
              hunk === undefined
                ? expandAfter(now.parsed, complete.parsed, all)
                : expandBefore(now.parsed, complete.parsed, { hunk, all });
            return new Map(before).set(file.diff, { ...now, parsed });
          }),
        (error: unknown) => {
          whole.current.delete(file.diff);
          toastError(asApiError(error));
        },
      );
    },
    [wholeFile],
  );
  return { files: shown, expand: wholeFile === undefined ? undefined : expand };
}
