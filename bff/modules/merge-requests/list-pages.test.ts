import { beforeAll, expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

onBothDatabases('pages of merge requests', (app) => {
  let shop: Workshop;

  beforeAll(async () => {
    shop = await workshop(app());
    const first = await shop.open({ labels: 'bug,über' });
    const { db } = app().deps;
    const row = await db
      .selectFrom('merge_requests')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const { id: _, ...rest } = row;
    const copies = Array.from({ length: 129 }, (_, at) => ({
      ...rest,
      iid: at + 2,
      source_branch: `copy${at}`,
    }));
    const made = await db.insertInto('merge_requests').values(copies).returning('id').execute();
    const links = await db
      .selectFrom('label_links')
      .selectAll()
      .where('target_id', '=', first.id)
      .execute();
    const four = made
      .slice(0, 4)
      .flatMap(({ id }) => links.map((link) => ({ ...link, target_id: id })));
    await db.insertInto('label_links').values(four).execute();
  });

  it('sizes of pages are those asked for, a hundred at most', async () => {
    const size = async (query: string) => {
      const answer = await shop.call(`GET ${query}`);
      if (answer.status !== 200) return answer.json;
      return [answer.json.length, answer.headers.get('x-per-page')];
    };
    expect(await size('')).toEqual([20, '20']);
    expect(await size('?per_page=101')).toEqual([100, '100']);
    expect(await size('?per_page=100000')).toEqual([100, '100']);
    expect(await size('?per_page=0')).toEqual({ error: 'per_page has a value not allowed' });
    expect(await size('?per_page=abc')).toEqual({ error: 'per_page is invalid' });
    expect(await size('?per_page=1.5')).toEqual({ error: 'per_page is invalid' });
    expect(await size('?per_page=-1')).toEqual([20, '20']);
    expect(await size('?per_page=')).toEqual([20, '20']);
    expect(await size('?per_page=99999999999999999999')).toEqual({ error: 'per_page is invalid' });
    expect(await size('?page=2&per_page=100')).toEqual([30, '100']);
    expect(await size('?page=99')).toEqual([0, '20']);
  });

  it('links lead through the pages with all that was asked, credentials left out', async () => {
    const query = 'sort=desc&state=opened&labels=bug%2C%C3%BCber&per_page=2&page=2';
    const answer = await shop.call(`GET ?${query}`);
    expect(answer.json).toHaveLength(2);
    const header = (name: string) => answer.headers.get(name);
    expect([header('x-page'), header('x-prev-page'), header('x-next-page')]).toEqual([
      '2',
      '1',
      '3',
    ]);
    expect([header('x-total'), header('x-total-pages')]).toEqual(['5', '3']);
    const links = header('link')?.split(', ') ?? [];
    expect(links.map((link) => /page=(\d+)&.*rel="(\w+)"/.exec(link)?.slice(1))).toEqual([
      ['1', 'prev'],
      ['3', 'next'],
      ['1', 'first'],
      ['3', 'last'],
    ]);
    for (const link of links) {
      expect(link).toContain(`id=${shop.project.id}&labels=bug%2C%C3%BCber&page=`);
      expect(link).toContain('&per_page=2&sort=desc&state=opened>');
    }
    const next = /<http:\/\/[^/]+([^>]+)>/.exec(links[1] ?? '')?.[1] ?? '';
    const last = await app().call(`GET ${next}`, { token: shop.owner.token });
    expect(last.json).toHaveLength(1);

    const inQuery = await shop.call(`GET ?${query}&private_token=${shop.owner.token}`, {
      token: '',
      headers: {},
    });
    expect(inQuery.headers.get('link')).not.toContain(shop.owner.token);
  });
});
