import { expect, type Page } from '@playwright/test';
import type { Demo } from './demo-server.ts';
import { test } from './demo-fixtures.ts';
import { axe } from './fixtures.ts';
import { api } from './server.ts';

const names = Array.from(
  { length: 20 },
  (_name, index) => `part-${String(index).padStart(2, '0')}`,
);
const linesOf = (name: string, change: string) =>
  Array.from({ length: 120 }, (_line, index) =>
    index === 60 ? `const ${name.replace('-', '_')} = ${change};\n` : `// ${name}, ${index}\n`,
  ).join('');

/** A merge request of 20 files by the developer, which the maintainer is to review. */
async function opened(demo: Demo): Promise<{ path: string; screen: string }> {
  const owner = api(demo.tokens.maintainer ?? '', demo.url);
  const author = api(demo.tokens.developer ?? '', demo.url);
  const { body: project } = await owner<{ id: number }>('POST', '/projects', {
    name: 'Breakwater',
    initialize_with_readme: true,
  });
  const path = `/projects/${project.id}`;
  const { body: person } = await author<{ id: number }>('GET', '/user');
  await owner('POST', `${path}/members`, { user_id: person.id, access_level: 30 });
  const commit = (branch: string, action: string, change: string, start?: string) =>
    owner('POST', `${path}/repository/commits`, {
      branch,
      ...(start && { start_branch: start }),
      commit_message: `Parts are ${change}`,
      actions: names.map((name) => ({
        action,
        file_path: `src/${name}.ts`,
        content: linesOf(name, change),
      })),
    });
  await commit('main', 'create', '1');
  await commit('topic', 'update', '22', 'main');
  await author('POST', `${path}/merge_requests`, {
    title: 'Parts hold twice as much',
    source_branch: 'topic',
    target_branch: 'main',
  });
  return { path: `${path}/merge_requests/1`, screen: `${path}/merge-requests/1/changes` };
}

/** Presses keys and counts them; what is typed as text does not count. */
function hand(page: Page) {
  let pressed = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        pressed += 1;
        await page.keyboard.press(key);
      }
    },
    count: () => pressed,
  };
}

const viewed = (count: number) => `${count} of 20 viewed`;

interface Note {
  body: string;
  position?: { new_path: string; old_line: number | null; new_line: number | null };
  suggestions?: { from_line: number; to_content: string }[];
}

/** What the API tells of the review when it is over. */
async function outcome(demo: Demo, path: string) {
  const ask = api(demo.tokens.maintainer ?? '', demo.url);
  const { body: threads } = await ask<{ notes: Note[] }[]>('GET', `${path}/discussions`);
  const { body: record } = await ask<{ state: string }>('GET', path);
  const { body: approvals } = await ask<{ approved_by: { user: { username: string } }[] }>(
    'GET',
    `${path}/approvals`,
  );
  return {
    state: record.state,
    approvedBy: approvals.approved_by.map(({ user }) => user.username),
    notes: threads.flatMap(({ notes }) => notes).filter(({ position }) => position),
  };
}

test('twenty files are reviewed and merged with the keyboard alone, in at most 60 keys', async ({
  demo,
  enter,
}) => {
  const { path, screen } = await opened(demo);
  const page = await enter('maintainer');
  await page.goto(screen);
  await expect(page.getByText(viewed(0))).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'part_00 = 22' })).toBeVisible();
  const { press, count } = hand(page);
  const write = async (text: string, ...to: string[]) => {
    await press('n', ...to, 'c');
    await expect(page.getByRole('textbox', { name: /^Comment on src/ })).toBeFocused();
    await page.keyboard.type(text);
  };
  // A key pressed while the field is still there is a letter of the comment.
  const keep = async () => {
    await press('Control+Enter');
    await expect(page.getByRole('textbox', { name: /^Comment on src/ })).toHaveCount(0);
  };
  await write('Why twice?', 'Shift+ArrowDown');
  await keep();
  await expect(page.getByText('Not published yet')).toHaveCount(1);
  await press('v');
  await expect(page.getByText(viewed(1))).toBeVisible();
  await write('', 'ArrowDown');
  await press('Tab', 'Tab', 'Enter');
  await expect(page.getByRole('textbox', { name: /^Comment on src/ })).toHaveValue(/suggestion/);
  await page.keyboard.type('const part_01 = 2;');
  await keep();
  await press('v');
  await expect(page.getByText(viewed(2))).toBeVisible();
  await write('Here too?');
  await keep();
  for (let file = 3; file <= 20; file += 1) {
    await press('v');
    await expect(page.getByText(viewed(file))).toBeVisible();
  }
  await press('Control+k');
  await expect(page.getByRole('combobox', { name: /Search/ })).toBeFocused();
  await page.keyboard.type('finish review');
  await expect(page.getByRole('option', { name: /Finish review with 3 comments/ })).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Summary' })).toBeFocused();
  await press('Control+Enter');
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveCount(0);
  await press('a');
  await expect(page.getByRole('button', { name: 'Revoke approval' })).toBeVisible();
  await press('Control+k');
  await page.keyboard.type('merge');
  await expect(page.getByRole('option', { name: /^Merge/ }).first()).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('heading', { name: /^Merged by/ })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(60);

  const done = await outcome(demo, path);
  expect(done).toMatchObject({ state: 'merged', approvedBy: ['maintainer'] });
  expect(done.notes).toHaveLength(3);
  expect(done.notes[0]).toMatchObject({
    body: 'Why twice?',
    position: { new_line: 61, line_range: { start: { old_line: 61 } } },
  });
  expect(done.notes[1]?.suggestions).toMatchObject([
    { from_line: 61, to_content: 'const part_01 = 2;\n' },
  ]);
});

test('twenty files are reviewed and merged by what the accessibility tree tells alone', async ({
  demo,
  enter,
}) => {
  const { path, screen } = await opened(demo);
  const page = await enter('maintainer');
  await page.goto(screen);
  const changes = page.getByRole('table', { name: 'Changes' });
  const tree = page.getByRole('navigation', { name: 'Changed files' });
  await expect(tree.getByRole('button')).toHaveCount(20);
  const [first] = names;
  // A line says which it is on either side, and what became of it.
  const row = changes.getByRole('row', { name: /added const part_00 = 22;/ });
  await expect(row.getByRole('rowheader', { name: '61' })).toBeVisible();
  await expect(changes.getByRole('row', { name: /removed const part_00 = 1;/ })).toBeVisible();
  const head = changes.getByRole('row', { name: new RegExp(`${first}.*1 line added, 1 removed`) });
  await expect(head).toBeVisible();
  for (const [index, name] of names.entries()) {
    await tree.getByRole('button', { name: new RegExp(name) }).click();
    if (index < 3) {
      const changed = name.replace('-', '_');
      const line = changes.getByRole('row', { name: new RegExp(`added const ${changed} = 22;`) });
      await line.getByRole('button', { name: 'Comment on added line 61' }).click();
      const field = page.getByRole('textbox', { name: `Comment on src/${name}.ts, line 61` });
      await field.fill('Why?');
      if (index === 1) await page.getByRole('button', { name: 'Suggest a change' }).click();
      await page.getByRole('button', { name: /^(Start a review|Add to review)$/ }).click();
      await expect(field).toHaveCount(0);
    }
    await changes.getByRole('checkbox', { name: `Viewed: src/${name}.ts` }).check();
    await expect(page.getByText(viewed(index + 1))).toBeVisible();
  }
  await page.getByRole('button', { name: 'Finish review with 3 comments' }).click();
  await page.getByRole('button', { name: 'Submit review' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Revoke approval' })).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Merged by/ })).toBeVisible();
  const { state, notes, approvedBy } = await outcome(demo, path);
  expect([state, notes.length, approvedBy]).toEqual(['merged', 3, ['maintainer']]);
});

test('find tells of text in a file that is not in the page, and leads there', async ({
  demo,
  enter,
}) => {
  const { screen } = await opened(demo);
  const page = await enter('maintainer');
  await page.goto(screen);
  await expect(page.getByRole('row').filter({ hasText: 'part_00 = 22' })).toBeVisible();
  const wanted = page.getByRole('row').filter({ hasText: 'part_19 = 22' });
  await expect(wanted).toHaveCount(0);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('part_19 = 22');
  await expect(page.getByText('1 of 1 line')).toBeVisible();
  await expect(wanted).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('search')).toHaveCount(0);
  await axe(page);
});

test('what is typed on a line outlives white space, a folded file and another tab', async ({
  demo,
  enter,
}) => {
  const { screen } = await opened(demo);
  const page = await enter('maintainer');
  await page.goto(screen);
  await expect(page.getByRole('row').filter({ hasText: 'part_00 = 22' })).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('c');
  const field = page.getByRole('textbox', { name: /^Comment on src\/part-00/ });
  await expect(field).toBeFocused();
  await page.keyboard.type('Half a thought');
  await page.getByRole('button', { name: 'Ignore white space' }).click();
  await expect(field).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Fold src/part-00.ts' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'part_00 = 22' })).toHaveCount(0);
  await expect(field).toHaveValue('Half a thought');
  await page
    .getByRole('link', { name: /^Commits/ })
    .last()
    .click();
  await expect(field).toHaveCount(0);
  await page.getByRole('link', { name: /^Changes/ }).click();
  await expect(field).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveCount(0);
});

test('keys lead to files, changes and open threads, forwards and back', async ({ demo, enter }) => {
  const { path, screen } = await opened(demo);
  const author = api(demo.tokens.developer ?? '', demo.url);
  type Shown = { diff_refs: Record<string, string> | null };
  const refs = async () => (await author<Shown>('GET', path)).body.diff_refs;
  await expect.poll(refs).toHaveProperty('head_sha');
  for (const name of ['part-03', 'part-05']) {
    const at = { position_type: 'text', new_path: `src/${name}.ts`, old_path: `src/${name}.ts` };
    const position = { ...(await refs()), ...at, new_line: 61 };
    const made = await author('POST', `${path}/discussions`, { body: `About ${name}`, position });
    expect(made.status).toBe(201);
  }
  const page = await enter('maintainer');
  await page.goto(screen);
  await expect(page.getByRole('row').filter({ hasText: 'part_00 = 22' })).toBeVisible();
  const here = page.locator('[data-cursor]');
  for (const [key, text] of [
    [']', 'part-01.ts'],
    [']', 'part-02.ts'],
    ['[', 'part-01.ts'],
    ['n', 'part_01 = 1'],
    ['n', 'part_02 = 1'],
    ['p', 'part_01 = 1'],
    ['j', 'About part-03'],
    ['j', 'About part-05'],
    ['k', 'About part-03'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(here, key).toContainText(text);
  }
});
