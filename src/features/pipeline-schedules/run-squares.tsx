import IconX from '@tabler/icons-react/icons/IconX';
import type { ScheduleRun } from '#contract/schedule-record.ts';
import { formatMoment } from '../../lib/format.ts';
import { pipelineWords } from '../../words/pipelines.ts';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import classes from './schedules.module.css';

const words = scheduleWords.squares;

type Outcome = 'pass' | 'fail' | 'pending' | 'skip';

function outcomeOf({ state, pipeline }: ScheduleRun): Outcome {
  if (state === 'refused' || state === 'failed' || pipeline?.status === 'failed') return 'fail';
  if (pipeline?.status === 'success') return 'pass';
  return pipeline?.status === 'canceled' || pipeline?.status === 'skipped' ? 'skip' : 'pending';
}

/** What came of a run, in a word. */
function outcomeText({ state, problem, pipeline }: ScheduleRun): string {
  if (problem !== null) return scheduleWords.problems[problem];
  return pipeline === null
    ? scheduleWords.history.states[state]
    : pipelineWords.statuses[pipeline.status];
}

/** The last runs as squares, the oldest first; what each says is its name. */
export function RunSquares({
  runs,
  withText,
}: {
  runs: readonly ScheduleRun[];
  withText?: boolean;
}) {
  if (runs.length === 0) return <span className={classes.quiet}>{words.none}</span>;
  const ended = runs.map(outcomeOf).filter((outcome) => outcome !== 'pending');
  const passed = ended.filter((outcome) => outcome === 'pass').length;
  return (
    <span className={classes.last}>
      {withText && ended.length > 0 && (
        <span className={classes.quiet}>{words.passed(passed, ended.length)}</span>
      )}
      <span className={classes.squares}>
        {runs.toReversed().map((run) => {
          const label = `${formatMoment(run.due_at)}: ${outcomeText(run)}`;
          const outcome = outcomeOf(run);
          return (
            <span
              key={run.id}
              className={classes.square}
              data-outcome={outcome}
              role="img"
              aria-label={label}
              title={label}
            >
              {outcome === 'fail' && <IconX aria-hidden size={10} />}
            </span>
          );
        })}
      </span>
    </span>
  );
}
