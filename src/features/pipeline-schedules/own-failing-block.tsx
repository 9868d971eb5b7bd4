import { useSuspenseQuery } from '@tanstack/react-query';
import { instanceSchedules } from '#contract/instance-schedules.ts';
import { listOf } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { BlockList } from '../../ui/block-list.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';

/** One's own schedules that could not run. */
export const ownFailing = listOf(instanceSchedules.listOwnFailing, { per_page: 10 });

/** Schedules of one's own that could not run, each with the reason; nothing where all could. */
export function OwnFailingSchedules() {
  const { data } = useSuspenseQuery(ownFailing);
  if (data.rows.length === 0) return null;
  return (
    <BlockList
      testId="own-failing-schedules"
      title={scheduleWords.ownFailing}
      count={data.total ?? data.rows.length}
    >
      {data.rows.map(({ id, description, project, trouble }) => (
        <li key={id}>
          <span>
            <TextLink
              to="/projects/$project/schedules/$schedule/history"
              params={{ project: project.path_with_namespace, schedule: String(id) }}
            >
              {description}
            </TextLink>{' '}
            {scheduleWords.ownFailingIn(project.path_with_namespace)}
          </span>
          {trouble !== null && <span>{scheduleWords.problems[trouble.problem]}</span>}
        </li>
      ))}
    </BlockList>
  );
}
