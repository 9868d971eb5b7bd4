import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { tableWords } from '../../words/table.ts';
import { templateWords as words } from '../../words/dockerfile-templates.ts';

const backend = startBackend();
const path = '/bff/templates/dockerfiles';

test('own templates are written, changed and deleted, a taken key is refused, and what they replaced is there again', async () => {
  const { token } = await backend().signIn('templater', { admin: true });
  const read = async (key: string) =>
    (await backend().app.call(`GET ${path}/${key}`, { token })).json;
  const builtIn = (await read('Node')).content;
  openConsole('/admin/templates');
  const user = userEvent.setup();
  const find = await screen.findByLabelText(words.find);
  expect(screen.getByText(words.choose)).toBeTruthy();

  const asked = vi.spyOn(Worker.prototype, 'postMessage');

  // Found by a part of the key in any case, and shown as it is.
  await user.type(find, 'NODE-');
  await waitFor(() => expect(screen.queryByText('Ruby')).toBeNull());
  await user.click(screen.getByText('Node-alpine'));
  const alpine = await screen.findByLabelText(words.text('Node-alpine'));
  const { content } = await read('Node-alpine');
  expect([...alpine.querySelectorAll('code')].map((line) => `${line.textContent}\n`).join('')).toBe(
    content,
  );
  const lines = content.replace(/\n$/, '').split('\n');
  // The colours are those of the language that this name stands for.
  expect(asked).toHaveBeenCalledWith(
    expect.objectContaining({ path: 'Dockerfile', sides: [lines] }),
  );
  asked.mockRestore();
  await user.click(screen.getByLabelText(words.copy('Node-alpine')));
  expect(await navigator.clipboard.readText()).toBe(content);
  await user.clear(find);
  await user.type(find, 'nothing of the kind');
  await user.click(await screen.findByText(tableWords.clearFilters));

  // One that exists is the beginning of what replaces it.
  await user.click(await screen.findByText('Node'));
  await user.click(await screen.findByLabelText(`${words.replace} Node`));
  let dialog = within(await screen.findByRole('dialog'));
  const field = () => dialog.getByLabelText(words.form.content, { exact: false });
  expect(field()).toHaveProperty('value', builtIn);
  fireEvent.change(field(), { target: { value: 'FROM node:22.11.0\nUSER node\n' } });
  await user.click(dialog.getByText(words.form.submit));
  expect(await screen.findByLabelText(`${words.edit} Node`)).toBeTruthy();
  expect(screen.getByText(words.replaces.built_in)).toBeTruthy();
  expect(await read('Node')).toMatchObject({
    source: 'instance',
    content: 'FROM node:22.11.0\nUSER node\n',
  });

  // Its key is taken now: nothing is changed, and the field says so.
  await user.click(screen.getByText(words.create));
  dialog = within(await screen.findByRole('dialog'));
  const key = dialog.getByLabelText(words.form.key, { exact: false });
  await user.type(key, 'Node');
  fireEvent.change(field(), { target: { value: 'FROM scratch\n' } });
  await user.click(dialog.getByText(words.form.submit));
  expect(await dialog.findByText('Has already been taken')).toBeTruthy();
  expect((await read('Node')).content).toBe('FROM node:22.11.0\nUSER node\n');
  await user.clear(key);
  await user.type(key, 'Zig');
  await user.click(dialog.getByText(words.form.submit));
  await user.click(await screen.findByLabelText(`${words.edit} Zig`));

  dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(field(), { target: { value: 'FROM alpine:3.20.3\n' } });
  await user.click(dialog.getByText(words.form.save));
  await waitFor(async () => expect((await read('Zig')).content).toBe('FROM alpine:3.20.3\n'));
  await waitFor(() =>
    expect(screen.getByLabelText(words.text('Zig')).textContent).toContain('alpine:3.20.3'),
  );

  // What replaced nothing is gone; what did leaves the one that it stood for.
  await user.click(screen.getByLabelText(`${words.remove} Zig`));
  await user.click(within(await screen.findByRole('dialog')).getByText(words.remove));
  await waitFor(() => expect(screen.queryByText('Zig')).toBeNull());
  expect(await screen.findByText(words.choose)).toBeTruthy();
  await user.click(screen.getByText('Node'));
  await user.click(await screen.findByLabelText(`${words.remove} Node`));
  const ask = within(await screen.findByRole('dialog'));
  expect(ask.getByText(words.ask.back.built_in)).toBeTruthy();
  await user.click(ask.getByText(words.remove));
  expect(await screen.findByLabelText(`${words.replace} Node`)).toBeTruthy();
  expect(await read('Node')).toMatchObject({ source: 'built_in', content: builtIn });
  expect((await read('Zig')).message).toBe('404 Dockerfile Not Found');
});
