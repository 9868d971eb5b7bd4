import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ciProject } from '../../../bff/testing/ci-projects.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { formWords } from '../../words/form.ts';
import { triggerWords as words } from '../../words/pipeline-triggers.ts';

const backend = startBackend();
const ciFile = { '.gitlab-ci.yml': 'unit: { script: x }' };

/** A project whose owner has a trigger token; another Maintainer looks. */
async function stage(name: string) {
  const place = await ciProject(backend().app, name, ciFile);
  await place.call(`POST ${place.path}/triggers`, { json: { description: 'of the owner' } });
  const reader = await backend().signIn(`${name}-mate`);
  await place.call(`POST ${place.path}/members`, {
    json: { user_id: reader.id, access_level: 40 },
  });
  const tokens = async (): Promise<{ id: number; description: string; token: string }[]> =>
    (await place.call(`GET ${place.path}/triggers`, { token: reader.token })).json;
  return { ...place, tokens, at: `/projects/${encodeURIComponent(place.fullPath)}/triggers` };
}

test('a token is made and shown, starts a pipeline, and is rotated with an overlap', async () => {
  const { at, tokens, path, call } = await stage('abel');
  const router = openConsole(at);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: words.create }));
  const dialog = await screen.findByRole('dialog', { name: words.create });
  await user.click(within(dialog).getByRole('textbox', { name: /^Description/ }));
  await user.paste('nightly');
  await user.click(within(dialog).getByRole('button', { name: words.form.submit }));
  const made = await screen.findByRole('dialog', { name: words.made.title });
  const own = (await tokens()).find(({ description }) => description === 'nightly');
  expect(within(made).getByText(own?.token ?? 'none')).toBeTruthy();
  await user.click(within(made).getByRole('button', { name: words.made.done }));

  await user.click(await screen.findByRole('link', { name: 'nightly' }));
  const panel = await screen.findByRole('complementary', { name: 'nightly' });
  expect(within(panel).queryByText(own?.token ?? 'none')).toBeNull();
  await user.click(within(panel).getByRole('button', { name: words.panel.reveal }));
  expect(within(panel).getByText(own?.token ?? 'none')).toBeTruthy();

  await user.click(within(panel).getByRole('button', { name: words.rotate }));
  const rotation = await screen.findByRole('dialog', { name: words.rotation.title('nightly') });
  await user.click(within(rotation).getByRole('button', { name: words.rotation.submit }));
  const both = await screen.findByRole('dialog', { name: words.made.title });
  const text = (await tokens()).find(({ id }) => id === own?.id)?.token ?? 'none';
  expect(text).not.toBe(own?.token);
  expect(within(both).getByText(text)).toBeTruthy();
  // The old text works on.
  for (const token of [text, own?.token]) {
    const started = await call(`POST ${path}/trigger/pipeline`, { json: { token, ref: 'main' } });
    expect(started.status).toBe(201);
  }
  await user.click(within(both).getByRole('button', { name: words.made.done }));

  // Without an overlap too the panel starts with the text as it is now.
  const next = await screen.findByRole('complementary', { name: 'nightly' });
  await user.click(within(next).getByRole('button', { name: words.rotate }));
  const atOnce = await screen.findByRole('dialog', { name: words.rotation.title('nightly') });
  await user.click(within(atOnce).getByRole('combobox', { name: words.rotation.overlap }));
  await user.click(await screen.findByRole('option', { name: words.rotation.overlaps[0] }));
  await user.click(within(atOnce).getByRole('button', { name: words.rotation.submit }));
  const last = await screen.findByRole('dialog', { name: words.made.title });
  await user.click(within(last).getByRole('button', { name: words.made.done }));
  await user.click(within(next).getByRole('button', { name: words.panel.addVariable }));
  await user.click(within(next).getByLabelText(formWords.variables.key(1)));
  await user.paste('TIDE');
  await user.click(within(next).getByLabelText(formWords.variables.value(1)));
  await user.paste("it's low");
  expect(within(next).getByText(/--form-string 'variables\[TIDE\]=it'\\''s low'/)).toBeTruthy();
  await user.click(within(next).getByRole('button', { name: words.panel.submit }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/pipelines\/\d+$/));
  const id = router.state.location.pathname.split('/').at(-1);
  const variables = (await call(`GET ${path}/pipelines/${id}/variables`)).json;
  expect(variables).toContainEqual(expect.objectContaining({ key: 'TIDE', value: "it's low" }));
});

test('of somebody else’s token there is the beginning only, and nothing to describe anew', async () => {
  const { at, tokens, call, path } = await stage('bea');
  const [foreign] = await tokens();
  openConsole(`${at}?row=${foreign?.id}`);
  const panel = await screen.findByRole('complementary', { name: 'of the owner' });
  expect(within(panel).getByText(words.begins(foreign?.token ?? ''))).toBeTruthy();
  const [whole] = (await call(`GET ${path}/triggers`)).json;
  expect(whole.token).toMatch(/^qdt-/);
  expect(document.documentElement.outerHTML).not.toContain(whole.token);
  expect(within(panel).queryByRole('button', { name: words.panel.reveal })).toBeNull();
  for (const name of [words.edit, words.rotate]) {
    expect(within(panel).queryByRole('button', { name })).toBeNull();
  }
  expect(within(panel).getByLabelText(new RegExp(`^${words.panel.startWith}`))).toBeTruthy();
  await userEvent.click(within(panel).getByRole('button', { name: words.revoke }));
  const dialog = await screen.findByRole('dialog', { name: words.revokeTitle('of the owner') });
  await userEvent.click(within(dialog).getByRole('button', { name: words.revoke }));
  await expect.poll(tokens).toEqual([]);
});
