import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

/** As little of a PNG as its kind is told by. */
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64, 1)]);

onBothDatabases('attachments of wikis', (app) => {
  const place = async (name: string) => {
    const port = await harbor(app(), name);
    const at = `${port.project}/wikis/attachments`;
    const attach = (
      content: Buffer | string,
      file: string,
      { token = port.token, more = {} } = {},
    ) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(Buffer.from(content))]), file);
      for (const [field, value] of Object.entries(more)) body.set(field, String(value));
      return app().call(`POST ${at}`, { token, body });
    };
    const id = Number(port.project.split('/').at(-1));
    const open = (path: string, token: string | undefined = port.token) =>
      app().fetch(
        new Request(`http://127.0.0.1:3000/-/project/${id}/wiki/${encodeURIComponent(path)}`, {
          ...(token !== '' && { headers: { 'private-token': token } }),
        }),
      );
    return { ...port, at, attach, open };
  };

  it('lie in the repository of the wiki, are named as the public API names them, and images are shown', async () => {
    const { call, project, attach, open } = await place('ola');
    const made = await attach(png, '../the map?.png');
    expect([made.status, made.json]).toEqual([
      201,
      {
        file_name: 'the_map_.png',
        file_path: expect.stringMatching(/^uploads\/[0-9a-f]{32}\/the_map_\.png$/),
        branch: 'main',
        link: { url: made.json.file_path, markdown: `![the_map_](${made.json.file_path})` },
      },
    ]);
    const { file_path: path } = made.json;
    const shown = await open(path);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
    // Pages come after it, and it is none.
    const page = { title: 'home', content: made.json.link.markdown };
    expect((await call(`POST ${project}/wikis`, page)).status).toBe(201);
    expect((await call(`GET ${project}/wikis`)).json).toMatchObject([{ slug: 'home' }]);
    expect((await open(path)).status).toBe(200);

    // What only says that it is an image is saved and never shown, nor does it run.
    const page2 = await attach('<script>alert(1)</script>', 'a.png', { more: { branch: 'main' } });
    expect(page2.json.link.markdown).toBe(`[a.png](${page2.json.file_path})`);
    const saved = await open(page2.json.file_path);
    expect(saved.headers.get('content-type')).toBe('application/octet-stream');
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="a\.png"/);
    const audited = await app()
      .deps.db.selectFrom('audit_events')
      .select(['action', 'after'])
      .where('action', '=', 'wiki_attachment.create')
      .execute();
    expect(audited.map(({ after }) => JSON.parse(after ?? '{}'))).toEqual([
      { path, size: png.length },
      { path: page2.json.file_path, size: 25 },
    ]);
    expect((await call(`GET ${project}/wikis?with_content=1`)).json).toHaveLength(1);
  });

  it('are written by Developers and read by readers of the wiki; nothing outside of it is opened', async () => {
    const { call, project, attach, open, member } = await place('pim');
    const { file_path: path } = (await attach(png, 'map.png')).json;
    const reporter = await member('reporter_of_pim', 20);
    const outsider = await app().user('outsider_to_pim');
    const refused = [
      await attach(png, 'x.png', { token: reporter.token }),
      await attach(png, 'x.png', { token: outsider.token }),
      await app().call(`POST ${project}/wikis/attachments`, { json: {} }),
      await call(`POST ${project}/wikis/attachments`, {}),
      await attach(png, 'x.png', { more: { branch: 'side' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 404, 401, 400, 400]);
    expect((await open(path, reporter.token)).status).toBe(200);
    for (const token of [outsider.token, '']) expect((await open(path, token)).status).toBe(404);
    for (const wrong of [
      'uploads/none.png',
      '../config',
      'a\0b',
      '',
      'uploads',
      path.slice(0, 20),
    ]) {
      expect([wrong, (await open(wrong)).status]).toEqual([wrong, wrong === 'a\0b' ? 400 : 404]);
    }
    await call(`PUT ${project}`, { wiki_access_level: 'disabled' });
    expect((await open(path)).status).toBe(403);
    expect((await attach(png, 'x.png')).status).toBe(403);
  });
});
