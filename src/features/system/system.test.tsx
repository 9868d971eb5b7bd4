import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { transact } from '../../../bff/context.ts';
import { chainAuditEvents } from '../../../bff/modules/audit/chain-rules.ts';
import { sendMail } from '../../../bff/modules/mails/rules.ts';
import { startMailServer } from '../../../bff/testing/mail-server.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { adminTokenWords } from '../../words/admin-tokens.ts';
import { auditWords } from '../../words/audit-events.ts';
import { common } from '../../words/common.ts';
import { mailSettingsWords as mailWords } from '../../words/mail-settings.ts';
import { systemWords } from '../../words/system.ts';

const backend = startBackend();

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the system screen says what runs, and leads to the jobs of a state', async () => {
  await backend().signIn('first', { admin: true });
  const router = openConsole('/admin/system');
  await heading(systemWords.title);
  const failed = screen.getByText(systemWords.jobStates.failed);
  const count = within(failed.parentElement ?? failed).getByRole('link');
  await userEvent.setup().click(count);
  await waitFor(() => expect(router.state.location.href).toBe('/admin/system/jobs?state=failed'));
});

test('a failed job shows its error beside the list and runs again', async () => {
  await backend().signIn('second', { admin: true });
  const { db, clock } = backend().app.deps;
  await db.deleteFrom('jobs').execute();
  await db
    .insertInto('jobs')
    .values({
      kind: 'reconcile_refs',
      payload: '{"project_id":0}',
      state: 'failed',
      attempts: 5,
      run_at: new Date(clock.now()).toISOString(),
      created_at: new Date(clock.now()).toISOString(),
      last_error: 'no such repository',
    })
    .execute();
  openConsole('/admin/system/jobs');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: 'reconcile_refs' }));
  const panel = await screen.findByRole('complementary', { name: /reconcile_refs/ });
  expect(within(panel).getByText('no such repository')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Run reconcile_refs/ }));
  await waitFor(async () => {
    const row = await db.selectFrom('jobs').select('state').executeTakeFirstOrThrow();
    expect(row.state).not.toBe('failed');
  });
});

test('the audit log shows who did what, with before and after beside the list', async () => {
  const admin = await backend().signIn('third', { admin: true });
  const json = { name: 'Buoys', path: 'buoys' };
  await backend().app.call('POST /groups', { token: admin.token, json });
  openConsole('/admin/audit?actor=third');
  await userEvent.setup().click(await screen.findByRole('link', { name: 'group.create' }));
  const panel = await screen.findByRole('complementary', { name: 'group.create' });
  expect(within(panel).getByText(/"full_path": "buoys"/)).toBeTruthy();
  expect(within(panel).getByText(auditWords.facts.request)).toBeTruthy();
  await chainAuditEvents(backend().app.ctx);
  await userEvent.setup().click(screen.getByText(auditWords.chain.verify));
  expect(await screen.findByText(auditWords.chain.holds)).toBeTruthy();
  const { db } = backend().app.deps;
  const [last] = await db.selectFrom('audit_events').select('id').orderBy('id', 'desc').execute();
  await db
    .deleteFrom('audit_events')
    .where('id', '=', last?.id ?? 0)
    .execute();
  await userEvent.setup().click(screen.getByText(auditWords.chain.verify));
  expect(await screen.findByText(auditWords.chain.broken(last?.id ?? 0, 'missing'))).toBeTruthy();
});

test('an administrator sees the tokens of others and their owner', async () => {
  const other = await backend().app.user('fourth');
  await backend().signIn('fifth', { admin: true });
  openConsole(`/admin/tokens?user_id=${other.id}`);
  await heading(adminTokenWords.title);
  const links = await screen.findAllByRole('link', { name: adminTokenWords.ownerOf(other.id) });
  expect(links.length).toBeGreaterThan(0);
});

test('a mail is found in the list and read beside it', async () => {
  await backend().signIn('reader', { admin: true });
  const mail = { to: 'ann@example.test', subject: 'Ahoy there', text: 'The tide is in.\n' };
  await transact(backend().app.ctx, (ctx) => sendMail(ctx, mail));
  openConsole('/admin/system/mails');
  await userEvent.setup().click(await screen.findByRole('link', { name: 'Ahoy there' }));
  const panel = await screen.findByRole('complementary', { name: /Ahoy there/ });
  expect(within(panel).getByText(/The tide is in/)).toBeTruthy();
});

test('who is no administrator is told so on each of these screens', async () => {
  await backend().signIn('sixth');
  openConsole('/admin/system/mails');
  expect(await screen.findByText(common.states.forbiddenTitle)).toBeTruthy();
});

test('the mail server is named, tested with its answer, and asks for its password anew when it moves', async () => {
  const server = await startMailServer('p@ss');
  try {
    await backend().signIn('postmaster', { admin: true });
    openConsole('/admin/system/mail-server');
    const user = userEvent.setup();
    expect(await screen.findByText(mailWords.none)).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: mailWords.host }), '127.0.0.1');
    await user.type(screen.getByRole('textbox', { name: mailWords.port }), String(server.port));
    await user.click(screen.getByRole('combobox', { name: mailWords.security }));
    await user.click(await screen.findByRole('option', { name: mailWords.securities.none }));
    await user.type(screen.getByRole('textbox', { name: mailWords.user }), 'mate');
    await user.type(screen.getByLabelText(mailWords.password), 'p@ss');
    await user.click(screen.getByRole('button', { name: mailWords.save }));
    await user.click(await screen.findByRole('button', { name: mailWords.test.action }));
    expect(await screen.findByText(mailWords.test.taken('postmaster@example.test'))).toBeTruthy();
    expect(server.received).toMatchObject([{ to: ['postmaster@example.test'], user: 'mate' }]);

    await user.type(screen.getByRole('textbox', { name: mailWords.user }), 'y');
    await user.click(screen.getByRole('button', { name: mailWords.save }));
    expect(await screen.findByText(mailWords.forgotten)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: mailWords.test.action }));
    expect(await screen.findByText(mailWords.test.refused('postmaster@example.test'))).toBeTruthy();
  } finally {
    await server.close();
  }
});
