import { useMediaQuery } from '@mantine/hooks';
import type { QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Diff } from '#contract/commits.ts';
import { useEveryPage } from '../api/every-page.ts';
import { phoneQuery } from '../theme.ts';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { diffWords } from '../words/diff.ts';
import { DiffView } from './diff-view.tsx';
import classes from './diff.module.css';
import type { DiffLayout } from './rows.ts';
import { useWholeFiles } from './whole-files.ts';

type Pages = Parameters<typeof useEveryPage>[0] & {
  readonly data: { readonly pages: readonly { readonly rows: readonly Diff[] }[] };
  readonly error: unknown;
};

/**
 * What a commit or a merge request changes, file after file; further pages come by themselves. A
 * `key` of what it belongs to keeps what was asked for of one from being asked for of the next.
 */
export function ChangedFiles<Q extends { readonly queryKey: QueryKey }>(props: {
  pages: Pages;
  /** One changed file on a page of its own. */
  diffAt: (index: number) => Q;
  layout: DiffLayout;
  /** The file of the URL, and how it is put there. */
  file: string | undefined;
  onFile: (path: string) => void;
}) {
  const { pages, diffAt, layout, file, onFile } = props;
  const { data, error, hasNextPage, isFetchNextPageError, fetchNextPage } = pages;
  useEveryPage(pages);
  // Two columns of code do not fit on a phone.
  const isPhone = useMediaQuery(phoneQuery, false, { getInitialValueInEffect: false });
  const diffs = useMemo(() => data.pages.flatMap(({ rows }) => rows), [data]);
  const { files, show } = useWholeFiles(diffs, diffAt);
  return (
    <>
      {files.length === 0 ? (
        <EmptyState title={diffWords.none}>{diffWords.noneHelp}</EmptyState>
      ) : (
        <DiffView
          files={files}
          layout={isPhone ? 'unified' : layout}
          file={file}
          onFile={onFile}
          onShow={show}
        />
      )}
      {isFetchNextPageError && <ErrorState error={error} retry={() => void fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && (
        <p className={classes.loading} role="status">
          {diffWords.loadingMore(files.length)}
        </p>
      )}
    </>
  );
}
