import { SegmentedControl } from '@mantine/core';
import {
  useInfiniteQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { labelEvents } from '#contract/label-events.ts';
import { mergeRequestChangesEndpoints } from '#contract/merge-request-changes.ts';
import { pagesOf } from '../../api/client.ts';
import { useEveryPage } from '../../api/every-page.ts';
import { TextLink } from '../../lib/links.tsx';
import { SystemNote } from '../../notes/note-view.tsx';
import { EventLabel } from '../../planning/label-timeline.tsx';
import { Mono, UserAvatar } from '../../ui/marks.tsx';
import { SearchField } from '../../table/search-field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { labelEventWords } from '../../words/label-events.ts';
import { reviewWords } from '../../words/reviews.ts';
import { type Happened, type HistoryKind, historyKinds, historyOf, tellsOf } from './history.ts';
import classes from './merge-requests.module.css';
import { mergeRequestShown, threadsOf, useBeat, type Which } from './queries.ts';
import { useWhich } from './review-layout.tsx';

const route = getRouteApi('/_auth/projects/$project/merge-requests/$iid/history');
const words = reviewWords.history;

const idOf = ({ project, iid }: Which) => ({ id: project, merge_request_iid: iid, per_page: 100 });

/** What happened to a merge request: labels, states, versions and what the system noted. */
export function HistoryTab() {
  const which = useWhich();
  const { show, q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const beat = useBeat(which);
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  const threads = useSuspenseInfiniteQuery({ ...threadsOf(which), ...beat });
  const labels = useInfiniteQuery({
    ...pagesOf(labelEvents.listForMergeRequest, idOf(which)),
    ...beat,
  });
  const pushed = useInfiniteQuery({
    ...pagesOf(mergeRequestChangesEndpoints.versions, idOf(which)),
    ...beat,
  });
  useEveryPage(threads);
  useEveryPage(labels);
  useEveryPage(pushed);
  const all = useMemo(
    () =>
      historyOf(record, {
        threads: threads.data.pages.flatMap(({ rows }) => rows),
        events: labels.data?.pages.flatMap(({ rows }) => rows) ?? [],
        versions: pushed.data?.pages.flatMap(({ rows }) => rows) ?? [],
      }),
    [record, threads.data, labels.data, pushed.data],
  );
  const shown = all.filter((one) => (show === undefined || one.kind === show) && tellsOf(one, q));
  const failed = [threads, labels, pushed].find(({ error }) => error !== null);
  const ask = (change: { show?: HistoryKind | undefined; q?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  return (
    <div className={classes.main}>
      <div className={classes.historyTools}>
        <SegmentedControl
          aria-label={words.show}
          value={show ?? 'all'}
          data={['all' as const, ...historyKinds].map((value) => ({
            value,
            label: words.kinds[value],
          }))}
          onChange={(value) => ask({ show: historyKinds.find((kind) => kind === value) })}
        />
        <SearchField
          value={q}
          label={words.filter}
          placeholder={words.filter}
          onSearch={(text) => ask({ q: text || undefined })}
        />
      </div>
      {failed?.error && <ErrorState error={failed.error} retry={() => void failed.refetch()} />}
      {shown.length === 0 ? (
        <p className={classes.quiet}>{words.none}</p>
      ) : (
        <ol className={classes.history} aria-label={words.label}>
          {shown.map((one) => (
            <li key={one.key}>
              <Told which={which} one={one} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Told({ which, one }: { which: Which; one: Happened }) {
  switch (one.kind) {
    case 'labels': {
      const { user, label, action } = one.event;
      const name = user?.name ?? labelEventWords.somebody;
      return (
        <div className={classes.told}>
          <UserAvatar name={name} small />
          <span>
            {name} {labelEventWords[action]} <EventLabel label={label} />
          </span>
          <RelativeTime at={one.at} />
        </div>
      );
    }
    case 'versions':
      return (
        <div className={classes.told}>
          <span className={classes.toldSpace} />
          <span>
            <TextLink
              to="/projects/$project/merge-requests/$iid/changes"
              params={{ project: which.project, iid: String(which.iid) }}
              search={{ to: one.version.id }}
              underline="always"
            >
              {words.version(one.number)}
            </TextLink>{' '}
            {words.files(one.version.real_size)}{' '}
            <Mono>{one.version.head_commit_sha.slice(0, 8)}</Mono>
          </span>
          <RelativeTime at={one.at} />
        </div>
      );
    default:
      if (one.note !== undefined) return <SystemNote note={one.note} />;
      return (
        <div className={classes.told}>
          <UserAvatar name={one.by} small />
          <span>
            {one.by} {words.opened}
          </span>
          <RelativeTime at={one.at} />
        </div>
      );
  }
}
