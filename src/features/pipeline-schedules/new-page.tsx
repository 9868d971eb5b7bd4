import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { projectOf, touched } from './queries.ts';
import { createBody } from './save.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { scheduleForm } from './schedule-values.ts';
import { ownZone } from './zones.ts';

const route = getRouteApi('/_auth/projects/$project/schedules/new');
const words = scheduleWords.editor;
const nothing: [] = [];

/** A new schedule, of whoever makes it. */
export function NewSchedulePage() {
  const { project: path } = route.useParams();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const mayCreate = mayInProject(user, project, 'create_pipeline');
  return (
    <Page title={scheduleWords.create}>
      {mayCreate ? (
        <NewSchedule path={path} branch={project.default_branch} />
      ) : (
        <EmptyState
          title={words.mayNot}
          action={
            <ButtonLink
              to="/projects/$project/schedules"
              params={{ project: path }}
              variant="default"
            >
              {common.actions.back}
            </ButtonLink>
          }
        >
          {words.mayNotHelp}
        </EmptyState>
      )}
    </Page>
  );
}

function NewSchedule({ path, branch }: { path: string; branch: string | null }) {
  const navigate = route.useNavigate();
  const create = useCommand(pipelineSchedules.create, {
    invalidates: touched,
    done: ({ description }) => words.created(description),
  });
  const form = useContractForm(scheduleForm, {
    description: '',
    ref: branch === null ? '' : `refs/heads/${branch}`,
    cron: '0 4 * * *',
    cron_timezone: ownZone(),
    active: true,
    inputs: [],
    variables: [],
  });
  return (
    <ScheduleForm
      form={form}
      project={path}
      mayChange
      maySeeSecrets
      stored={nothing}
      request={(typed) => ({
        endpoint: pipelineSchedules.create,
        input: { id: path, ...createBody(typed) },
      })}
      onSubmit={async (values) => {
        const { id } = await create.mutateAsync({ id: path, ...createBody(values) });
        await navigate({
          to: '/projects/$project/schedules/$schedule',
          params: { project: path, schedule: String(id) },
        });
      }}
      bar={
        <SubmitBar
          form={form}
          label={words.create}
          cancel={
            <ButtonLink
              to="/projects/$project/schedules"
              params={{ project: path }}
              variant="subtle"
              color="gray"
            >
              {common.actions.cancel}
            </ButtonLink>
          }
        />
      }
    />
  );
}
