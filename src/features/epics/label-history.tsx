import { useInfiniteQuery } from '@tanstack/react-query';
import type { Epic } from '#contract/epics.ts';
import type { LabelEvent } from '#contract/label-events.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useEveryPage } from '../../api/every-page.ts';
import { LabelChip, Person } from '../../ui/marks.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { epicWords } from '../../words/epics.ts';
import classes from './epics.module.css';
import { historyOf } from './queries.ts';

const words = epicWords.history;

/** The labels that came to an epic and went, the oldest first. */
export function LabelHistory({ group, record }: { group: string; record: Epic }) {
  const pages = useInfiniteQuery(historyOf(group, record));
  const { data, error, refetch, isFetchNextPageError, fetchNextPage } = pages;
  useEveryPage(pages);
  const events = data?.pages.flatMap(({ rows }) => rows);
  return (
    <Section title={words.title}>
      {events === undefined && error === null && <RowsSkeleton rows={3} />}
      {events === undefined && error !== null && (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
      {events?.length === 0 && <p className={classes.quiet}>{words.none}</p>}
      {events !== undefined && events.length > 0 && (
        <ul className={classes.history} aria-label={words.title}>
          {events.map((event) => (
            <Happened key={event.id} event={event} />
          ))}
        </ul>
      )}
      {isFetchNextPageError && <ErrorState error={error} retry={() => void fetchNextPage()} />}
    </Section>
  );
}

function Happened({ event: { user, action, label, created_at: at } }: { event: LabelEvent }) {
  const self = useCurrentUser().id;
  return (
    <li className={classes.event}>
      <Person name={user?.name ?? words.somebody} isSelf={user?.id === self} />
      <span>{words[action]}</span>
      {label === null ? (
        <span>{words.lostLabel}</span>
      ) : (
        <LabelChip name={label.name} color={label.color} />
      )}
      <RelativeTime at={at} />
    </li>
  );
}
