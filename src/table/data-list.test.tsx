import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { startBackend } from '../testing/backend.ts';
import { openConsole } from '../testing/open-console.tsx';

const backend = startBackend();

let count = 0;

/** A signed-in administrator and a few users of a prefix that no other test has. */
async function stage(names: readonly string[] = []) {
  const prefix = `List${++count}`;
  await backend().signIn(`${prefix}-admin`, { admin: true });
  for (const name of names) await backend().app.user(`${prefix}-${name}`);
  return prefix;
}

const list = () => screen.findByTestId('list-users');
const rowNames = () =>
  screen
    .queryAllByRole('checkbox', { name: /^Select List/ })
    .map((box) => box.getAttribute('aria-label'));

beforeEach(() => window.localStorage.clear());

test('search, filters and order are in the URL, and chips take filters away', async () => {
  const prefix = await stage(['ann', 'bea']);
  const router = openConsole(`/admin/users?search=${prefix}&order_by=username&sort=asc`);
  const user = userEvent.setup();
  await screen.findByRole('link', { name: `${prefix}-ann` });
  expect(rowNames()).toEqual(['admin', 'ann', 'bea'].map((name) => `Select ${prefix}-${name}`));
  expect(screen.getByText('1–3').closest('span')?.textContent).toBe('1–3 of 3');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Administrators: yes' }));
  await waitFor(() => expect(rowNames()).toEqual([`Select ${prefix}-admin`]));
  expect(router.state.location.search).toMatchObject({ admins: 'true', search: prefix });
  await user.click(screen.getByRole('button', { name: 'Remove the filter Administrators' }));
  await waitFor(() => expect(rowNames()).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'Username' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'desc' }));
  await waitFor(() => expect(rowNames()[0]).toBe(`Select ${prefix}-bea`));
});

test('a change made while the last one is still on its way is added to it', async () => {
  const prefix = await stage(['ann']);
  const router = openConsole(`/admin/users?search=${prefix}`);
  const user = userEvent.setup();
  await screen.findByRole('link', { name: `${prefix}-ann` });
  backend().override(http.get('*/api/v4/users', () => new Promise<HttpResponse<null>>(() => {})));
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Administrators: yes' }));
  await user.click(screen.getByRole('button', { name: 'Username' }));
  await waitFor(() => expect(router.latestLocation.search).toHaveProperty('order_by'));
  expect(router.latestLocation.search).toMatchObject({ admins: 'true', search: prefix });
});

test('a total that the server does not count is more than ten thousand', async () => {
  const prefix = await stage();
  backend().override(
    http.get('*/api/v4/users', () =>
      HttpResponse.json([], { headers: { 'x-page': '1', 'x-per-page': '50', 'x-next-page': '2' } }),
    ),
  );
  openConsole(`/admin/users?search=${prefix}`);
  await screen.findByText('Nothing matches');
  backend().override(
    http.get('*/api/v4/users', () =>
      HttpResponse.json([{ id: 1, name: 'One', username: 'one', state: 'active' }], {
        headers: { 'x-page': '1', 'x-per-page': '1', 'x-next-page': '2' },
      }),
    ),
  );
  const [clear] = screen.getAllByRole('button', { name: 'Clear all' });
  await userEvent.setup().click(clear as HTMLElement);
  expect(await screen.findByText('more than 10,000')).toBeTruthy();
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' });
  expect(next.disabled).toBe(false);
});

test('columns and density are remembered', async () => {
  const prefix = await stage(['ann']);
  openConsole(`/admin/users?search=${prefix}`);
  const user = userEvent.setup();
  await screen.findByRole('columnheader', { name: 'Email' });
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Email' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Email' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Comfortable rows' }));
  expect(await screen.findByRole('button', { name: 'Compact rows' })).toBeTruthy();
  const kept = Object.entries(window.localStorage).map(([key, value]) => [
    key.replace(/\d+/, 'ID'),
    value as string,
  ]);
  expect(kept).toEqual(
    expect.arrayContaining([
      ['qd-columns-ID-users', '["email"]'],
      ['qd-density-ID', '"comfortable"'],
    ]),
  );
});

test('what fails and what is forbidden is said in place, and tried again', async () => {
  const prefix = await stage();
  backend().override(
    http.get('*/api/v4/users', () =>
      HttpResponse.json({ message: 'the disk is full' }, { status: 500 }),
    ),
  );
  openConsole(`/admin/users?search=${prefix}`);
  expect(await screen.findByText('the disk is full')).toBeTruthy();
  backend().override(
    http.get('*/api/v4/users', () =>
      HttpResponse.json({ message: '403 Forbidden' }, { status: 403 }),
    ),
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('You may not see this')).toBeTruthy();
  const search = within(await list()).getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  expect(search.value).toBe(prefix);
});

test('while the rows are awaited, their places are there', async () => {
  const prefix = await stage(['ann']);
  let answer = () => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  backend().override(
    http.get('*/api/v4/users', async () => {
      await slow;
      return undefined;
    }),
  );
  openConsole(`/admin/users?search=${prefix}`);
  const table = await screen.findByRole('table', { name: 'Users' });
  expect(table.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('columnheader', { name: 'Email' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Columns' })).toBeTruthy();
  answer();
  await screen.findByRole('link', { name: `${prefix}-ann` });
  expect(table.getAttribute('aria-busy')).toBeNull();
});

test('a view is saved, opened again, shared by its link and deleted', async () => {
  const prefix = await stage(['ann']);
  const query = `search=${prefix}&order_by=username&sort=asc`;
  const router = openConsole(`/admin/users?${query}`);
  const user = userEvent.setup();
  await screen.findByRole('link', { name: `${prefix}-ann` });
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
  await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'My people');
  await user.click(within(dialog).getByRole('checkbox', { name: /^Share it/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save view' }));
  await screen.findByRole('button', { name: 'My people' });
  const { view } = router.state.location.search as { view?: string };
  expect(view).toMatch(/^\d+$/);

  await router.navigate({ to: '/admin/users', search: { view } });
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      order_by: 'username',
      search: prefix,
      sort: 'asc',
      view,
    }),
  );
  // A view belongs to its list.
  await router.navigate({ to: '/projects', search: { view } });
  expect(await screen.findByText(/^That view does not exist/)).toBeTruthy();
  await router.navigate({ to: '/admin/users', search: { view } });
  await user.click(await screen.findByRole('button', { name: 'My people' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete My people' }));
  await screen.findByRole('button', { name: 'Views' });
  await router.navigate({ to: '/admin/users', search: { view } });
  expect(await screen.findByText(/^That view does not exist/)).toBeTruthy();
});

test('all rows of the filter come as a file, page by page, and can be selected', async () => {
  const prefix = await stage();
  const people = Array.from({ length: 130 }, (_, at) => ({
    id: at + 1,
    name: at === 0 ? '=SUM(A1)' : `Person ${at}`,
    username: `p${at}`,
    state: 'active',
    ...(at > 100 && { note: 'late' }),
  }));
  const asked: string[] = [];
  backend().override(
    http.get('*/api/v4/users', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
      asked.push(`${page}/${size}`);
      const rows = people.slice((page - 1) * size, page * size);
      return HttpResponse.json(rows, {
        headers: {
          'x-total': '130',
          'x-page': String(page),
          'x-per-page': String(size),
          'x-next-page': page * size < 130 ? String(page + 1) : '',
        },
      });
    }),
  );
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  openConsole(`/admin/users?search=${prefix}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Select =SUM(A1)' }));
  await user.click(screen.getByRole('button', { name: 'Select all 130' }));
  await screen.findByText('130 selected');
  asked.length = 0;
  for (const kind of ['CSV', 'JSON']) {
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await user.click(
      await screen.findByRole('menuitem', { name: `${kind}, all rows of this filter` }),
    );
    await waitFor(() => expect(files).toHaveLength(kind === 'CSV' ? 1 : 2));
    await screen.findByRole('button', { name: 'Download' });
  }
  expect(asked).toEqual(['1/100', '2/100', '1/100', '2/100']);
  const lines = (await (files[0] as Blob).text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(131);
  expect(lines.slice(0, 2)).toEqual(['id,name,username,state,note', "1,'=SUM(A1),p0,active,"]);
  expect(lines.at(-1)).toBe('130,Person 129,p129,active,late');
  expect(JSON.parse(await (files[1] as Blob).text())).toEqual(people);
});
