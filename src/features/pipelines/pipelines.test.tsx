import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ciProject } from '../../../bff/testing/ci-projects.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';
import { formWords } from '../../words/form.ts';
import { pipelineWords as words } from '../../words/pipelines.ts';

const backend = startBackend();

const ciFile = `
spec: { inputs: { depth: { default: "0" } } }
---
stages: [build, test]
unit: { stage: test, script: x }
compile: { stage: build, script: x }
`;

/** A project with one pipeline that was started with a variable; whoever looks has a role in it. */
async function stage(name: string, level: number) {
  const place = await ciProject(backend().app, name, { '.gitlab-ci.yml': ciFile });
  const variables = [{ key: 'TIDE', value: 'low' }];
  const made = await place.call(`POST ${place.path}/pipeline`, {
    json: { ref: 'main', variables },
  });
  const reader = await backend().signIn(`${name}-reader`);
  const role = { user_id: reader.id, access_level: level };
  await place.call(`POST ${place.path}/members`, { json: role });
  const report = (job: string, state: string) =>
    place.call(`POST ${place.path}/statuses/${made.json.sha}`, {
      json: { name: job, state, pipeline_id: made.json.id },
    });
  const at = `/projects/${encodeURIComponent(place.fullPath)}/pipelines`;
  return { ...place, id: Number(made.json.id), report, at };
}

test('a pipeline is run with variables; its jobs stand by stage and start again', async () => {
  const { path, call, at } = await stage('abel', 40);
  const router = openConsole(`${at}/new`);
  const user = userEvent.setup();
  const { form } = words;
  await user.click(await screen.findByRole('button', { name: form.addVariable }));
  await user.click(screen.getByRole('button', { name: form.submit }));
  expect(await screen.findByText(common.required)).toBeTruthy();
  await user.click(screen.getByRole('textbox', { name: formWords.variables.key(1) }));
  await user.paste('BERTHS');
  await user.click(screen.getByRole('textbox', { name: formWords.variables.value(1) }));
  await user.paste('12');
  // A text is sent as it is: the CI file says what it is read as.
  await user.click(screen.getByRole('button', { name: form.addInput }));
  const fill = async (label: string, text: string) => {
    await user.click(screen.getAllByRole('textbox', { name: label }).at(-1)!);
    await user.paste(text);
  };
  await fill(formWords.variables.key(1), 'depth');
  await fill(formWords.variables.value(1), '1.10');
  await user.click(screen.getByRole('button', { name: form.submit }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/pipelines\/\d+$/));
  const id = router.state.location.pathname.split('/').at(-1);
  expect((await call(`GET ${path}/pipelines/${id}/variables`)).json).toMatchObject([
    { key: 'BERTHS', value: '12', variable_type: 'env_var' },
  ]);

  const stages = await screen.findAllByRole('table', { name: /^Jobs of/ });
  expect(stages.map((one) => one.getAttribute('aria-label'))).toEqual([
    words.stageJobs('build'),
    words.stageJobs('test'),
  ]);
  const jobs = async (): Promise<{ name: string; status: string }[]> =>
    (await call(`GET ${path}/pipelines/${id}/jobs`)).json;
  await user.click(screen.getByRole('button', { name: words.job.cancelLabel('compile') }));
  await user.click(await screen.findByRole('button', { name: words.job.retryLabel('compile') }));
  await expect
    .poll(jobs)
    .toContainEqual(expect.objectContaining({ name: 'compile', status: 'pending' }));
  await user.click(await screen.findByRole('link', { name: 'compile' }));
  const panel = await screen.findByRole('complementary', { name: 'compile' });
  expect(within(panel).getByText(words.job.facts.attempts)).toBeTruthy();
});

test('values of variables and tokens of jobs are for Maintainers, and shown when they ask', async () => {
  const { id, at, report } = await stage('bea', 40);
  const running = ['compile', 'unit'];
  for (const name of running) await report(name, 'running');
  openConsole(`${at}/${id}`);
  const user = userEvent.setup();
  await screen.findByText('TIDE');
  expect(screen.queryByText('low')).toBeNull();
  await user.click(screen.getByRole('button', { name: words.reveal }));
  expect(screen.getByText('low')).toBeTruthy();
  // The token of one job is gone where another is looked at, which offers its own.
  for (const name of running) {
    await user.click(await screen.findByRole('link', { name }));
    const panel = await screen.findByRole('complementary', { name });
    const take = await within(panel).findByRole('button', { name: words.job.token.take });
    await user.click(take);
    expect(await within(panel).findByText(/^qdj-/)).toBeTruthy();
  }
});

test('a Reporter sees jobs, statuses and errors, and is offered nothing to do', async () => {
  const { id, at, commit, path, call, report } = await stage('cal', 20);
  await report('harbour master', 'success');
  openConsole(`${at}/${id}`);
  expect(await screen.findByRole('link', { name: 'compile' })).toBeTruthy();
  expect(await screen.findByText('harbour master')).toBeTruthy();
  expect(screen.getByText(words.variablesHidden)).toBeTruthy();
  for (const name of [words.cancel, words.retry, words.remove, words.job.cancelLabel('compile')]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  await commit('broken', { '.gitlab-ci.yml': 'a: [' });
  const { json: trigger } = await call(`POST ${path}/triggers`, { json: { description: 'x' } });
  await call(`POST ${path}/trigger/pipeline`, { json: { token: trigger.token, ref: 'broken' } });
  const [failed] = (await call(`GET ${path}/pipelines?yaml_errors=true`)).json;
  const errors = (await call(`GET ${path}/pipelines/${failed.id}`)).json.yaml_errors;
  openConsole(`${at}?yaml_errors=yes`);
  const list = await screen.findByRole('table', { name: words.title });
  await userEvent.click(within(list).getByRole('link', { name: words.number(failed.id) }));
  expect(await screen.findByText(words.errors)).toBeTruthy();
  expect(screen.getByText(errors)).toBeTruthy();
});
