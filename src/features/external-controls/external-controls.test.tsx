import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  letTimeOut,
  newControl,
  report,
  signedHeaders,
} from '../../../bff/testing/signed-calls.ts';
import { workshop } from '../../../bff/testing/workshop.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { controlWords as words } from '../../words/external-controls.ts';
import { languages, samples, signedShape } from './samples.ts';

const backend = startBackend();

async function stage(name: string, level: number) {
  const { app } = backend();
  const shop = await workshop(app);
  const reader = await backend().signIn(name);
  const { token } = shop.owner;
  await app.call(`POST ${shop.path}/members`, {
    token,
    json: { user_id: reader.id, access_level: level },
  });
  const controls = async () =>
    (await app.call(`GET ${shop.path}/compliance_external_controls`, { token })).json;
  const at = `/projects/${encodeURIComponent(shop.project.full_path)}/controls`;
  return { app, shop, token, controls, at };
}

test('a control is added with its secret, pinged, and its history is told', async () => {
  const { app, shop, controls, at } = await stage('abel', 50);
  openConsole(at);
  const user = userEvent.setup();
  const [begin] = await screen.findAllByRole('button', { name: words.create });
  await user.click(begin as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: words.create });
  const type = async (label: RegExp | string, text: string) => {
    await user.click(within(dialog).getByLabelText(label));
    await user.paste(text);
  };
  await type(words.form.name, 'Scan');
  await type(new RegExp(`^${words.form.url}`), 'https://scan.example.test/');
  await type(new RegExp(`^${words.form.secret}`), 'low tide');
  await user.click(within(dialog).getByRole('switch'));
  await user.click(within(dialog).getByRole('button', { name: words.form.submit }));
  await user.click(await screen.findByRole('link', { name: 'Scan' }));
  const [control] = await controls();
  expect(control).toMatchObject({ external_control_name: 'Scan', ping_enabled: false });

  const signer = { project: String(shop.project.id), id: control.id, secret: 'low tide' };
  const path = `${shop.path}/compliance_external_controls/${control.id}/status`;
  const taken = await app.call(`POST ${path}`, {
    json: { status: 'pass' },
    headers: signedHeaders(app, signer),
  });
  expect(taken.status).toBe(200);
  const panel = await screen.findByRole('complementary', { name: 'Scan' });
  await user.click(within(panel).getByRole('button', { name: words.ping }));
  expect(await within(panel).findByText(words.timeline.answers.pass)).toBeTruthy();
  expect(await within(panel).findByText(/Pinged by hand/)).toBeTruthy();
  expect(await within(panel).findByText(/less than the interval/)).toBeTruthy();
  expect(panel.textContent).not.toContain('low tide');
});

test('a Maintainer reads, pings and checks a signature; managing is for Owners', async () => {
  const { app, shop, token, at } = await stage('bea', 40);
  const made = await app.call(`POST ${shop.path}/compliance_external_controls`, {
    token,
    json: {
      external_control_name: 'Scan',
      external_url: 'https://scan.example.test/',
      secret_token: 'low tide',
      ping_enabled: false,
    },
  });
  await letTimeOut(app, made.json.id);
  openConsole(`${at}?row=${made.json.id}`);
  const user = userEvent.setup();
  const panel = await screen.findByRole('complementary', { name: 'Scan' });
  expect(await within(panel).findByText(words.timeline.timedOut)).toBeTruthy();
  const target = {
    origin: window.location.origin,
    project: shop.project.id,
    control: made.json.id,
  };
  const codes = () => [...panel.querySelectorAll('code')].map((code) => code.textContent);
  expect(codes()).toContain(signedShape(target));
  for (const language of languages) {
    await user.click(within(panel).getByRole('radio', { name: words.samples.languages[language] }));
    await waitFor(() => expect(codes()).toContain(samples[language](target)));
  }
  await user.click(within(panel).getByRole('button', { name: words.samples.copy }));
  expect(await navigator.clipboard.readText()).toBe(samples.python(target));
  for (const name of [words.edit, words.remove]) {
    expect(within(panel).queryByRole('button', { name })).toBeNull();
  }
  expect(screen.queryByRole('button', { name: words.create })).toBeNull();
  const signer = { project: String(shop.project.id), id: made.json.id, secret: 'low tide' };
  const headers = signedHeaders(app, signer);
  const given = {
    timestamp: headers['X-Service-Timestamp'],
    nonce: headers['X-Service-Nonce'],
    signature: headers['X-Service-Hmac-Sha256'],
  };
  for (const [name, value = ''] of Object.entries(given)) {
    const label = words.checker[name as keyof typeof given];
    await user.click(within(panel).getByLabelText(new RegExp(`^${label}`)));
    await user.paste(name === 'signature' ? value.toUpperCase() : value);
  }
  await user.click(within(panel).getByRole('button', { name: words.checker.submit }));
  expect(await within(panel).findByText(words.checker.findings.signature_upper_case)).toBeTruthy();
});

test('a control is renamed and keeps its secret, which nobody typed again', async () => {
  const { app, shop, controls, at } = await stage('carlotta', 50);
  const signer = await newControl(app, shop, { external_control_name: 'Scan' });
  openConsole(`${at}?row=${signer.id}`);
  const user = userEvent.setup();
  const panel = await screen.findByRole('complementary', { name: 'Scan' });
  await user.click(within(panel).getByRole('button', { name: words.edit }));
  const dialog = await screen.findByRole('dialog', { name: words.editTitle('Scan') });
  await user.click(within(dialog).getByLabelText(words.form.name));
  await user.paste(' of the hull');
  await user.click(within(dialog).getByRole('button', { name: words.form.save }));
  expect(await screen.findByRole('complementary', { name: 'Scan of the hull' })).toBeTruthy();
  expect((await controls())[0]).toMatchObject({ external_control_name: 'Scan of the hull' });
  expect((await report(app, signer)).status).toBe(200);
});
