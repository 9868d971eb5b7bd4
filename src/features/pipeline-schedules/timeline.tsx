import type { ScheduleOverview } from '#contract/schedule-record.ts';
import { formatClock, formatWeekday } from '../../lib/format.ts';
import { Card, Section } from '../../ui/page.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import classes from './schedules.module.css';

const words = scheduleWords.timeline;
const week = 7;
/** So many times are read out of a day. */
const mostRead = 6;

/** The day of a moment in the reader's zone: `2026-11-28`. */
function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Eight days begin within seven times 24 hours: the last one is as far as the first is gone. */
function daysFrom(now: number): string[] {
  return Array.from({ length: week + 1 }, (_day, at) => {
    const date = new Date(now);
    date.setDate(date.getDate() + at);
    return dayOf(date);
  });
}

/** How far into its day a moment is, in percent. */
const shareOf = (date: Date) => ((date.getHours() * 60 + date.getMinutes()) / 1440) * 100;

/** What fires when within a week, a row for each schedule of the page. */
export function Timeline({ rows }: { rows: readonly ScheduleOverview[] }) {
  const now = useNow();
  const due = rows.filter(({ upcoming }) => upcoming.length > 0);
  if (rows.length === 0) return null;
  const days = daysFrom(now);
  return (
    <div className={classes.timeline}>
      <Section title={words.title} about={due.length === 0 ? words.empty : words.about}>
        {due.length > 0 && (
          <Card>
            {/* The keyboard scrolls what does not fit. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div className={classes.scroll} tabIndex={0} role="group" aria-label={words.title}>
              <table className={classes.week} aria-label={words.title}>
                <thead>
                  <tr>
                    <th scope="col">{words.schedule}</th>
                    {days.map((day) => (
                      <th key={day} scope="col">
                        {formatWeekday(day).split(',').slice(0, 2).join(',')}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {due.map((schedule) => (
                    <tr key={schedule.id}>
                      <th scope="row" title={schedule.description}>
                        {schedule.description}
                      </th>
                      {days.map((day) => (
                        <DayCell key={day} day={day} upcoming={schedule.upcoming} />
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Card>
        )}
      </Section>
    </div>
  );
}

function DayCell({ day, upcoming }: { day: string; upcoming: readonly string[] }) {
  const dates = upcoming.map((at) => new Date(at)).filter((date) => dayOf(date) === day);
  const times = dates.slice(0, mostRead).map((date) => formatClock(date));
  const text =
    dates.length === 0
      ? words.none
      : words.runs(
          dates.length,
          [...times, ...(dates.length > mostRead ? [words.more] : [])].join(', '),
        );
  return (
    <td title={dates.length === 0 ? undefined : text}>
      <span className={classes.spoken}>{text}</span>
      {dates.map((date) => (
        <span
          key={date.getTime()}
          className={classes.mark}
          aria-hidden
          style={{ insetInlineStart: `${shareOf(date)}%` }}
        />
      ))}
    </td>
  );
}
