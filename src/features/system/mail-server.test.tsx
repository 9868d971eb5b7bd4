import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../bff/testing/mail-server.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mailSettingsWords as words } from '../../words/mail-settings.ts';

let server: MailServer | undefined;
const backend = startBackend(async () => {
  server = await startMailServer('p@ss');
  return { QD_SMTP_URL: `smtp://mate:p%40ss@127.0.0.1:${server.port}` };
});
afterAll(() => server?.close());

test('a mail server of the environment is shown, tested with its answer, and not changed here', async () => {
  await backend().signIn('postmaster', { admin: true });
  openConsole('/admin/system/mail-server');
  expect(await screen.findByText(words.environment)).toBeTruthy();
  for (const fact of ['127.0.0.1', String(server?.port), 'mate']) {
    expect(screen.getByText(fact)).toBeTruthy();
  }
  expect(screen.getByText(words.securities.starttls_if_offered)).toBeTruthy();
  expect(document.body.textContent).not.toContain('p@ss');
  for (const name of [words.host, words.port, words.user, words.sender]) {
    expect(screen.queryByRole('textbox', { name })).toBeNull();
  }
  for (const name of [words.save, words.remove.action]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: words.test.action }));
  expect(await screen.findByText(words.test.taken('postmaster@example.test'))).toBeTruthy();
  expect(screen.getByText(/^250 /)).toBeTruthy();
  expect(server?.received).toMatchObject([{ to: ['postmaster@example.test'], user: 'mate' }]);
  if (server !== undefined) server.refusal = { code: 550, text: 'No such person' };
  await user.click(screen.getByRole('button', { name: words.test.action }));
  expect(await screen.findByText(words.test.refused('postmaster@example.test'))).toBeTruthy();
  expect(screen.getByText(/550 No such person/)).toBeTruthy();
});
