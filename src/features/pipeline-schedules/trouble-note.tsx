import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import { useSuspenseQuery } from '@tanstack/react-query';
import { TextLink } from '../../lib/links.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { lastRuns, type Which } from './queries.ts';
import classes from './schedules.module.css';

/** Why the last run did not work, where it did not. */
export function TroubleNote({ which }: { which: Which }) {
  const { data } = useSuspenseQuery(lastRuns(which));
  const last = data.rows.find(({ state }) => state !== 'waiting');
  if (!last?.problem) return null;
  return (
    <div className={classes.trouble}>
      <div className={classes.finding}>
        <IconAlertTriangle aria-hidden size={16} />
        <div>
          <strong>
            {scheduleWords.history.trouble}: {scheduleWords.problems[last.problem]}
          </strong>
          {last.text !== null && <p>{last.text}</p>}
          <TextLink
            to="/projects/$project/schedules/$schedule/history"
            params={{ project: which.project, schedule: String(which.id) }}
          >
            {scheduleWords.editor.history}
          </TextLink>
        </div>
      </div>
    </div>
  );
}
