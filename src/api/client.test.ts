import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { branches } from '#contract/branches.ts';
import { groups } from '#contract/groups.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { users } from '#contract/users.ts';
import { startBackend } from '../testing/backend.ts';
import { call, listOf, queryClient, queryOf, requestOf, sessionQuery } from './client.ts';
import { answerSignIn, isSignInAsked, onSignInAsked } from './sign-in-gate.ts';

const backend = startBackend();

test('path parameters are encoded whole', () => {
  const { url, body } = requestOf(branches.remove, { id: 'harbor/tides', branch: 'a/b%' });
  expect(url).toBe('/api/v4/projects/harbor%2Ftides/repository/branches/a%2Fb%25');
  expect(body).toBeUndefined();
});

test('a query is written with brackets, without what is undefined', () => {
  const { url } = requestOf(mergeRequests.list, {
    id: '7',
    labels: ['a b', 'c'],
    not: { author_id: 3 },
    search: undefined,
  });
  expect(decodeURIComponent(url)).toBe(
    '/api/v4/projects/7/merge_requests?labels[]=a b&labels[]=c&not[author_id]=3',
  );
});

test('what is neither path nor query is the body', () => {
  const { url, body } = requestOf(users.update, { id: 4, name: 'Ada', admin: false });
  expect(url).toBe('/api/v4/users/4');
  expect(body).toBe('{"name":"Ada","admin":false}');
});

test('a change carries the CSRF token of the session', async () => {
  await backend().signIn('writer');
  await queryClient.ensureQueryData(sessionQuery);
  const made = await call(groups.create, { name: 'Piers', path: 'piers' });
  expect(made).toMatchObject({ full_path: 'piers' });
});

test('a list brings its rows and what the headers count', async () => {
  await backend().signIn('reader', { admin: true });
  for (const path of ['one', 'two', 'three']) await call(groups.create, { name: path, path });
  const page = await queryClient.fetchQuery(
    listOf(groups.list, { owned: true, per_page: 2, page: 2 }),
  );
  expect(page).toMatchObject({ page: 2, perPage: 2, total: 3, nextPage: undefined });
  expect(page.rows).toHaveLength(1);
});

test('a session that is over asks to sign in, and the request goes on', async () => {
  await backend().signIn('sailor');
  await queryClient.ensureQueryData(sessionQuery);
  backend().loseSession();
  const asked = new Promise<void>((resolve) => {
    const stop = onSignInAsked(() => {
      stop();
      resolve();
    });
  });
  const reading = queryClient.fetchQuery(queryOf(users.current, {}));
  await asked;
  expect(isSignInAsked()).toBe(true);
  await backend().signIn('returned');
  answerSignIn(true);
  expect(await reading).toMatchObject({ username: 'returned' });
  expect(isSignInAsked()).toBe(false);
});

test('whoever declines to sign in again gets the refusal', async () => {
  await backend().signIn('leaver');
  await queryClient.ensureQueryData(sessionQuery);
  backend().loseSession();
  const stop = onSignInAsked(() => {
    stop();
    answerSignIn(false);
  });
  await expect(call(users.current, {})).rejects.toMatchObject({ status: 401 });
});

test('a 401 of a session that lives is a refusal like any other', async () => {
  await backend().signIn('reporter');
  await queryClient.ensureQueryData(sessionQuery);
  backend().override(
    http.put('*/merge', () => HttpResponse.json({ message: '401 Unauthorized' }, { status: 401 })),
  );
  const merging = call(mergeRequests.merge, { id: '1', merge_request_iid: 1 });
  await expect(merging).rejects.toMatchObject({ status: 401 });
  expect(isSignInAsked()).toBe(false);
});

test('a server that cannot be reached is an error of status 0', async () => {
  backend().override(http.get('*/user', () => HttpResponse.error()));
  await expect(call(users.current, {})).rejects.toMatchObject({ status: 0 });
});
