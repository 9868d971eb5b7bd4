import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('repository files', (app) => {
  it('a file is created, read, changed, made executable and deleted, one commit each', async () => {
    const { call, project } = await harbor(app(), 'ann');
    const file = `${project}/repository/files/src%2Fwater%20mark.txt`;
    const created = await call(`POST ${file}`, {
      branch: 'main',
      content: 'low\n',
      commit_message: 'Begin',
      author_name: 'Bo',
      author_email: 'bo@example.test',
    });
    expect(created.status).toBe(201);
    expect(created.json).toEqual({ file_path: 'src/water mark.txt', branch: 'main' });
    const first = (await call(`GET ${project}/repository/commits`)).json[0];
    expect(first).toMatchObject({ title: 'Begin', author_name: 'Bo', committer_name: 'Ann' });

    const updated = await call(`PUT ${file}`, {
      branch: 'main',
      content: Buffer.from('high\n').toString('base64'),
      encoding: 'base64',
      commit_message: 'Rise',
      last_commit_id: first.id,
      execute_filemode: true,
    });
    expect(updated.json).toEqual({ file_path: 'src/water mark.txt', branch: 'main' });
    const second = (await call(`GET ${project}/repository/commits`)).json[0];
    const read = await call(`GET ${file}?ref=main`);
    expect(read.json).toEqual({
      file_name: 'water mark.txt',
      file_path: 'src/water mark.txt',
      size: 5,
      encoding: 'base64',
      content: Buffer.from('high\n').toString('base64'),
      content_sha256: createHash('sha256').update('high\n').digest('hex'),
      ref: 'main',
      blob_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      commit_id: second.id,
      last_commit_id: second.id,
      execute_filemode: true,
    });
    const old = await call(`GET ${file}?ref=${first.id}`);
    expect(Buffer.from(old.json.content, 'base64').toString()).toBe('low\n');

    const removed = await call(`DELETE ${file}`, {
      branch: 'drained',
      start_branch: 'main',
      commit_message: 'Drain',
    });
    expect([removed.status, removed.text]).toEqual([204, '']);
    const gone = await call(`GET ${file}?ref=drained`);
    expect([gone.status, gone.json]).toEqual([404, { message: '404 File Not Found' }]);
    expect((await call(`GET ${file}?ref=main`)).status).toBe(200);
  });

  it('raw bytes are sent as text or bytes, never as a page, and HEAD tells the rest', async () => {
    const { call, project, commit, token } = await harbor(app(), 'bea');
    await commit({ 'a.html': '<script>alert(1)</script>' });
    await call(`POST ${project}/repository/files/b.bin`, {
      branch: 'main',
      content: Buffer.from([0, 1, 2, 255]).toString('base64'),
      encoding: 'base64',
      commit_message: 'Bytes',
    });
    const page = await call(`GET ${project}/repository/files/a.html/raw`);
    expect(page.text).toBe('<script>alert(1)</script>');
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
    const bytes = await app().fetch(
      new Request(`http://127.0.0.1:3000/api/v4${project}/repository/files/b.bin/raw?ref=main`, {
        headers: { 'PRIVATE-TOKEN': token },
      }),
    );
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream');
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 1, 2, 255]);
    for (const path of ['b.bin?ref=main', 'b.bin/raw?ref=main']) {
      const head = await app().call(`HEAD ${project}/repository/files/${path}`, { token });
      expect(head.text).toBe('');
      expect([head.status, head.headers.get('x-gitlab-size')]).toEqual([200, '4']);
      expect(head.headers.get('x-gitlab-file-name')).toBe('b.bin');
    }
  });

  it('blame names who changed each line last', async () => {
    const { call, project, commit } = await harbor(app(), 'cid');
    const first = (await commit({ a: 'one\ntwo\nthree\n' })).json;
    await call(`PUT ${project}/repository/files/a`, {
      branch: 'main',
      content: 'one\n2\nthree\n',
      commit_message: 'Change',
    });
    const blame = async (query: string) =>
      (await call(`GET ${project}/repository/files/a/blame?${query}`)).json;
    const all = await blame('ref=main');
    expect(all.map((part: { lines: string[] }) => part.lines)).toEqual([['one'], ['2'], ['three']]);
    expect(all[0].commit).toMatchObject({ id: first.id, author_name: 'Cid' });
    const some = await blame('ref=main&range[start]=2&range[end]=2');
    expect(some).toMatchObject([{ lines: ['2'], commit: { title: 'Change' } }]);
    expect(await blame('ref=main&range[start]=9&range[end]=9')).toEqual([]);
    expect(await blame('ref=main&range[start]=3&range[end]=2')).toHaveProperty('error');
    expect(await blame('')).toEqual({ error: 'ref is missing, ref is empty' });
  });

  it('a change of a file that cannot be done changes nothing', async () => {
    const { call, project, commit, member } = await harbor(app(), 'dan');
    const { id } = (await commit({ a: 'a' })).json;
    const at = (path: string) => `${project}/repository/files/${encodeURIComponent(path)}`;
    const body = { branch: 'main', commit_message: 'x', content: 'x' };
    const refused = async (request: string, json: object) => {
      const answer = await call(request, json);
      expect(answer.status).toBe(400);
      return answer.json.message ?? answer.json.error;
    };
    expect(await refused(`POST ${at('a')}`, body)).toBe('A file with this name already exists');
    expect(await refused(`PUT ${at('b')}`, body)).toBe("A file with this name doesn't exist");
    expect(await refused(`DELETE ${at('b')}`, body)).toBe("A file with this name doesn't exist");
    expect(await refused(`POST ${at('../b')}`, body)).toContain('traversal');
    expect(await refused(`POST ${at('.git/hooks/x')}`, body)).toContain('reserved');
    expect(await refused(`POST ${at('b')}`, {})).toBe(
      'branch is missing, branch is empty, commit_message is missing, commit_message is empty, content is missing',
    );
    expect(await refused(`PUT ${at('a')}`, { ...body, last_commit_id: '1'.repeat(40) })).toContain(
      'has changed since',
    );
    const reporter = await member('dreporter', 20);
    const developer = await member('ddeveloper', 30);
    expect((await reporter.as(`POST ${at('b')}`, body)).status).toBe(403);
    expect((await developer.as(`POST ${at('b')}`, body)).status).toBe(403);
    expect((await call(`GET ${project}/repository/commits`)).json).toMatchObject([{ id }]);
    const side = { ...body, branch: 'side', start_branch: 'main' };
    expect((await developer.as(`POST ${at('b')}`, side)).status).toBe(201);
  });

  it('a token for repositories reads files and writes none', async () => {
    const { project, commit, user } = await harbor(app(), 'eve');
    await commit({ a: 'a' });
    const token = await app().tokenOf(user, ['read_repository']);
    const statusOf = async (request: string) =>
      (await app().call(request, { token, json: { branch: 'main' } })).status;
    expect(await statusOf(`GET ${project}/repository/files/a?ref=main`)).toBe(200);
    expect(await statusOf(`GET ${project}/repository/files/a/raw`)).toBe(200);
    expect(await statusOf(`GET ${project}/repository/archive`)).toBe(200);
    expect(await statusOf(`POST ${project}/repository/files/b`)).toBe(403);
    expect(await statusOf(`GET ${project}`)).toBe(403);
  });
});
