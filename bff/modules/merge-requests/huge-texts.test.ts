import { expect, it } from 'vitest';
import { commitFiles } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

// What went wrong took minutes: each test has one.
onBothDatabases('texts that are too large', (app) => {
  it('as labels are refused, and nothing is changed (gl#392433: huge label texts held the server up)', async () => {
    const shop = await workshop(app());
    await shop.open({ labels: 'red' });
    const before = (await shop.call('GET 1')).json;
    const longest = '🌊'.repeat(255);
    const refused: [string, unknown][] = [
      ['labels', 'x'.repeat(256)],
      ['labels', `${longest}🌊`],
      ['add_labels', 'x'.repeat(1_000_000)],
      ['labels', ['ok', 'y'.repeat(300)]],
    ];
    for (const [name, value] of refused) {
      const answer = await shop.call('PUT 1', { json: { [name]: value } });
      expect([answer.status, answer.json.message]).toEqual([
        400,
        { labels: ['has a name that is too long (maximum is 255 characters)'] },
      ]);
      const source = { title: 't', source_branch: 'main', target_branch: 'main' };
      const made = await shop.call('POST ', { json: { ...source, [name]: value } });
      expect(made.status).toBeGreaterThanOrEqual(400);
    }
    // More than a body may hold is not even read.
    const huge = await shop.call('PUT 1', { json: { labels: 'z'.repeat(21 << 20) } });
    expect(huge.status).toBe(413);
    expect((await shop.call('GET 1')).json).toEqual(before);
    const { token } = shop.owner;
    const labels = await app().call(`GET ${shop.path}/labels?per_page=100`, { token });
    expect(labels.json.map(({ name }: { name: string }) => name)).toEqual(['red']);
    // What is as long as may be is taken whole.
    const taken = await shop.call('PUT 1', { json: { labels: longest } });
    expect(taken.json.labels).toEqual([longest]);
  });

  it('as many labels of one filter, and a search of nothing but signs, are answered at once', async () => {
    const shop = await workshop(app());
    await shop.open({ labels: 'red' });
    const many = Array.from({ length: 1_000 }, (_, at) => `l${at}`).join(',');
    const filtered = await shop.call(`GET ?labels=${many}`);
    expect([filtered.status, filtered.json]).toEqual([200, []]);
    const signs = encodeURIComponent('%_\\'.repeat(600));
    expect((await shop.call(`GET ?search=${signs}`)).json).toEqual([]);
  });

  it('as trailers are read in one go, the last of a name counts (gl#442695: a pattern that never ended)', async () => {
    const shop = await workshop(app());
    const nasty = [
      `${'a'.repeat(200_000)}: x`,
      `${'a-'.repeat(100_000)}`,
      `Signed-off-by:${' '.repeat(200_000)}x`,
      `${'Co-authored-by: '.repeat(20_000)}`,
      'Reviewed-by: Ann\nReviewed-by: Bea',
    ];
    for (const [at, text] of nasty.entries()) {
      await commitFiles(app(), shop.project, {
        branch: 'tide',
        from: 'main',
        files: { [`${at}.txt`]: 'x\n' },
        message: `Add ${at}\n\nWhy not.\n\n${text}\n`,
      });
    }
    await shop.open({ source_branch: 'tide' });
    await app().drain();
    const commits = await shop.call('GET 1/commits');
    expect([commits.status, commits.json.length]).toEqual([200, nasty.length]);
    expect(commits.json[0]).toMatchObject({
      trailers: { 'Reviewed-by': 'Bea' },
      extended_trailers: { 'Reviewed-by': ['Ann', 'Bea'] },
    });
  });

  it('as a title with markup stay text in every answer (GHSA-8f3h-5jcr-r8cm: titles ran as script)', async () => {
    const shop = await workshop(app());
    const title = '<base href="//x.test"><script>alert(1)</script>';
    const description =
      '<base href="//x.test"><img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))';
    await shop.open({ title, description });
    const shown = (await shop.call('GET 1?render_html=true')).json;
    expect([shown.title, shown.description]).toEqual([title, description]);
    expect(`${shown.title_html}${shown.description_html}`).not.toMatch(
      /<(base|script|img)|href="javascript/i,
    );
    const answer = await shop.call('GET 1');
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
