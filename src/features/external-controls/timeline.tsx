import { useQuery } from '@tanstack/react-query';
import type { ControlEvent } from '#contract/external-controls.ts';
import { every } from '../../api/polling.ts';
import { formatDuration } from '../../lib/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { controlWords } from '../../words/external-controls.ts';
import { ControlStatusText } from './control-status.tsx';
import classes from './external-controls.module.css';
import { timelineOf } from './queries.ts';

const words = controlWords.timeline;
const beat = 3000;

/** What happened to a control, the newest first; followed while a ping is on its way. */
export function Timeline({ project, control }: { project: string; control: number }) {
  const { data, error } = useQuery({
    ...timelineOf(project, control),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((event) => event.state === 'waiting') === true ? every(beat) : false,
  });
  return (
    <section className={classes.part}>
      <h3>{words.title}</h3>
      {error !== null && <ErrorLine error={error} />}
      {data?.rows.length === 0 && <p className={classes.quiet}>{words.empty}</p>}
      <ol className={classes.events}>
        {data?.rows.map((event) => (
          <li key={event.id}>
            <span className={classes.event}>
              <ControlStatusText status={event.status_after}>{sentenceOf(event)}</ControlStatusText>
              <span className={classes.quiet}>
                <RelativeTime at={event.created_at} />
              </span>
            </span>
            {event.replaced_since !== null && (
              <p className={classes.quiet}>
                {(event.replaced_early ? words.early : words.replaced)(
                  controlWords.status[event.status_before],
                  formatDuration(secondsBetween(event.replaced_since, event.created_at)),
                )}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const secondsBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 1000);

function sentenceOf(event: ControlEvent): string {
  if (event.kind === 'answer') return words.answers[event.status_after];
  if (event.kind === 'time_out') return words.timedOut;
  const by = event.user === null ? '' : ` ${words.by(event.user.name)}`;
  return `${words.causes[event.cause ?? 'asked']}${by}: ${resultOf(event)}`;
}

function resultOf({ state, http_status: status }: ControlEvent): string {
  const text = words.states[state];
  return typeof text === 'string' ? text : text(status ?? 0);
}
