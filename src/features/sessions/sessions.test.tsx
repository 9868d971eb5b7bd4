import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { updateSettings } from '../../../bff/modules/application-settings/rules.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { accountWords } from '../../words/account.ts';
import { sessionWords as words } from '../../words/sessions.ts';
import { signUpWords } from '../../words/sign-up.ts';

const backend = startBackend();
const set = (change: Record<string, unknown>) => updateSettings(backend().app.ctx, change);
const user = userEvent.setup();

async function fill(label: string, text: string) {
  await user.click(await screen.findByLabelText(new RegExp(`^${label}`), { selector: 'input' }));
  await user.paste(text);
}
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const latestMail = () =>
  backend()
    .app.deps.db.selectFrom('mails')
    .select('text')
    .where('to', '=', 'may@example.test')
    .orderBy('id', 'desc')
    .executeTakeFirst();

test('whoever registers is told what comes next, and the link of the mail confirms the address', async () => {
  await set({ email_confirmation_setting: 'hard', after_sign_up_text: 'Welcome aboard' });
  openConsole('/sign-in');
  await user.click(await screen.findByRole('link', { name: words.register }));
  await fill(signUpWords.registration.name, 'May');
  await fill(signUpWords.registration.username, 'may');
  await fill(signUpWords.registration.email, 'may@example.test');
  await fill(signUpWords.registration.password, 'short');
  await press(signUpWords.registration.submit);
  expect(await screen.findByText(/Is too short/)).toBeTruthy();
  await fill(signUpWords.registration.password, ' but longer now');
  await press(signUpWords.registration.submit);
  expect(await screen.findByText(signUpWords.registration.waits)).toBeTruthy();
  expect(screen.getByText(signUpWords.registration.confirm)).toBeTruthy();
  expect(screen.getByText('Welcome aboard')).toBeTruthy();
  const link = /\/sign-up\?confirm=\S+/.exec((await latestMail())?.text ?? '')?.[0] ?? '';
  document.body.innerHTML = '';
  openConsole(link);
  await press(signUpWords.registration.confirmAddress);
  expect(await screen.findByText(signUpWords.registration.confirmed)).toBeTruthy();
  await set({ email_confirmation_setting: 'off', after_sign_up_text: null });
});

test('terms and the second factor come before anything else, and the code is asked for at sign-in', async () => {
  const june = await backend().signIn('june');
  const router = openConsole('/profile/sessions');
  await screen.findByRole('heading', { name: accountWords.list.title });
  await set({ terms: 'Be *kind*' });
  await set({ enforce_terms: true, two_factor_grace_period: 0 });
  await set({ require_two_factor_authentication: true, two_factor_grace_period: 0 });
  // Whoever is signed in is led there by the first refusal.
  void router.navigate({ to: '/groups' });
  await screen.findByText(signUpWords.terms.about);
  await press(signUpWords.terms.accept);
  await screen.findByText(signUpWords.secondFactor.demand);
  await fill(signUpWords.secondFactor.password, june.password);
  await press(signUpWords.secondFactor.begin);
  const key = await screen.findByText(/^[A-Z2-7]{32}$/);
  const code = () =>
    new TOTP({ secret: key.textContent ?? '' }).generate({ timestamp: backend().app.clock.now() });
  const first = code();
  await fill(signUpWords.secondFactor.code, first);
  await press(signUpWords.secondFactor.finish);
  expect(await screen.findByText(signUpWords.secondFactor.codes)).toBeTruthy();
  await press(signUpWords.secondFactor.goOn);
  await waitFor(() => expect(router.state.location.pathname).toBe('/groups'));

  backend().loseSession();
  document.body.innerHTML = '';
  const { queryClient } = await import('../../api/client.ts');
  queryClient.clear();
  openConsole('/sign-in');
  await fill(words.username, 'june');
  await fill(words.password, june.password);
  await press(words.signIn);
  await fill(words.code, first);
  await press(words.signIn);
  expect(await screen.findByText(words.wrongCode)).toBeTruthy();
  await set({ require_two_factor_authentication: false, enforce_terms: false });
});
