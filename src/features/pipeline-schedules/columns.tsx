import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import type { ScheduleOverview } from '#contract/schedule-record.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { Person, Ref } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Sign } from '../../ui/state-badge.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { cronText } from './cron-words.ts';
import { ActiveSwitch, RowActions } from './row-actions.tsx';
import { RunSquares } from './run-squares.tsx';
import classes from './schedules.module.css';

const helper = columnsOf<ScheduleOverview>();
const words = scheduleWords.columns;

/** The name of a branch or tag without its kind. */
const shortRef = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, '');

/** Columns of a project's schedules. */
export const scheduleColumns = (project: string, self: number) =>
  helper.columns([
    helper.display({
      id: 'description',
      header: words.description,
      meta: { link: true, phone: 'title' },
      cell: ({ row: { original } }) => (
        <span className={classes.title}>
          {original.trouble !== null && (
            <Sign
              tone="closed"
              label={scheduleWords.problems[original.trouble.problem]}
              icon={<IconAlertTriangle aria-hidden size={16} />}
            />
          )}
          <TextLink
            to="/projects/$project/schedules/$schedule"
            params={{ project, schedule: String(original.id) }}
          >
            {original.description}
          </TextLink>
        </span>
      ),
    }),
    helper.display({
      id: 'when',
      header: words.when,
      meta: { width: 'l', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => (
        <span title={`${original.cron} ${original.cron_timezone}`}>{cronText(original.cron)}</span>
      ),
    }),
    helper.display({
      id: 'ref',
      header: words.ref,
      meta: { width: 's', phone: 'hidden' },
      cell: ({ row: { original } }) => <Ref name={shortRef(original.ref)} />,
    }),
    helper.display({
      id: 'next',
      header: words.next,
      meta: { width: 's', quiet: true },
      cell: ({ row: { original } }) =>
        original.next_run_at === null || !original.active ? (
          scheduleWords.never
        ) : (
          <RelativeTime at={original.next_run_at} />
        ),
    }),
    helper.display({
      id: 'runs',
      header: words.runs,
      meta: { width: 's' },
      cell: ({ row: { original } }) => <RunSquares runs={original.runs.slice(0, 6)} />,
    }),
    helper.display({
      id: 'owner',
      header: words.owner,
      meta: { width: 'm', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.owner === null ? (
          scheduleWords.nobody
        ) : (
          <Person name={original.owner.name} isSelf={original.owner.id === self} />
        ),
    }),
    helper.display({
      id: 'active',
      header: words.active,
      meta: { width: 'xs' },
      cell: ({ row: { original } }) => (
        <ActiveSwitch project={project} schedule={original} self={self} />
      ),
    }),
    helper.display({
      id: 'actions',
      header: words.actions,
      meta: { width: 's', numeric: true, phone: 'end' },
      cell: ({ row: { original } }) => (
        <RowActions project={project} schedule={original} self={self} />
      ),
    }),
  ]);
