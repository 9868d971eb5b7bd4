import { ActionIcon, Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { instanceSchedules } from '#contract/instance-schedules.ts';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import { useCommand } from '../../api/client.ts';
import { formatNumber } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Count, Page, TabBar } from '../../ui/page.tsx';
import { scheduleWords as words } from '../../words/pipeline-schedules.ts';
import { tableWords } from '../../words/table.ts';
import { idOf, lastRuns, pipelineCount, scheduleShown, touched, type Which } from './queries.ts';
import { useRights } from './rights.ts';
import { RunSquares } from './run-squares.tsx';
import { ScheduleBadge } from './schedule-state.tsx';

const route = getRouteApi('/_auth/projects/$project/schedules/$schedule');

/** Which schedule the URL names. */
export function useWhich(): Which {
  const { project, schedule } = route.useParams();
  return { project, id: Number(schedule) };
}

/** Name, state, last runs and tabs of a schedule; the tab is below. */
export function ScheduleLayout() {
  const which = useWhich();
  const { data: record } = useSuspenseQuery(scheduleShown(which));
  const { data: runs } = useSuspenseQuery(lastRuns(which));
  const { data: made } = useSuspenseQuery(pipelineCount(which));
  const rights = useRights(which.project, record);
  const params = { project: which.project, schedule: String(which.id) };
  return (
    <Page
      title={record.description}
      badge={<ScheduleBadge isActive={record.active} />}
      actions={
        <>
          <RunSquares runs={runs.rows} withText />
          {rights.play && <RunNow which={which} name={record.description} />}
          {rights.admin && <More which={which} name={record.description} />}
        </>
      }
      tabs={
        <TabBar
          label={words.editor.tabs}
          tabs={[
            <Link
              key="definition"
              to="/projects/$project/schedules/$schedule"
              params={params}
              activeOptions={{ exact: true, includeSearch: false }}
            >
              {words.editor.definition}
            </Link>,
            <Link
              key="pipelines"
              to="/projects/$project/schedules/$schedule/pipelines"
              params={params}
              activeOptions={{ includeSearch: false }}
            >
              {words.editor.pipelines}{' '}
              <Count>
                {made.total === undefined ? tableWords.many(10_000) : formatNumber(made.total)}
              </Count>
            </Link>,
            <Link
              key="history"
              to="/projects/$project/schedules/$schedule/history"
              params={params}
              activeOptions={{ includeSearch: false }}
            >
              {words.editor.history}
            </Link>,
          ]}
        />
      }
    >
      <Outlet />
    </Page>
  );
}

function RunNow({ which, name }: { which: Which; name: string }) {
  const play = useCommand(pipelineSchedules.play, { invalidates: touched, done: words.ran(name) });
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPlay aria-hidden size={16} />}
      loading={play.isPending}
      onClick={() => play.mutate(idOf(which))}
    >
      {words.run}
    </Button>
  );
}

function More({ which, name }: { which: Which; name: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useCommand(pipelineSchedules.remove, {
    invalidates: [pipelineSchedules.overview, pipelineSchedules.list, instanceSchedules.list],
    done: words.removed(name),
    showsError: true,
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={words.more} title={words.more}>
            <IconDots aria-hidden size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" onClick={() => setIsAsking(true)}>
            {words.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        testId="delete-schedule"
        isOpen={isAsking}
        title={words.removeTitle(name)}
        confirm={words.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(idOf(which), {
            onSuccess: () =>
              void navigate({
                to: '/projects/$project/schedules',
                params: { project: which.project },
              }),
          })
        }
        onCancel={() => setIsAsking(false)}
      >
        {words.removeHelp}
      </ConfirmDialog>
    </>
  );
}
