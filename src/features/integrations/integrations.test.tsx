import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startBackend } from '../../testing/backend.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { integrationWords as words } from '../../words/integrations.ts';

const backend = startBackend();

test('an Owner sees on Home and on the group what is paused, with the way to what was not sent', async () => {
  const { app, signIn } = backend();
  const { token } = await signIn('watch');
  const call = async (request: string, json: object) =>
    (await app.call(request, { token, json })).json;
  const group = await call('POST /groups', { name: 'Watch', path: 'watch-room' });
  const project = await call('POST /projects', { name: 'Lamp', namespace_id: group.id });
  const answer = { status: 410, headers: {}, body: Buffer.from('gone'), url: '' };
  app.deps.fetch = () => Promise.resolve(answer);
  const webhook = 'https://chat.example.test/hooks/AAA';
  await call(`PUT /groups/${group.id}/integrations/pumble`, { webhook });
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    await call(`POST /projects/${project.id}/issues`, { title });
    await app.drain();
  }
  for (const path of ['/', '/groups/watch-room']) {
    const router = openConsole(path);
    const heading = await screen.findByRole('heading', { name: /^Paused integrations/ });
    const block = heading.closest('section');
    if (block === null) throw new Error('the notice is a section');
    expect(within(block).getByText(/^4 failed events in a row, until /)).toBeTruthy();
    expect(
      within(block).getByText(words.pausedBlock.where('watch-room'), { exact: false }),
    ).toBeTruthy();
    await userEvent.setup().click(within(block).getByRole('link', { name: 'Pumble' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(
        '/groups/watch-room/integrations/pumble/deliveries',
      ),
    );
    cleanup();
  }
});
