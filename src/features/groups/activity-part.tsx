import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activityDays, type GroupActivitySeries } from '#contract/group-activity.ts';
import { formatNumber } from '../../lib/format.ts';
import { Card, Section } from '../../ui/page.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { groupWords } from '../../words/groups.ts';
import classes from './activity.module.css';
import { activityOf } from './queries.ts';
import { Trend } from './trend.tsx';

const words = groupWords.activity;
const kinds = ['issues', 'merge_requests', 'new_members'] as const;
const spans = [7, activityDays, 90] as const;

/** How lively a group is: what began in it and below it, with its trend. */
export function ActivityPart({ group }: { group: string }) {
  const [days, setDays] = useState<number>(activityDays);
  const { data, error } = useQuery({
    ...activityOf(group, days),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={words.title}
      action={
        <SegmentedControl
          size="xs"
          aria-label={words.span}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          data={spans.map((span) => ({ value: String(span), label: words.days(span) }))}
        />
      }
    >
      <Card>
        {error !== null && <ErrorLine error={error} />}
        <div className={classes.parts}>
          {kinds.map((kind) => (
            <Part key={kind} kind={kind} series={data?.[kind]} />
          ))}
        </div>
      </Card>
    </Section>
  );
}

function Part(props: {
  kind: (typeof kinds)[number];
  series: GroupActivitySeries['issues'] | undefined;
}) {
  const { kind, series } = props;
  const counts = series?.map(({ count }) => count) ?? [];
  const total = counts.reduce((sum, count) => sum + count, 0);
  const most = Math.max(0, ...counts);
  return (
    <div className={classes.part}>
      <span className={classes.name}>{words.kinds[kind]}</span>
      <strong className={classes.total}>{series === undefined ? '–' : formatNumber(total)}</strong>
      <Trend counts={counts} label={words.trend(words.kinds[kind], counts.length, total, most)} />
    </div>
  );
}
