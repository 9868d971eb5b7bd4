import { expect, it } from 'vitest';
import { spawnedProcesses } from '../../git/process.ts';
import { commitFiles } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases('changes of merge requests', (app) => {
  it('commits are listed newest first, page by page', async () => {
    const shop = await workshop(app());
    const shas: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const files = { [name]: `${name}\n` };
      const message = `Add ${name}\n\nWhy not.\n\nReviewed-by: Ann\nReviewed-by: Bea\n`;
      const change = { branch: 'tide', from: 'main', files, message, date: '1000000000 +0200' };
      shas.unshift(await commitFiles(app(), shop.project, change));
    }
    await shop.open({ source_branch: 'tide' });
    const first = await shop.call('GET 1/commits?per_page=2');
    expect(first.json.map((commit: { id: string }) => commit.id)).toEqual(shas.slice(0, 2));
    expect([first.headers.get('x-total'), first.headers.get('x-next-page')]).toEqual(['3', '2']);
    const rest = await shop.call('GET 1/commits?per_page=2&page=2');
    expect(rest.json).toHaveLength(1);
    const [commit] = first.json;
    expect(commit).toEqual({
      id: shas[0],
      short_id: shas[0]?.slice(0, 8),
      title: 'Add three',
      message: 'Add three\n\nWhy not.\n\nReviewed-by: Ann\nReviewed-by: Bea\n',
      author_name: 'Test Author',
      author_email: 'author@example.test',
      authored_date: '2001-09-09T01:46:40.000Z',
      committer_name: 'Test Committer',
      committer_email: 'committer@example.test',
      committed_date: expect.any(String),
      created_at: commit.committed_date,
      parent_ids: [shas[1]],
      trailers: { 'Reviewed-by': 'Bea' },
      extended_trailers: { 'Reviewed-by': ['Ann', 'Bea'] },
      web_url: `http://127.0.0.1:3000/${shop.project.full_path}/-/commit/${shas[0]}`,
    });
  });

  it('diffs are pages of files read from one process, changes are all of them', async () => {
    const shop = await workshop(app());
    await commitFiles(app(), shop.project, {
      branch: 'main',
      files: { 'old.txt': 'a\nb\nc\nd\n' },
    });
    await commitFiles(app(), shop.project, {
      branch: 'tide',
      from: 'main',
      files: {
        'a.txt': 'two\n',
        'big.txt': 'x'.repeat(2 * 1024 * 1024),
        'new.txt': 'n\n',
        'old.txt': null,
        'renamed.txt': 'a\nb\nc\nd\n',
      },
    });
    await shop.open({ source_branch: 'tide' });
    await app().drain();
    const before = spawnedProcesses();
    const page = await shop.call('GET 1/diffs?per_page=2&page=2&unidiff=true');
    expect(spawnedProcesses() - before).toBe(1);
    // What was read last is kept: no process for the same page again, nor for its commits.
    expect((await shop.call('GET 1/diffs?per_page=2&page=2&unidiff=true')).json).toEqual(page.json);
    const commits = await shop.call('GET 1/commits');
    const started = spawnedProcesses();
    expect((await shop.call('GET 1/commits')).json).toEqual(commits.json);
    expect([spawnedProcesses() - started, started - before]).toEqual([0, 2]);
    expect([page.headers.get('x-total'), page.headers.get('x-total-pages')]).toEqual(['4', '2']);
    expect(page.json).toEqual([
      {
        old_path: 'new.txt',
        new_path: 'new.txt',
        a_mode: '0',
        b_mode: '100644',
        diff: '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+n\n',
        new_file: true,
        renamed_file: false,
        deleted_file: false,
        generated_file: false,
        collapsed: false,
        too_large: false,
      },
      expect.objectContaining({
        old_path: 'old.txt',
        new_path: 'renamed.txt',
        renamed_file: true,
        diff: '--- a/old.txt\n+++ b/renamed.txt\n',
      }),
    ]);
    const changes = await shop.call('GET 1/changes');
    expect(changes.json).toMatchObject({ iid: 1, changes_count: '4', overflow: false });
    expect(
      changes.json.changes.map((file: { new_path: string; too_large: boolean; diff: string }) => [
        file.new_path,
        file.too_large,
        file.diff.length,
      ]),
    ).toEqual([
      ['a.txt', false, 22],
      [
        'big.txt',
        false,
        2 * 1024 * 1024 + '@@ -0,0 +1 @@\n+\n\\ No newline at end of file\n'.length,
      ],
      ['new.txt', false, 17],
      ['renamed.txt', false, 0],
    ]);
  });

  it('a page of diffs has a bound in bytes; a smaller page shows what it had no room for', async () => {
    const shop = await workshop(app());
    const line = `${'y'.repeat(99)}\n`;
    const names = Array.from({ length: 33 }, (_, at) => `file${10 + at}.txt`);
    const files = Object.fromEntries(names.map((name) => [name, line.repeat(1_900)]));
    await shop.commit('tide', { ...files, 'small.txt': 's\n' });
    await shop.open({ source_branch: 'tide' });
    await app().drain();
    const page = await shop.call('GET 1/diffs?per_page=100');
    expect(page.json).toHaveLength(34);
    expect(Buffer.byteLength(page.text)).toBeLessThan(6 * 1024 * 1024);
    type File = { new_path: string; diff: string; collapsed: boolean; too_large: boolean };
    const collapsed: File[] = page.json.filter((file: File) => file.collapsed);
    expect(collapsed.map((file) => file.new_path)).toEqual(names.slice(27));
    expect(collapsed.every((file) => file.diff === '' && !file.too_large)).toBe(true);
    expect(page.json[33]).toMatchObject({ new_path: 'small.txt', collapsed: false });
    const alone = (await shop.call('GET 1/diffs?per_page=1&page=33')).json[0];
    expect(alone).toMatchObject({ new_path: 'file42.txt', collapsed: false });
    expect(alone.diff.length).toBeGreaterThan(190_000);
  });

  it('the raw diff is plain text, whole, and not stored by anyone', async () => {
    const shop = await workshop(app());
    await shop.commit('tide', { 'big.txt': `${'x'.repeat(100)}\n`.repeat(30_000) });
    await shop.open({ source_branch: 'tide' });
    const raw = await shop.call('GET 1/raw_diffs');
    expect([raw.status, raw.headers.get('content-type'), raw.headers.get('cache-control')]).toEqual(
      [200, 'text/plain; charset=utf-8', 'no-store'],
    );
    expect(raw.text).toContain('diff --git a/big.txt b/big.txt\nnew file mode 100644\n');
    expect(raw.text.length).toBeGreaterThan(3_000_000);
  });

  it('what is asked for before the background work has come to it is there all the same', async () => {
    const shop = await workshop(app());
    for (const rest of ['commits', 'diffs', 'versions']) {
      const { iid } = await shop.open();
      expect((await shop.call(`GET ${iid}/${rest}`)).json).toHaveLength(1);
    }
    const { iid } = await shop.open();
    expect((await shop.call(`GET ${iid}/changes`)).json.changes).toHaveLength(1);
    expect((await shop.call(`GET ${iid}/raw_diffs`)).text).toContain('diff --git');
  });

  it('a version of another merge request is 404', async () => {
    const shop = await workshop(app());
    await shop.open();
    await shop.open();
    const [version] = (await shop.call('GET 1/versions')).json;
    expect((await shop.call(`GET 1/versions/${version.id}`)).status).toBe(200);
    expect((await shop.call(`GET 2/versions/${version.id}`)).status).toBe(404);
  });

  it('titles and descriptions are rendered as text that does nothing', async () => {
    const shop = await workshop(app());
    await shop.open({ title: '<b>"x"</b>', description: '<script>alert(1)</script>\n\nsecond' });
    const plain = (await shop.call('GET 1')).json;
    expect(plain).not.toHaveProperty('title_html');
    const { title_html, description_html } = (await shop.call('GET 1?render_html=true')).json;
    expect(title_html).toBe('&lt;b&gt;&quot;x&quot;&lt;/b&gt;');
    expect(description_html).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>second</p>');
  });

  it('a placeholder in a description is not filled, whatever the title says (gl#586478)', async () => {
    const shop = await workshop(app());
    await shop.open({
      title: '<img src=x onerror=alert(2)>',
      description: '%{title}<img src=x onerror=alert(1)>',
    });
    const { title_html, description_html } = (await shop.call('GET 1?render_html=true')).json;
    expect(description_html).toContain('%{title}');
    expect(description_html).not.toContain('alert(2)');
    expect(`${title_html}${description_html}`).not.toContain('<img');
  });
});
