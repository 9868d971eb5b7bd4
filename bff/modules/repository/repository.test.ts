import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases, type TestApp } from '../../testing/test-app.ts';

const bytesOf = async (app: TestApp, path: string, token: string) => {
  const headers = { 'PRIVATE-TOKEN': token };
  const response = await app.fetch(new Request(`http://127.0.0.1:3000/api/v4${path}`, { headers }));
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

onBothDatabases('repository', (app) => {
  it('a folder is listed, folders first, also all the way down', async () => {
    const { call, project, commit } = await harbor(app(), 'ann');
    const tree = `GET ${project}/repository/tree`;
    expect((await call(tree)).json).toEqual({ message: '404 Tree Not Found' });
    await commit({ 'README.md': '#', 'src/deep/a.ts': 'a', 'src/b c.ts': 'b', zoo: 'z' });
    const paths = async (query: string) =>
      (await call(`${tree}?${query}`)).json.map((one: { path: string }) => one.path);
    expect((await call(tree)).json[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      name: 'src',
      type: 'tree',
      path: 'src',
      mode: '040000',
    });
    expect(await paths('')).toEqual(['src', 'README.md', 'zoo']);
    expect(await paths('search=readme')).toEqual(['README.md']);
    expect(await paths('recursive=true&search=A.')).toEqual(['src/deep/a.ts']);
    expect(await paths('path=src')).toEqual(['src/deep', 'src/b c.ts']);
    expect(await paths('recursive=true')).toEqual([
      'README.md',
      'src',
      'src/b c.ts',
      'src/deep',
      'src/deep/a.ts',
      'zoo',
    ]);
    const page = await call(`${tree}?recursive=true&per_page=4&page=2`);
    expect(page.json).toHaveLength(2);
    expect(page.headers.get('x-total')).toBe('6');
    const missing = await call(`${tree}?path=nope`);
    expect([missing.status, missing.json]).toEqual([
      404,
      { message: '404 invalid revision or path Not Found' },
    ]);
    for (const query of ['ref=ghost', 'ref=--all', 'path=..%2F..', 'path=README.md']) {
      expect([query, (await call(`${tree}?${query}`)).status]).toEqual([query, 404]);
    }
  });

  it('a file is read by the id of its content', async () => {
    const { call, project, commit, token } = await harbor(app(), 'bea');
    await commit({ a: 'tide\n' });
    const [entry] = (await call(`GET ${project}/repository/tree`)).json;
    const blob = await call(`GET ${project}/repository/blobs/${entry.id}`);
    expect(blob.json).toEqual({
      size: 5,
      encoding: 'base64',
      content: Buffer.from('tide\n').toString('base64'),
      sha: entry.id,
    });
    const raw = await bytesOf(app(), `${project}/repository/blobs/${entry.id}/raw`, token);
    expect(raw.bytes.toString()).toBe('tide\n');
    expect(raw.response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const tip = (await call(`GET ${project}/repository/branches/main`)).json.commit.id;
    for (const sha of [tip, '0'.repeat(40), 'main', `${entry.id}^{blob}`]) {
      const path = `GET ${project}/repository/blobs/${encodeURIComponent(sha)}`;
      const none = await call(path);
      expect([sha, none.status, none.json.message]).toEqual([sha, 404, '404 Blob Not Found']);
    }
  });

  it('an archive of each format is streamed under a name that says what it holds', async () => {
    const { call, project, commit, token } = await harbor(app(), 'cid');
    const { id } = (await commit({ a: 'a', 'src/b': 'b' })).json;
    await call(`POST ${project}/repository/branches`, { branch: 'feature/tide', ref: 'main' });
    const packed = (flag: string, endings: string[]) =>
      endings.map((ending): [string, string] => [ending, flag]);
    const formats = [
      ...packed('z', ['', '.tar.gz', '.tgz', '.gz']),
      ...packed('j', ['.tar.bz2', '.tbz', '.tbz2', '.tb2', '.bz2']),
      ...packed('', ['.tar']),
    ];
    for (const [ending, flag] of formats) {
      const { response, bytes } = await bytesOf(
        app(),
        `${project}/repository/archive${ending}?sha=feature%2Ftide`,
        token,
      );
      const list = execFileSync('tar', [`t${flag}f`, '-'], { input: bytes }).toString();
      const folder = `quay-feature-tide-${id}`;
      expect([ending, list]).toEqual([
        ending,
        `${folder}/\n${folder}/a\n${folder}/src/\n${folder}/src/b\n`,
      ]);
      expect(response.headers.get('content-disposition')).toContain(`filename="${folder}.tar`);
    }
    const zip = await bytesOf(app(), `${project}/repository/archive.zip?path=src`, token);
    expect(zip.bytes.subarray(0, 2).toString()).toBe('PK');
    expect(zip.response.headers.get('content-type')).toBe('application/zip');
    expect(zip.bytes.includes('/src/b')).toBe(true);
    expect(zip.bytes.includes(`${id}-src/a`)).toBe(false);
    for (const query of ['sha=ghost', 'path=nope', 'path=..%2Fa']) {
      const answer = await call(`GET ${project}/repository/archive?${query}`);
      expect([query, answer.status]).toEqual([query, 404]);
    }
    expect((await call(`GET ${project}/repository/archive.rar`)).status).toBe(404);
    const head = await app().call(`HEAD ${project}/repository/archive`, { token });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('contributors and merge bases are found', async () => {
    const { call, project, commit } = await harbor(app(), 'dan');
    expect((await call(`GET ${project}/repository/contributors`)).json).toEqual([]);
    const root = (await commit({ a: '1' })).json;
    await commit({ b: '1' }, 'side', { start_branch: 'main', author_name: 'Bo' });
    await commit({ c: '1' });
    const people = async (query: string) =>
      (await call(`GET ${project}/repository/contributors?${query}`)).json;
    expect(await people('')).toEqual([
      { name: 'Dan', email: 'dan@example.test', commits: 2, additions: 0, deletions: 0 },
    ]);
    expect(
      (await people('ref=side&order_by=name&sort=desc')).map((one: { name: string }) => one.name),
    ).toEqual(['Dan', 'Bo']);
    const base = (query: string) => call(`GET ${project}/repository/merge_base?${query}`);
    expect((await base('refs[]=main&refs[]=side')).json.id).toBe(root.id);
    const one = await base('refs[]=main');
    expect([one.status, one.json]).toEqual([
      400,
      { message: '400 Bad request - Provide at least 2 refs' },
    ]);
    const ghost = await base('refs[]=main&refs[]=ghost');
    expect([ghost.status, ghost.json.message]).toEqual([
      400,
      '400 Bad request - Could not find ref: ghost',
    ]);
  });

  it('code of a private project is hidden from Guests and outsiders', async () => {
    const { project, commit, member } = await harbor(app(), 'eve');
    await commit({ a: 'x' });
    const guest = await member('eguest', 10);
    const outsider = await member('eoutsider', 0);
    for (const path of ['tree', 'archive.zip', 'contributors', 'merge_base?refs[]=a&refs[]=b']) {
      const request = `GET ${project}/repository/${path}`;
      const statuses = [(await guest.as(request)).status, (await outsider.as(request)).status];
      expect([path, ...statuses, (await app().call(request)).status]).toEqual([
        path,
        403,
        404,
        404,
      ]);
    }
  });
});
