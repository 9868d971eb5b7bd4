import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { common } from '../../words/common.ts';

const backend = startBackend();

test('who may add members to a project reads what the instance asks of them, as markdown', async () => {
  const { token } = await backend().signIn('guideliner', { admin: true });
  const { app } = backend();
  const json = { member_guidelines: 'Ask *first*' };
  expect((await app.call('PUT /application/appearance', { token, json })).status).toBe(200);
  await app.call('POST /projects', { token, json: { name: 'Gangway', path: 'gangway' } });
  openConsole(`/projects/${encodeURIComponent('guideliner/gangway')}/members`);
  const asked = await screen.findByRole('region', { name: common.navigation.guidelines });
  expect(within(asked).getByText('first').tagName).toBe('EM');
});
