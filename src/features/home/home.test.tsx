import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { workshop } from '../../../bff/testing/workshop.ts';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { homeWords } from '../../words/home.ts';

const backend = startBackend();

test('home tells whose turn it is, with the way to all of them', async () => {
  const { app } = backend();
  const shop = await workshop(app);
  const me = await backend().signIn('pilot');
  const json = { user_id: me.id, access_level: 30 };
  await app.call(`POST ${shop.path}/members`, { token: shop.owner.token, json });
  await shop.open({ title: 'Look at this', reviewer_ids: [me.id] });
  await shop.open({ title: 'Mine, with others', reviewer_ids: [shop.owner.id] }, me.token);
  openConsole('/');
  const review = await screen.findByRole('table', { name: homeWords.reviews });
  expect(within(review).getByRole('link', { name: 'Look at this' })).toBeTruthy();
  expect(within(review).queryByRole('link', { name: 'Mine, with others' })).toBeNull();
  const waiting = screen.getByRole('table', { name: homeWords.waiting });
  expect(within(waiting).getByRole('link', { name: 'Mine, with others' })).toBeTruthy();
  expect(screen.getByText(homeWords.noReturned)).toBeTruthy();
  const ways = screen.getAllByRole('link', { name: homeWords.all });
  expect(ways.map((way) => way.getAttribute('href'))).toEqual([
    '/merge-requests?scope=to_review',
    '/merge-requests?scope=waiting_for_others',
  ]);
});

test('home tells of the tokens that end within two weeks, and of no other', async () => {
  const { app } = backend();
  app.clock.set(Date.now());
  const { token } = await backend().signIn('keeper');
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  for (const [name, days] of [
    ['near', 5],
    ['far', 60],
  ] as const) {
    const json = { name, scopes: ['api'], expires_at: inDays(days) };
    expect((await app.call('POST /user/personal_access_tokens', { token, json })).status).toBe(201);
  }
  openConsole('/');
  const list = await screen.findByTestId('list-expiring');
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  const link = within(list).getByRole('link', { name: 'near' });
  expect(link.getAttribute('href')).toBe('/profile/tokens');
});
