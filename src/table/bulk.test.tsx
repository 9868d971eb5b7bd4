import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { startBackend } from '../testing/backend.ts';
import { openConsole } from '../testing/open-console.tsx';

const backend = startBackend();

let count = 0;

/** A signed-in administrator and users of a prefix that no other test has, in their list. */
async function stage(names: readonly string[]) {
  const prefix = `Bulk${++count}`;
  await backend().signIn(`${prefix}-admin`, { admin: true });
  for (const name of names) await backend().app.user(`${prefix}-${name}`);
  const router = openConsole(`/admin/users?search=${prefix}&order_by=username&sort=asc`);
  return { prefix, router, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;

const bar = () => screen.findByRole('region', { name: 'Selected rows' });
const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });
const choosePage = async (user: User) =>
  user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
const button = (place: HTMLElement, name: string) => within(place).findByRole('button', { name });

/** Calls that wait until they are let go. */
function held() {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    hold: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
      }),
    letGo: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
}

test('a bulk action says how it went for each row, and is undone with all its tries', async () => {
  const { prefix, user } = await stage(['ann', 'bea']);
  await choosePage(user);
  expect((await bar()).textContent).toContain('3 selected');
  // Nobody blocks themselves.
  await user.click(await button(await bar(), 'Block 2 of 3'));
  const dialog = await screen.findByRole('dialog', { name: 'Block 2 users?' });
  expect(dialog.textContent).toContain(`${prefix}-ann`);
  let refused = false;
  backend().override(
    http.post('*/api/v4/users/:id/block', () => {
      if (refused) return undefined;
      refused = true;
      return HttpResponse.json({ message: '500 Internal Server Error' }, { status: 500 });
    }),
  );
  await user.click(await button(dialog, 'Block'));
  const result = await screen.findByRole('region', { name: 'Result of: Block' });
  await within(result).findByText('1 user blocked, 1 failed');
  expect(result.textContent).toContain(`${prefix}-ann500 Internal Server Error`);
  await user.click(await button(result, 'Try the failed ones again'));
  await within(result).findByText('2 users blocked');
  await waitFor(() => expect(screen.getAllByText('Blocked')).toHaveLength(2));
  await user.click(await button(result, 'Undo'));
  await within(result).findByText('2 rows as before');
  await waitFor(() => expect(screen.queryByText('Blocked')).toBeNull());
  await user.click(await button(result, 'Close the result'));
  expect(screen.queryByRole('region', { name: 'Result of: Block' })).toBeNull();
});

test('four calls at a time, not more, and no second action meanwhile', async () => {
  const { prefix, user } = await stage(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  await choosePage(user);
  let [open, most] = [0, 0];
  const { waiting, hold, letGo } = held();
  backend().override(
    http.post('*/api/v4/users/:id/block', async () => {
      most = Math.max(most, ++open);
      await hold();
      open -= 1;
      return HttpResponse.json(true, { status: 201 });
    }),
  );
  await user.click(await button(await bar(), 'Block 7 of 8'));
  await user.click(await button(await screen.findByRole('dialog'), 'Block'));
  await waitFor(() => expect(waiting).toHaveLength(4));
  await user.click(await box(`${prefix}-a`));
  const other = await button(await bar(), 'Block');
  expect(other).toHaveProperty('disabled', true);
  expect(other.title).toBe('Another action is under way in this list');
  letGo();
  await waitFor(() => expect(waiting).toHaveLength(3));
  letGo();
  await screen.findByText('7 users blocked');
  expect(other).toHaveProperty('disabled', false);
  expect(most).toBe(4);
  await user.click(screen.getByRole('button', { name: 'Close the result' }));
});

test('all rows are chosen of what the list asks now, or none', async () => {
  const { prefix, user, router } = await stage(['ann']);
  await box(`${prefix}-ann`);
  const { waiting, hold, letGo } = held();
  let isIll = false;
  backend().override(
    http.get('*/api/v4/users', async ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.get('search') !== 'many') return undefined;
      const page = Number(searchParams.get('page'));
      if (page === 2 && isIll) {
        return HttpResponse.json({ message: 'the disk is full' }, { status: 500 });
      }
      if (page === 2) await hold();
      const people = Array.from({ length: page === 2 ? 2 : 3 }, (_, at) => {
        const id = page * 1000 + at;
        return { id, name: `Person ${id}`, username: `p${id}`, state: 'active' };
      });
      return HttpResponse.json(people, {
        headers: {
          'x-total': '5',
          'x-page': String(page),
          'x-per-page': '3',
          'x-next-page': page === 1 ? '2' : '',
        },
      });
    }),
  );
  const chooseAll = async () => {
    await router.navigate({ to: '/admin/users', search: { search: 'many' } });
    await user.click(await box('Person 1000'));
    await user.click(await screen.findByRole('button', { name: 'Select all 5' }));
  };
  await chooseAll();
  await waitFor(() => expect(waiting).toHaveLength(1));
  await router.navigate({ to: '/admin/users', search: { search: prefix } });
  await user.click(await box(`${prefix}-ann`));
  letGo();
  expect((await bar()).textContent).toContain('1 selected');

  await chooseAll();
  await waitFor(() => expect(waiting).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
  letGo();
  await user.click(await box('Person 1001'));
  expect((await bar()).textContent).toContain('1 selected');

  isIll = true;
  await user.click(screen.getByRole('button', { name: 'Select all 5' }));
  expect(await screen.findByText('the disk is full')).toBeTruthy();
  expect((await bar()).textContent).toContain('1 selected');
  isIll = false;
  await user.click(screen.getByRole('button', { name: 'Select all 5' }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  letGo();
  await screen.findByText('5 selected');
});

test('what was chosen and done in one place stays there', async () => {
  const { app, signIn } = backend();
  const owner = await signIn('bulk-owner');
  const mate = await app.user('bulk-mate');
  for (const path of ['bulk-a', 'bulk-b']) {
    await app.call('POST /groups', { token: owner.token, json: { name: path, path } });
    const json = { user_id: mate.id, access_level: 30 };
    await app.call(`POST /groups/${path}/members`, { token: owner.token, json });
  }
  const router = openConsole('/groups/bulk-a/members');
  const user = userEvent.setup();
  const go = async (path: string) => {
    await router.navigate({ to: '/groups/$group/members', params: { group: path } });
    await screen.findByRole('link', { name: path });
    return box('Bulk-mate');
  };
  await user.click(await box('Bulk-mate'));
  await bar();
  await go('bulk-b');
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
  await user.click(await go('bulk-a'));
  await user.click(await button(await bar(), 'Change role'));
  await user.click(await screen.findByRole('menuitem', { name: 'Maintainer' }));
  const result = { name: 'Result of: Change role' };
  await screen.findByRole('region', result);
  await go('bulk-b');
  expect(screen.queryByRole('region', result)).toBeNull();
  await go('bulk-a');
  await user.click(await button(await screen.findByRole('region', result), 'Close the result'));
});
