import { useNavigate } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type PipelineTrigger, pipelineTriggers } from '#contract/pipeline-triggers.ts';
import { pipelines } from '#contract/pipelines.ts';
import type { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { PasswordField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { RefField } from '../../form/ref-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { VariablesField } from '../../form/variables-field.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { pipelineWords } from '../../words/pipelines.ts';
import { triggerWords } from '../../words/pipeline-triggers.ts';
import { hookAddress, startBody, startCurl } from './calls.ts';
import { isWhole } from './queries.ts';
import classes from './triggers.module.css';

const words = triggerWords.panel;

const row = z.object({ key: z.string().min(1), value: z.string() });
const startForm = z.object({
  token: z.string().min(1),
  ref: z.string().min(1),
  variables: z.array(row),
  inputs: z.array(row),
});

/** Starts a pipeline with the token, and says how others do. */
export function StartForm(props: {
  path: string;
  project: ResponseOf<typeof projects.show>;
  trigger: PipelineTrigger;
}) {
  const { path, project, trigger } = props;
  const navigate = useNavigate();
  const start = useCommand(pipelineTriggers.start, {
    invalidates: [pipelines.list, pipelineTriggers.list],
    done: ({ id }) => words.started(id),
  });
  // The text of one's own is looked up when it is sent: a rotation may have changed it.
  const known = isWhole(trigger) ? trigger.token : undefined;
  const form = useContractForm(startForm, {
    token: known ?? '',
    ref: project.default_branch === null ? '' : `refs/heads/${project.default_branch}`,
    variables: [],
    inputs: [],
  });
  const { control } = form;
  const [ref, variables, inputs] = useWatch({ control, name: ['ref', 'variables', 'inputs'] });
  const { origin } = window.location;
  return (
    <>
      <section className={classes.part}>
        <h3>{words.start}</h3>
        <p className={classes.quiet}>{words.startHelp}</p>
        <Form
          form={form}
          plain
          unguarded
          onSubmit={async ({ token, ...values }) => {
            const { id } = await start.mutateAsync({
              id: path,
              token: known ?? token,
              ...startBody(values),
            });
            await navigate({
              to: '/projects/$project/pipelines/$pipeline',
              params: { project: path, pipeline: String(id) },
            });
          }}
          bar={<SubmitBar form={form} label={words.submit} isSecondary />}
        >
          {known === undefined && (
            <PasswordField
              control={control}
              name="token"
              label={words.startWith}
              help={words.startWithHelp}
              required
            />
          )}
          <RefField
            control={control}
            name="ref"
            project={path}
            label={pipelineWords.form.ref}
            required
          />
          <VariablesField
            control={control}
            name="variables"
            title={words.variables}
            about={words.variablesHelp}
            add={words.addVariable}
            typed={false}
          />
          <VariablesField
            control={control}
            name="inputs"
            title={words.inputs}
            about={words.inputsHelp}
            add={words.addInput}
            typed={false}
          />
        </Form>
      </section>
      <section className={classes.part}>
        <h3>{words.curl}</h3>
        <p className={classes.quiet}>
          {words.curlHelp} <code>{words.environment}</code>
        </p>
        <CopyLine
          value={startCurl(origin, project.id, { ref, variables, inputs })}
          label={words.copyCurl}
        />
      </section>
      <section className={classes.part}>
        <h3>{words.hook}</h3>
        <p className={classes.quiet}>{words.hookHelp}</p>
        <CopyLine value={hookAddress(origin, project.id, ref)} label={words.copyHook} />
      </section>
    </>
  );
}
