import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeAtOnce } from '../../testing/remove-at-once.ts';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { sweepUploads } from './rules.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

onBothDatabases('uploads', (app) => {
  const send = (
    project: string,
    token: string,
    file: { name: string; content: string | Buffer<ArrayBuffer>; type?: string },
  ) => {
    const body = new FormData();
    body.set('file', new Blob([file.content], { type: file.type }), file.name);
    return app().call(`POST ${project}/uploads`, { token, body });
  };
  const files = () => {
    const folder = join(app().deps.dataDir, 'uploads');
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('/'),
    );
  };

  it('an upload says how texts refer to it, and is served to readers at that address', async () => {
    const { project, token, call } = await harbor(app(), 'ann');
    const made = await send(project, token, { name: 'my chart.png', content: png });
    expect(made.status).toBe(201);
    const [, secret] = /^\/uploads\/([0-9a-f]{32})\/my_chart\.png$/.exec(made.json.url) ?? [];
    const id = project.split('/').at(-1);
    expect(made.json).toEqual({
      id: made.json.id,
      alt: 'my_chart',
      url: `/uploads/${secret}/my_chart.png`,
      full_path: `/-/project/${id}/uploads/${secret}/my_chart.png`,
      markdown: `![my_chart](/uploads/${secret}/my_chart.png)`,
    });
    for (const path of [
      made.json.full_path,
      `${project}${made.json.url}`,
      `${project}/uploads/${made.json.id}`,
    ]) {
      const answer = await app().call(`GET ${path}`, { token });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('content-disposition')).toBe('inline');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-length')).toBe(String(png.length));
    }
    const response = await app().fetch(
      new Request(`http://127.0.0.1:3000${made.json.full_path}`, {
        headers: { 'PRIVATE-TOKEN': token },
      }),
    );
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    const listed = await call(`GET ${project}/uploads`);
    expect(listed.json).toEqual([
      {
        id: made.json.id,
        size: png.length,
        filename: 'my_chart.png',
        created_at: expect.stringMatching(/Z$/),
        uploaded_by: { id: expect.any(Number), name: 'Ann', username: 'ann' },
      },
    ]);
    const stored = files().filter((name) => name.endsWith(secret ?? 'none'));
    expect(stored).toHaveLength(1);
    expect(readFileSync(join(app().deps.dataDir, 'uploads', stored[0] ?? ''))).toEqual(png);
  });

  it('what only claims to be an image is saved, never shown', async () => {
    const { project, token } = await harbor(app(), 'bea');
    for (const [name, content] of [
      ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['page.png', '<script>alert(1)</script>'],
      ['page.html', '<html></html>'],
    ] as const) {
      const made = await send(project, token, { name, content, type: 'image/png' });
      expect(made.json.markdown).toMatch(/^\[/);
      const answer = await app().call(`GET ${made.json.full_path}`, { token });
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toContain(`attachment; filename="${name}"`);
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(answer.text).toBe(content);
    }
  });

  it('no name leads out of the uploads, neither on the way in nor out', async () => {
    const { project, token } = await harbor(app(), 'cid');
    const made = await send(project, token, { name: '../../../../evil.txt', content: 'x' });
    expect(made.json.url).toMatch(/^\/uploads\/[0-9a-f]{32}\/evil\.txt$/);
    const [, , secret = ''] = made.json.url.split('/');
    for (const tail of [
      '..%2F..%2Fsecret.key/x',
      `${secret}/..%2F..%2F..%2Fsecret.key`,
      `${secret}/%2e%2e%2f${secret}`,
      `${secret}/other.txt`,
      `${'0'.repeat(32)}/evil.txt`,
    ]) {
      const answer = await app().call(`GET ${project}/uploads/${tail}`, { token });
      expect([tail, answer.status]).toEqual([tail, 404]);
    }
    expect(files().every((name) => /^[0-9a-f]{2}\/[0-9a-f]{32}$/.test(name))).toBe(true);
  });

  it('an upload is for those who may read the project it belongs to', async () => {
    const { project, token, member } = await harbor(app(), 'dan');
    const other = await harbor(app(), 'dora');
    const guest = await member('dguest', 10);
    const outsider = await member('doutsider', 0);
    const made = await send(project, token, { name: 'a.txt', content: 'a' });
    const path = made.json.full_path;
    expect((await guest.as(`GET ${path}`)).status).toBe(200);
    expect((await outsider.as(`GET ${path}`)).status).toBe(404);
    expect((await app().call(`GET ${path}`)).status).toBe(404);
    // Known secrets open nothing by way of another project.
    const elsewhere = await other.call(`GET ${other.project}${made.json.url}`);
    expect(elsewhere.status).toBe(404);
    expect((await send(project, guest.token, { name: 'g.txt', content: 'g' })).status).toBe(201);
    expect((await send(project, outsider.token, { name: 'o', content: 'o' })).status).toBe(404);
    expect((await guest.as(`GET ${project}/uploads`)).status).toBe(403);
    expect((await guest.as(`GET ${project}/uploads/${made.json.id}`)).status).toBe(403);
    expect((await guest.as(`DELETE ${project}/uploads/${made.json.id}`)).status).toBe(403);
  });

  it('deleting uploads, or their project, takes the files away', async () => {
    const { project, token, call } = await harbor(app(), 'eve');
    const before = files().length;
    const made = [];
    for (const name of ['a', 'b', 'c']) {
      made.push((await send(project, token, { name, content: name })).json);
    }
    expect(files()).toHaveLength(before + 3);
    expect((await call(`DELETE ${project}/uploads/${made[0].id}`)).status).toBe(204);
    expect((await call(`DELETE ${project}${made[1].url}`)).status).toBe(204);
    await app().drain();
    expect(files()).toHaveLength(before + 1);
    expect((await call(`GET ${made[0].full_path}`)).status).toBe(404);
    await removeAtOnce(call, project);
    await app().drain();
    expect(files()).toHaveLength(before);
  });

  it('a body without a file, or with one too large, is refused and keeps nothing', async () => {
    const { project, token, call } = await harbor(app(), 'fay');
    const admin = await app().user('fadmin', { admin: true });
    const before = files().length;
    expect((await call(`POST ${project}/uploads`, {})).json).toEqual({ error: 'file is missing' });
    expect((await call(`POST ${project}/uploads`, { file: 'x' })).json).toEqual({
      error: 'file is invalid',
    });
    const setting = (max_attachment_size: number) =>
      app().call('PUT /application/settings', {
        token: admin.token,
        json: { max_attachment_size },
      });
    await setting(1);
    const large = Buffer.alloc(3 * 1024 * 1024);
    expect((await send(project, token, { name: 'large', content: large })).status).toBe(413);
    await setting(100);
    expect((await send(project, token, { name: 'large', content: large })).status).toBe(201);
    expect(files()).toHaveLength(before + 1);
  });

  it('a file whose row a crash kept from being written is swept, others are not', async () => {
    const { project, token } = await harbor(app(), 'sweeper');
    await send(project, token, { name: 'kept.txt', content: 'kept' });
    const before = files();
    const folder = join(app().deps.dataDir, 'uploads', 'ab');
    mkdirSync(folder, { recursive: true });
    const orphan = join(folder, `ab${'0'.repeat(30)}`);
    writeFileSync(orphan, 'left');
    writeFileSync(`${orphan}.000000000000.new`, 'half');
    const instant = statSync(orphan).ctimeMs;
    expect(await sweepUploads(app().ctx, instant - 1)).toEqual([]);
    const swept = await sweepUploads(app().ctx, instant + 60_000);
    expect(swept.toSorted()).toEqual([orphan, `${orphan}.000000000000.new`]);
    expect(files()).toEqual(before);
    const emptied = { ...app().ctx, dataDir: join(folder, 'nothing') };
    expect(await sweepUploads(emptied, instant)).toEqual([]);
  });
});
