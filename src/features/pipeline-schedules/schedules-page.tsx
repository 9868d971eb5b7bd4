import IconCalendarTime from '@tabler/icons-react/icons/IconCalendarTime';
import IconPlayerPause from '@tabler/icons-react/icons/IconPlayerPause';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import type { ScheduleOverview } from '#contract/schedule-record.ts';
import { call } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListPage } from '../../table/list-query.ts';
import { useListState } from '../../table/use-list-state.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { scheduleColumns } from './columns.tsx';
import { projectOf, scheduleList, scopes, touched } from './queries.ts';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/_auth/projects/$project/schedules/');
const { bulk } = scheduleWords;

const actionsFor = (project: string): readonly BulkAction<ScheduleOverview>[] => {
  const set = (active: boolean) => (row: ScheduleOverview) =>
    call(pipelineSchedules.update, { id: project, pipeline_schedule_id: row.id, active });
  const invalidates = touched;
  return [
    {
      name: 'activate',
      label: bulk.activate,
      icon: <IconPlayerPlay aria-hidden size={14} />,
      fits: ({ active, may }) => !active && may.update,
      run: set(true),
      undo: set(false),
      done: bulk.activated,
      invalidates,
    },
    {
      name: 'deactivate',
      label: bulk.deactivate,
      icon: <IconPlayerPause aria-hidden size={14} />,
      fits: ({ active, may }) => active && may.update,
      run: set(false),
      undo: set(true),
      done: bulk.deactivated,
      invalidates,
    },
    {
      name: 'remove',
      label: scheduleWords.remove,
      icon: <IconTrash aria-hidden size={14} />,
      fits: ({ may }) => may.admin,
      confirm: (rows) => ({ title: bulk.title(rows.length), help: scheduleWords.removeHelp }),
      run: ({ id }) => call(pipelineSchedules.remove, { id: project, pipeline_schedule_id: id }),
      done: bulk.removed,
      invalidates,
    },
  ];
};

/** Schedules of a project, and what fires when within a week. */
export function SchedulesPage() {
  const { project: path } = route.useParams();
  const search = route.useSearch();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const query = scheduleList(path, search);
  const rows = useListPage(query).data?.rows ?? [];
  const columns = useMemo(() => scheduleColumns(path, user.id), [path, user.id]);
  const mayCreate = mayInProject(user, project, 'create_pipeline');
  const create = mayCreate && (
    <ButtonLink
      to="/projects/$project/schedules/new"
      params={{ project: path }}
      leftSection={<IconPlus aria-hidden size={16} />}
    >
      {scheduleWords.create}
    </ButtonLink>
  );
  return (
    <Page
      title={scheduleWords.title}
      actions={create}
      tabs={
        <TabBar
          label={scheduleWords.tabs}
          tabs={[undefined, ...scopes].map((scope) => (
            <Link
              key={scope ?? 'all'}
              to="/projects/$project/schedules"
              params={{ project: path }}
              search={{ ...search, page: undefined, scope }}
              aria-current={search.scope === scope ? 'page' : undefined}
              activeProps={{}}
            >
              {scheduleWords.states[scope ?? 'all']}
            </Link>
          ))}
        />
      }
    >
      <DataList
        list="project-schedules"
        label={scheduleWords.title}
        query={query}
        columns={columns}
        state={useListState(search)}
        nameOf={({ description }) => description}
        actions={mayCreate ? actionsFor(path) : []}
        below={<Timeline rows={rows} />}
        empty={{
          icon: <IconCalendarTime aria-hidden size={20} />,
          ...scheduleWords.empty,
          action: create,
        }}
      />
    </Page>
  );
}
