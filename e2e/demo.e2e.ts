import { expect } from '@playwright/test';
import { test } from './demo-fixtures.ts';
import { axe } from './fixtures.ts';
import { api } from './server.ts';

interface Listed {
  iid: number;
  title: string;
  state: string;
  detailed_merge_status: string;
}

const place = 'fleet/cargo-manifest';

// Twice, for the second begins where the first did.
for (const round of ['first', 'second']) {
  test(`a maintainer merges what is ready, for the ${round} time`, async ({ demo, signInAs }) => {
    const maintainer = api(demo.tokens.maintainer ?? '', demo.url);
    const list = `/projects/${demo.projects[place]}/merge_requests`;
    const { body } = await maintainer<Listed[]>('GET', `${list}?state=opened&per_page=100`);
    const ready = body.find((one) => one.detailed_merge_status === 'mergeable');
    if (ready === undefined) throw new Error('nothing is ready');
    const page = await signInAs('maintainer', demo.users.maintainer?.password ?? '');
    const screen = `/projects/${encodeURIComponent(place)}/merge-requests`;

    await page.goto(screen);
    await page.getByRole('link', { name: ready.title, exact: true }).click();
    await expect(page.getByRole('heading', { name: ready.title, level: 1 })).toBeVisible();
    await axe(page);
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(page.getByText('Merged by Coral Halyard').first()).toBeVisible();
    await axe(page);

    const { body: merged } = await maintainer<Listed>('GET', `${list}/${ready.iid}`);
    expect(merged.state).toBe('merged');
  });
}
