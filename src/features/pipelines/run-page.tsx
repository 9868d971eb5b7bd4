import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as z from 'zod';
import { pipelines } from '#contract/pipelines.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { RefField } from '../../form/ref-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { inputsOf, VariablesField } from '../../form/variables-field.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { pipelineWords } from '../../words/pipelines.ts';
import { projectOf, touched } from './queries.ts';

const route = getRouteApi('/_auth/projects/$project/pipelines/new');
const words = pipelineWords.form;

const row = z.object({ key: z.string().min(1), value: z.string() });
/** What is typed; the body of the call is made of it. */
const runForm = z.object({
  ref: pipelines.create.body.shape.ref,
  variables: z.array(row.extend({ variable_type: z.enum(['env_var', 'file']) })),
  inputs: z.array(row),
});
type Typed = z.output<typeof runForm>;

const bodyOf = ({ ref, variables, inputs }: Typed) => ({
  ref,
  ...(variables.length > 0 && { variables }),
  ...(inputs.length > 0 && { inputs: inputsOf(inputs) }),
});

/** Runs a pipeline by hand. */
export function RunPipelinePage() {
  const { project: path } = route.useParams();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const mayRun = mayInProject(user, project, 'create_pipeline');
  return (
    <Page title={pipelineWords.run}>
      {mayRun ? (
        <RunForm path={path} branch={project.default_branch} />
      ) : (
        <EmptyState
          title={words.mayNot}
          action={
            <ButtonLink
              to="/projects/$project/pipelines"
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

function RunForm({ path, branch }: { path: string; branch: string | null }) {
  const { ref } = route.useSearch();
  const navigate = route.useNavigate();
  const create = useCommand(pipelines.create, {
    invalidates: touched,
    done: ({ id }) => words.started(id),
  });
  const form = useContractForm(runForm, {
    ref: ref ?? (branch === null ? '' : `refs/heads/${branch}`),
    variables: [],
    inputs: [],
  });
  return (
    <Form
      form={form}
      request={(typed) => ({
        endpoint: pipelines.create,
        input: { id: path, ...bodyOf(typed) },
      })}
      onSubmit={async (values) => {
        const { id } = await create.mutateAsync({ id: path, ...bodyOf(values) });
        await navigate({
          to: '/projects/$project/pipelines/$pipeline',
          params: { project: path, pipeline: String(id) },
        });
      }}
      bar={
        <SubmitBar
          form={form}
          label={words.submit}
          cancel={
            <ButtonLink
              to="/projects/$project/pipelines"
              params={{ project: path }}
              variant="subtle"
              color="gray"
            >
              {common.actions.cancel}
            </ButtonLink>
          }
        />
      }
    >
      <RefField
        control={form.control}
        name="ref"
        project={path}
        label={words.ref}
        help={words.refHelp}
        required
      />
      <VariablesField
        control={form.control}
        name="variables"
        title={words.variables}
        about={words.variablesHelp}
        add={words.addVariable}
      />
      <VariablesField
        control={form.control}
        name="inputs"
        title={words.inputs}
        about={words.inputsHelp}
        add={words.addInput}
        typed={false}
      />
    </Form>
  );
}
