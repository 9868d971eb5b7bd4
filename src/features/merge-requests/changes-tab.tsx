import { useMediaQuery } from '@mantine/hooks';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useEveryPage } from '../../api/every-page.ts';
import { DiffView } from '../../diff/diff-view.tsx';
import { useWholeFiles } from '../../diff/whole-files.ts';
import { phoneQuery } from '../../theme.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { diffWords } from '../../words/diff.ts';
import { MergeBox } from './merge-box.tsx';
import classes from './merge-requests.module.css';
import { diffAt, diffsOf } from './queries.ts';
import { useWhich } from './review-layout.tsx';

const route = getRouteApi('/_auth/projects/$project/merge-requests/$iid/changes');

/** What a merge request changes, file after file; further pages come by themselves. */
export function ChangesTab() {
  const which = useWhich();
  const { view = 'unified', file } = route.useSearch();
  // Two columns of code do not fit on a phone.
  const isPhone = useMediaQuery(phoneQuery, false, { getInitialValueInEffect: false });
  const navigate = route.useNavigate();
  const pages = useSuspenseInfiniteQuery(diffsOf(which));
  const { data, error, hasNextPage, isFetchNextPageError, fetchNextPage } = pages;
  useEveryPage(pages);

  const openFile = useCallback(
    (path: string) => {
      void navigate({
        search: (old) => ({ ...old, file: path }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  const diffs = useMemo(() => data.pages.flatMap(({ rows }) => rows), [data.pages]);
  const { files, show } = useWholeFiles(diffs, (index) => diffAt(which, index));
  return (
    <div className={classes.columns}>
      <div className={classes.main} data-flush>
        {files.length === 0 ? (
          <EmptyState title={diffWords.none}>{diffWords.noneHelp}</EmptyState>
        ) : (
          <DiffView
            files={files}
            layout={isPhone ? 'unified' : view}
            file={file}
            onFile={openFile}
            onShow={show}
          />
        )}
        {isFetchNextPageError && <ErrorState error={error} retry={() => void fetchNextPage()} />}
        {hasNextPage && !isFetchNextPageError && (
          <p className={classes.quiet} role="status">
            {diffWords.loadingMore(files.length)}
          </p>
        )}
      </div>
      <aside className={classes.side}>
        <MergeBox which={which} />
      </aside>
    </div>
  );
}
