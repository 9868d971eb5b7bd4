import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { groupWords } from '../../words/groups.ts';

const words = groupWords.activity;
const backend = startBackend();

test('the page of a group tells what began in it, with a trend for each kind and span', async () => {
  const { app } = backend();
  const owner = await backend().signIn('abel');
  const made = async (request: string, json: object) =>
    (await app.call(request, { token: owner.token, json })).json;
  const group = await made('POST /groups', { name: 'Harbour', path: 'harbour' });
  const project = await made('POST /projects', { name: 'Quay', namespace_id: group.id });
  for (const title of ['one', 'two']) await made(`POST /projects/${project.id}/issues`, { title });
  openConsole('/groups/harbour');
  const heading = await screen.findByRole('heading', { name: new RegExp(`^${words.title}`) });
  const part = heading.closest('section') as HTMLElement;
  const trend = (days: number) =>
    within(part).findByRole('img', { name: words.trend(words.kinds.issues, days, 2, 2) });
  expect((await trend(30)).querySelectorAll('rect')).toHaveLength(30);
  await userEvent.click(within(part).getByRole('radio', { name: words.days(7) }));
  expect((await trend(7)).querySelectorAll('rect')).toHaveLength(7);
});
