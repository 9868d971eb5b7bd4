import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useEveryPage } from '../../api/every-page.ts';
import { DiffView } from '../../diff/diff-view.tsx';
import type { DiffReview } from '../../diff/review.ts';
import { type DiffFile, readFile } from '../../diff/rows.ts';
import { phoneQuery } from '../../theme.ts';
import { EmptyState, ErrorLine, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { diffWords } from '../../words/diff.ts';
import { readingOf, useBegun } from './begun-comments.tsx';
import { type Changes, changesOf, type Reading } from './changes-queries.ts';
import { DiffComment } from './diff-comment.tsx';
import { DiffThread } from './diff-thread.tsx';
import { Draft } from './draft-list.tsx';
import { imagesOf } from './image-pair.tsx';
import classes from './merge-requests.module.css';
import { isOfVersion, placedIn } from './placed-threads.ts';
import { draftsOf, mergeRequestShown, threadsOf, useBeat, type Which } from './queries.ts';
import { useWhich } from './review-layout.tsx';
import { useRights } from './rights.ts';
import { useSeenHead } from './seen-head.tsx';
import { useReviewFiles } from './use-review-files.ts';
import { useViewed } from './use-viewed.ts';

const route = getRouteApi('/_auth/projects/$project/merge-requests/$iid/changes');

/** What a merge request changes, and whether it can be merged beside it. */
export function ChangesTab() {
  const which = useWhich();
  const { to, from, space } = route.useSearch();
  const reading = useMemo(() => ({ to, from, space }), [to, from, space]);
  const { sha } = useSeenHead();
  const { data, error, refetch, isFetching } = useQuery(changesOf(which, reading, sha));
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  return (
    <div className={classes.main} data-flush>
      {data === undefined ? (
        error === null && <RowsSkeleton rows={12} />
      ) : (
        <Reviewed
          // What was asked for of one is not asked for of the next.
          key={`${record.id} ${sha} ${to} ${from} ${space}`}
          which={which}
          reading={reading}
          changes={data}
          isComing={isFetching}
        />
      )}
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
    </div>
  );
}

function Reviewed(props: {
  which: Which;
  reading: Reading;
  changes: Changes;
  /** More files follow. */
  isComing: boolean;
}) {
  const { which, reading, changes, isComing } = props;
  const { head, files: rows } = changes;
  const { view = 'unified', file } = route.useSearch();
  const navigate = route.useNavigate();
  // Two columns of code do not fit on a phone.
  const isPhone = useMediaQuery(phoneQuery, false, { getInitialValueInEffect: false });
  const { files, show, wholeFile } = useReviewFiles(which, reading, rows);
  const { review, error } = useReview(which, changes, wholeFile);
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
  if (files.length === 0 && isComing) return <RowsSkeleton rows={12} />;
  if (files.length === 0) {
    return <EmptyState title={diffWords.none}>{diffWords.noneHelp}</EmptyState>;
  }
  return (
    <>
      {error && <ErrorLine error={error} />}
      {!isComing && <Elsewhere review={review} files={files} />}
      <DiffView
        files={files}
        layout={isPhone ? 'unified' : view}
        file={file}
        onFile={openFile}
        onShow={show}
        review={review}
      />
      {isComing && head !== undefined && rows.length < head.count && (
        <p className={classes.loading} role="status">
          {diffWords.loadingMore(rows.length)}
        </p>
      )}
    </>
  );
}

/** What was written about files that are not among those that are read. */
function Elsewhere({ review, files }: { review: DiffReview; files: readonly DiffFile[] }) {
  const { places, set } = review.begun;
  const paths = new Set(files.map(({ path }) => path));
  return places
    .filter((place) => !paths.has(place.file.path))
    .map((place) => (
      <div key={place.id} className={classes.elsewhere}>
        {review.form?.(place, () => set((before) => before.filter((one) => one !== place)))}
      </div>
    ));
}

/** Marks, threads and forms of the version that is read. */
function useReview(
  which: Which,
  { head, files: rows }: Changes,
  wholeFile: DiffReview['wholeFile'],
): { review: DiffReview; error: Error | null } {
  const { project } = which;
  const { comment } = useRights(which);
  const { viewed, onViewed } = useViewed(which, head?.head_sha);
  const { places, set, heads } = useBegun();
  const shown = head === undefined ? '' : readingOf(head);
  if (head !== undefined) heads.set(shown, head);
  const pages = useInfiniteQuery({ ...threadsOf(which), ...useBeat(which) });
  useEveryPage(pages);
  const drafts = useQuery({ ...draftsOf(which), enabled: comment });
  const found = useMemo(
    () =>
      placedIn(head, pages.data?.pages.flatMap(({ rows }) => rows) ?? [], drafts.data?.rows ?? []),
    [head, pages.data, drafts.data],
  );
  const review = useMemo<DiffReview>(() => {
    const { placed, threadOf, draftOf } = found;
    return {
      viewed,
      onViewed,
      threads: placed,
      thread: (id) => {
        const [thread, draft] = [threadOf.get(id), draftOf.get(id)];
        const position = thread?.notes[0]?.position;
        const isOlder =
          head !== undefined && position !== undefined && !isOfVersion(position, head);
        if (thread) return <DiffThread which={which} thread={thread} isOlder={isOlder} />;
        return (
          draft && (
            <div className={classes.inDiff}>
              <Draft which={which} draft={draft} />
            </div>
          )
        );
      },
      mayBegin: head?.commentable ?? false,
      reading: shown,
      begun: { places, set },
      ...(comment && {
        form: (place, onClose) => {
          const about = heads.get(place.reading);
          if (about === undefined) return null;
          const isOlder = place.reading !== shown;
          return <DiffComment {...{ which, place, onClose, isOlder }} head={about} />;
        },
      }),
      content: ({ path }) => {
        const row = rows.find((one) => readFile(one).path === path);
        return row && imagesOf(project, row);
      },
      ...(wholeFile && { wholeFile }),
    };
  }, [
    found,
    viewed,
    onViewed,
    comment,
    head,
    rows,
    wholeFile,
    project,
    which,
    places,
    set,
    heads,
    shown,
  ]);
  return { review, error: pages.error ?? drafts.error };
}
