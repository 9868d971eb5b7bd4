import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { LabelEvent } from '#contract/label-events.ts';
import type { PageOf } from '../api/client.ts';
import { useCurrentUser } from '../api/current-user.ts';
import { useEveryPage } from '../api/every-page.ts';
import { FilterBar } from '../table/filter-bar.tsx';
import type { ListSearchWith } from '../table/url-state.ts';
import { useListState } from '../table/use-list-state.ts';
import { LabelChip, Person } from '../ui/marks.tsx';
import { Section } from '../ui/page.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ErrorState, RowsSkeleton } from '../ui/states.tsx';
import { labelEventWords as words } from '../words/label-events.ts';
import classes from './label-timeline.module.css';
import { timelineFilters } from './timeline-filters.ts';
import { Quiet } from './record-parts.tsx';

/** What the address of a screen with a timeline holds. */
export type TimelineSearch = ListSearchWith<(typeof timelineFilters)[number]>;

const facts = {
  label: ({ label }: LabelEvent) => label?.name ?? words.lostLabel,
  who: ({ user }: LabelEvent) => user?.name ?? words.somebody,
  came: ({ action }: LabelEvent) => words[action],
};

/** The labels that came to something and went, the oldest first, as far as the address asks for them. */
export function LabelTimeline(props: {
  pages: UseInfiniteQueryResult<InfiniteData<PageOf<LabelEvent>>>;
  search: TimelineSearch;
}) {
  const { pages, search } = props;
  const { data, error, refetch, isFetchNextPageError, fetchNextPage } = pages;
  useEveryPage(pages);
  const state = useListState(search);
  const events = data?.pages.flatMap(({ rows }) => rows);
  const shown = events?.filter((event) =>
    timelineFilters.every(
      (name) => search[name] === undefined || facts[name](event) === search[name],
    ),
  );
  const filters = timelineFilters.map((name) => ({
    name,
    label: words.filters[name],
    choices: [...new Set(events?.map(facts[name]))]
      .sort((a, b) => a.localeCompare(b))
      .map((value) => ({ value, label: value })),
  }));
  return (
    <Section title={words.history}>
      {events === undefined && error === null && <RowsSkeleton rows={3} />}
      {events === undefined && error !== null && (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
      {events?.length === 0 && <Quiet>{words.none}</Quiet>}
      {events !== undefined && events.length > 0 && (
        <div className={classes.bar}>
          <FilterBar state={state} filters={filters} />
        </div>
      )}
      {events !== undefined && events.length > 0 && shown?.length === 0 && (
        <Quiet>{words.noneFound}</Quiet>
      )}
      {shown !== undefined && shown.length > 0 && (
        <ul className={classes.history} aria-label={words.history}>
          {shown.map((event) => (
            <Happened key={event.id} event={event} />
          ))}
        </ul>
      )}
      {isFetchNextPageError && <ErrorState error={error} retry={() => void fetchNextPage()} />}
    </Section>
  );
}

function Happened({ event }: { event: LabelEvent }) {
  const { user, action, label, created_at: at } = event;
  const self = useCurrentUser().id;
  return (
    <li className={classes.event}>
      <Person name={user?.name ?? words.somebody} isSelf={user?.id === self} />
      <span>{words[action]}</span>
      <EventLabel label={label} />
      <RelativeTime at={at} />
    </li>
  );
}

/** The label of an event, or that it is deleted. */
export function EventLabel({ label }: Pick<LabelEvent, 'label'>) {
  if (label === null) return <span className={classes.lost}>{words.lostLabel}</span>;
  return <LabelChip name={label.name} color={label.color} />;
}
