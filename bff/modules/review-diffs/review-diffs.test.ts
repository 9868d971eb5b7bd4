import { expect, it } from 'vitest';
import { commitFiles } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases('the diff of a review', (app) => {
  it('streams every file, also large ones, and what an administrator limits only on demand', async () => {
    const shop = await workshop(app());
    const admin = await app().user('harbourmaster', { admin: true });
    const lines = Array.from({ length: 40 }, (_line, index) => `${index}\n`);
    const long = 'a line of a long file\n'.repeat(20_000);
    const start = { 'plain.txt': lines.join(''), 'old.txt': 'a\nb\nc\nd\n' };
    await commitFiles(app(), shop.project, { branch: 'main', files: start });
    await commitFiles(app(), shop.project, {
      branch: 'tide',
      from: 'main',
      files: {
        'long.txt': long,
        'old.txt': null,
        'renamed.txt': 'a\nb\nc\nd\n',
        'plain.txt': lines.with(20, '  20\n').join(''),
      },
    });
    await shop.open({ source_branch: 'tide' });
    await app().drain();
    const read = async (query = '') => {
      const path = `/bff${shop.path}/merge_requests/1/diff_stream${query}`;
      const answer = await app().call(`GET ${path}`, { token: shop.owner.token });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/x-ndjson',
      ]);
      const [head, ...files] = answer.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return { head, files };
    };
    const [version] = (await shop.call('GET 1/versions')).json;
    const all = await read();
    expect(all.head).toEqual({
      count: 3,
      base_sha: version.base_commit_sha,
      start_sha: version.start_commit_sha,
      head_sha: version.head_commit_sha,
      commentable: true,
    });
    expect(all.files.map(({ new_path, too_large }) => [new_path, too_large])).toEqual([
      ['long.txt', false],
      ['plain.txt', false],
      ['renamed.txt', false],
    ]);
    expect(all.files[0].diff).toHaveLength(long.length + 20_000 + '@@ -0,0 +1,20000 @@\n'.length);
    expect(all.files[2]).toMatchObject({ renamed_file: true, old_path: 'old.txt', diff: '' });

    // White space alone is no change where one does not look at it.
    const plain = (await read('?ignore_whitespace=true')).files[1];
    expect(plain).toMatchObject({ new_path: 'plain.txt', diff: '' });
    const one = await read('?old_path=plain.txt&new_path=plain.txt&context=1000000');
    expect(one.files).toHaveLength(1);
    expect(one.files[0].diff).toContain('@@ -1,40 +1,40 @@\n 0\n');

    const limit = { diff_max_patch_bytes: 300_000 };
    await app().call('PUT /application/settings', { token: admin.token, json: limit });
    const limited = (await read()).files[0];
    expect(limited).toMatchObject({ diff: '', too_large: true });
    const whole = await read('?old_path=long.txt&new_path=long.txt&whole=true');
    expect(whole.files[0].diff).toHaveLength(all.files[0].diff.length);
  });

  it('compares two versions', async () => {
    const shop = await workshop(app());
    await shop.open({ source_branch: await branchOf(shop, { 'a.txt': 'two\n' }) });
    await app().drain();
    await commitFiles(app(), shop.project, { branch: 'tide', files: { 'b.txt': 'later\n' } });
    await app().drain();
    const [second, first] = (await shop.call('GET 1/versions')).json;
    const read = async (query: string) => {
      const path = `/bff${shop.path}/merge_requests/1/diff_stream?${query}`;
      const answer = await app().call(`GET ${path}`, { token: shop.owner.token });
      return { status: answer.status, text: answer.text };
    };
    const between = (await read(`from=${first.id}&to=${second.id}`)).text.trim().split('\n');
    expect(between.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ count: 1, commentable: false }),
      expect.objectContaining({ new_path: 'b.txt' }),
    ]);
    const older = (await read(`to=${first.id}`)).text.trim().split('\n');
    expect(older.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ count: 1, head_sha: first.head_commit_sha, commentable: true }),
      expect.objectContaining({ new_path: 'a.txt' }),
    ]);
    expect((await read(`to=${second.id + 1000}`)).status).toBe(404);
  });
});

async function branchOf(
  shop: Awaited<ReturnType<typeof workshop>>,
  files: Record<string, string>,
): Promise<string> {
  await shop.commit('tide', files);
  return 'tide';
}
