import IconClockExclamation from '@tabler/icons-react/icons/IconClockExclamation';
import type { CronPreview } from '#contract/previews.ts';
import { formatClock, formatWeekday } from '../../lib/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { cityOf, offsetName, ownZone } from './zones.ts';
import classes from './schedules.module.css';

const words = scheduleWords.next;

type Run = CronPreview['runs'][number];

const dayOf = ({ local }: Run) => local.slice(0, 10);
const timeOf = ({ local }: Run) => local.slice(11, 16);

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });

/** The reader's time of a run, with its day where that is another. */
function ownTime(run: Run): string {
  const date = new Date(run.at);
  const isSameDay = weekday.format(date) === formatWeekday(dayOf(run)).slice(0, 3);
  return isSameDay ? formatClock(date) : `${weekday.format(date)} ${formatClock(date)}`;
}

/** When a schedule runs next, by the clocks of its zone and of the reader. */
export function NextRuns({ preview }: { preview: CronPreview | undefined }) {
  const runs = preview?.runs ?? [];
  const zone = preview?.zone ?? '';
  const own = ownZone();
  return (
    <section className={classes.next} aria-label={words.title(10)}>
      <header>
        <h2>{words.title(runs.length === 0 ? 10 : runs.length)}</h2>
        {zone !== '' && <span>{words.zones(cityOf(zone), cityOf(own))}</span>}
      </header>
      {runs.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{words.date}</th>
              <th scope="col">{cityOf(zone)}</th>
              <th scope="col">{words.yours}</th>
              <th scope="col">{words.fromNow}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run, at) => (
              <RunRow key={run.at} run={run} before={runs[at - 1]} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function RunRow({ run, before }: { run: Run; before: Run | undefined }) {
  const isMoved = before !== undefined && before.offset !== run.offset;
  return (
    <tr data-change={run.change ?? undefined}>
      <td>{formatWeekday(dayOf(run))}</td>
      <td>
        <strong>{timeOf(run)}</strong>
      </td>
      {run.change === null ? (
        <>
          <td>{ownTime(run)}</td>
          <td>
            {isMoved && <span className={classes.offset}>{offsetName(run.offset)}</span>}
            <RelativeTime at={run.at} />
          </td>
        </>
      ) : (
        <td colSpan={2}>
          <ChangeText run={run} />
        </td>
      )}
    </tr>
  );
}

/** What the clocks do to a run. */
function ChangeText({ run }: { run: Run }) {
  return (
    <StateText tone="warning" icon={<IconClockExclamation aria-hidden size={16} />}>
      {run.change === 'gap' ? words.gap(timeOf(run)) : words.repeat}
    </StateText>
  );
}

/** The next run in a line, where the table of them is far below. */
export function NextRunLine({ preview }: { preview: CronPreview | undefined }) {
  const [next] = preview?.runs ?? [];
  const changed = preview?.runs.find(({ change }) => change !== null);
  if (next === undefined) return null;
  return (
    <span className={classes.nextLine}>
      <span>
        {words.nextOn(formatWeekday(dayOf(next)))} <RelativeTime at={next.at} />
      </span>
      {changed && (
        <span>
          {formatWeekday(dayOf(changed))} <ChangeText run={changed} />
        </span>
      )}
    </span>
  );
}
