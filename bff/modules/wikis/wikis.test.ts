import { expect, it } from 'vitest';
import { updateSettings } from '../application-settings/rules.ts';
import { spawnedProcesses } from '../../git/process.ts';
import { repositoryExists } from '../../git/repository.ts';
import { removeAtOnce } from '../../testing/remove-at-once.ts';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { wikiPath } from './place-rules.ts';

onBothDatabases('wiki pages', (app) => {
  const idOf = (project: string) => Number(project.split('/').at(-1));

  it('are written, read, moved and deleted, one commit each, and the wiki comes with the first', async () => {
    const { call, project } = await harbor(app(), 'ann');
    const repo = wikiPath(app().ctx, idOf(project));
    const wikis = `${project}/wikis`;
    expect((await call(`GET ${wikis}`)).json).toEqual([]);
    expect((await call(`GET ${wikis}/home`)).json).toEqual({ message: '404 Wiki Page Not Found' });
    expect(await repositoryExists(repo)).toBe(false);

    const home = { title: 'home', content: 'Welcome to **the quay**' };
    const made = await call(`POST ${wikis}`, home);
    expect([made.status, made.json]).toEqual([
      201,
      { content: home.content, format: 'markdown', slug: 'home', title: 'home', encoding: 'UTF-8' },
    ]);
    expect(await repositoryExists(repo)).toBe(true);
    const deep = await call(`POST ${wikis}`, {
      title: 'How to/ Moor  a ship ',
      content: 'Slowly',
      format: 'org',
    });
    expect(deep.json).toMatchObject({ slug: 'How-to/Moor-a-ship', title: 'Moor a ship' });
    const slug = encodeURIComponent('How-to/Moor-a-ship');
    expect((await call(`GET ${wikis}/${slug}`)).json).toEqual(deep.json);

    const items = [
      { format: 'org', slug: 'How-to/Moor-a-ship', title: 'Moor a ship' },
      { format: 'markdown', slug: 'home', title: 'home' },
    ];
    expect((await call(`GET ${wikis}`)).json).toEqual(items);
    const whole = (await call(`GET ${wikis}?with_content=1`)).json;
    expect(whole).toEqual([deep.json, made.json]);

    // Without a slash it stays in its folder; one in front leads to the top.
    const renamed = await call(`PUT ${wikis}/${slug}`, { title: 'Berth', content: 'Gently' });
    expect(renamed.json).toMatchObject({ slug: 'How-to/Berth', content: 'Gently', format: 'org' });
    const up = await call(`PUT ${wikis}/How-to%2FBerth`, { title: '/Berth', format: 'markdown' });
    expect(up.json).toMatchObject({ slug: 'Berth', content: 'Gently', format: 'markdown' });
    expect((await call(`GET ${wikis}/${slug}`)).status).toBe(404);

    const gone = await call(`DELETE ${wikis}/home`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await call(`GET ${wikis}`)).json).toMatchObject([{ slug: 'Berth' }]);
    expect((await call(`DELETE ${wikis}/home`)).status).toBe(404);

    const rows = await app()
      .deps.db.selectFrom('domain_events')
      .select(['name', 'actor_id'])
      .where('project_id', '=', idOf(project))
      .orderBy('id')
      .execute();
    const events = rows.filter(({ name }) => name.startsWith('wiki'));
    expect(events.map(({ name }) => name.replace('wiki_page.', ''))).toEqual([
      'create',
      'create',
      'update',
      'update',
      'remove',
    ]);
    expect(events.every(({ actor_id }) => actor_id !== null)).toBe(true);
    expect((await removeAtOnce(call, project)).status).toBe(202);
    await app().drain();
    expect(await repositoryExists(repo)).toBe(false);
  });

  it('are read at a version and as HTML, in which nothing that they hold becomes markup', async () => {
    const { call, project } = await harbor(app(), 'bea');
    const wikis = `${project}/wikis`;
    const hostile = '<script>alert(1)</script> [x](javascript:alert(1)) *em*';
    await call(`POST ${wikis}`, { title: 'home', content: hostile });
    await call(`POST ${wikis}`, { title: 'plan', content: '= A <b>', format: 'asciidoc' });
    await call(`PUT ${wikis}/home`, { content: 'Second', message: 'Say less' });
    const versions = (await call(`GET /bff${wikis}/home/versions`)).json;
    expect(versions).toMatchObject([
      { title: 'Say less', author_name: 'Bea' },
      { title: 'bea created page: home' },
    ]);
    const [newest, first] = versions;
    const at = (version: string, more = '') => call(`GET ${wikis}/home?version=${version}${more}`);
    expect((await at(first.id)).json.content).toBe(hostile);
    expect((await at(newest.id)).json.content).toBe('Second');
    expect((await at('0'.repeat(40))).status).toBe(404);
    expect((await at('main~1')).status).toBe(404);
    const { content } = (await at(first.id, '&render_html=true')).json;
    expect(content).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(1)) <em>em</em></p>\n',
    );
    const plain = await call(`GET ${wikis}/plan?render_html=true`);
    expect(plain.json.content).toBe('<pre>= A &lt;b&gt;</pre>\n');

    const version = `/bff${wikis}/home/versions/${newest.id}`;
    expect((await call(`GET ${version}`)).json).toEqual(newest);
    const [diff, ...others] = (await call(`GET ${version}/diffs`)).json;
    expect([diff.new_path, others]).toEqual(['home.md', []]);
    expect(diff.diff).toContain('+Second');
    expect((await call(`GET /bff${wikis}/plan/versions/${newest.id}`)).status).toBe(404);
    await call(`DELETE ${wikis}/home`);
    expect((await call(`GET /bff${wikis}/home/versions`)).json).toHaveLength(3);
    expect((await call(`GET /bff${wikis}/none/versions`)).status).toBe(404);
    const read = (await call(`GET /bff${wikis}/home?version=${first.id}`)).json;
    expect(read).toMatchObject({ commit_id: first.id, author_name: 'Bea', content: hostile });
  });

  it('take no path that leads elsewhere, no title that is taken, and change nothing then', async () => {
    const { call, project } = await harbor(app(), 'cid');
    const wikis = `${project}/wikis`;
    const refused = async (title: string) => {
      const answer = await call(`POST ${wikis}`, { title, content: 'x' });
      expect([title, answer.status]).toEqual([title, 400]);
      return answer.json.message?.title?.[0] ?? answer.json.error;
    };
    for (const title of [
      '../home',
      'a/../b',
      '.git/config',
      'a/.GIT/b',
      'a//b',
      '//etc',
      'a\tb\u0007',
    ]) {
      expect(await refused(title)).toContain('may not have');
    }
    expect(await refused(' / ')).toBe("can't be blank");
    expect(await refused('a'.repeat(246))).toBe('exceeds the limit of 245 bytes');
    expect(await refused(`${'ä'.repeat(128)}/a`)).toContain('exceeds the limit of 255 bytes for');
    expect((await call(`POST ${wikis}`, { title: 'a' })).json).toEqual({
      error: 'content is missing',
    });
    // Nothing was written: there is no wiki yet.
    expect(await repositoryExists(wikiPath(app().ctx, idOf(project)))).toBe(false);

    await call(`POST ${wikis}`, { title: 'home', content: 'One' });
    await call(`POST ${wikis}`, { title: 'other', content: 'Two', format: 'rdoc' });
    const duplicate = { message: { base: [expect.stringContaining('Duplicate page')] } };
    const again = await call(`POST ${wikis}`, { title: 'other', content: 'x' });
    expect([again.status, again.json]).toEqual([400, duplicate]);
    expect((await call(`PUT ${wikis}/home`, { title: 'other' })).json).toEqual(duplicate);
    expect((await call(`PUT ${wikis}/home`, {})).json).toEqual({
      error: 'title, content, format are missing, at least one parameter must be provided',
    });
    for (const slug of ['..%2F..%2Fconfig', 'home.md', '%2Fhome', 'home%00', '.git%2Fconfig']) {
      expect((await call(`GET ${wikis}/${slug}`)).status).toBeGreaterThanOrEqual(400);
    }
    const [first] = (await call(`GET /bff${wikis}/home/versions`)).json;
    await call(`PUT ${wikis}/home`, { content: 'Mine', last_commit_id: first.id });
    const late = await call(`PUT ${wikis}/home`, { content: 'Yours', last_commit_id: first.id });
    expect([late.status, late.json.message]).toEqual([409, expect.stringContaining('after you')]);
    const before = new Date(app().clock.now() - 60_000).toUTCString();
    const stale = await app().call(`DELETE ${wikis}/home`, {
      token: await app().tokenOf((await app().user('cidadmin', { admin: true })).user),
      headers: { 'If-Unmodified-Since': before },
    });
    expect(stale.status).toBe(412);
    expect((await call(`GET ${wikis}/home`)).json.content).toBe('Mine');
    expect((await call(`GET /bff${wikis}/home/versions`)).json).toHaveLength(2);
  });

  it('are as long as the setting allows', async () => {
    const { call, project } = await harbor(app(), 'dan');
    const wikis = `${project}/wikis`;
    await updateSettings(app().ctx, { wiki_page_max_content_bytes: 1024 });
    const fits = await call(`POST ${wikis}`, { title: 'home', content: 'ä'.repeat(512) });
    expect(fits.status).toBe(201);
    const long = { content: 'ä'.repeat(513) };
    const text = 'is too long (1 KiB). The maximum size is 1 KiB.';
    for (const request of [`POST ${wikis}`, `PUT ${wikis}/home`]) {
      const answer = await call(request, { title: 'more', ...long });
      expect([answer.status, answer.json]).toEqual([400, { message: { content: [text] } }]);
    }
    expect((await call(`GET ${wikis}`)).json).toHaveLength(1);
    await updateSettings(app().ctx, { wiki_page_max_content_bytes: 2048 });
    expect((await call(`PUT ${wikis}/home`, long)).status).toBe(200);
    await updateSettings(app().ctx, { wiki_page_max_content_bytes: 52428800 });
  });

  it('are for whom the project and its setting let in', async () => {
    const { call, project, member } = await harbor(app(), 'eve');
    const wikis = `${project}/wikis`;
    await call(`POST ${wikis}`, { title: 'home', content: 'Hidden' });
    const guest = await member('eveguest', 10);
    const reporter = await member('evereporter', 20);
    const developer = await member('evedeveloper', 30);
    const stranger = await app().user('evestranger');
    const anonymous = (request: string) => app().call(request, {});
    const asStranger = (request: string, json?: unknown) =>
      app().call(request, { token: stranger.token, json });
    expect((await guest.as(`GET ${wikis}/home`)).json.content).toBe('Hidden');
    const page = { title: 'more', content: 'x' };
    for (const as of [guest.as, reporter.as]) {
      expect((await as(`POST ${wikis}`, page)).status).toBe(403);
      expect((await as(`PUT ${wikis}/home`, page)).status).toBe(403);
      expect((await as(`DELETE ${wikis}/home`)).status).toBe(403);
    }
    expect((await developer.as(`POST ${wikis}`, page)).status).toBe(201);
    expect((await developer.as(`GET /bff${project}/wiki`)).json).toMatchObject({
      is_made: true,
      may_write: true,
      http_url_to_repo: expect.stringMatching(/\/at-eve\/quay\.wiki\.git$/),
    });
    for (const as of [anonymous, asStranger]) {
      for (const path of [wikis, `${wikis}/home`, `/bff${project}/wiki`, `/bff${wikis}/home`]) {
        const answer = await as(`GET ${path}`);
        expect([answer.status, answer.text]).toEqual([404, expect.not.stringContaining('Hidden')]);
      }
    }
    const set = (json: object) => call(`PUT ${project}`, json);
    await call(`PUT /groups/${(await call(`GET ${project}`)).json.namespace.id}`, {
      visibility: 'public',
    });
    const opened = await set({ visibility: 'public', wiki_access_level: 'private' });
    expect(opened.json).toMatchObject({ wiki_enabled: true, wiki_access_level: 'private' });
    for (const path of [wikis, `${wikis}/home`, `/bff${wikis}/home/versions`]) {
      expect((await asStranger(`GET ${path}`)).status).toBe(403);
      expect((await guest.as(`GET ${path}`)).status).toBe(200);
    }
    await set({ wiki_access_level: 'enabled' });
    expect((await anonymous(`GET ${wikis}/home`)).json.content).toBe('Hidden');
    expect((await asStranger(`POST ${wikis}`, page)).status).toBe(403);
    expect((await set({ wiki_enabled: false })).json.wiki_access_level).toBe('disabled');
    expect((await call(`GET ${wikis}`)).status).toBe(403);
    expect((await call(`POST ${wikis}`, page)).status).toBe(403);
    await set({ wiki_enabled: true });
    await call(`POST ${project}/archive`);
    expect((await call(`POST ${wikis}`, { ...page, title: 'late' })).status).toBe(403);
    expect((await guest.as(`GET ${wikis}`)).json).toHaveLength(2);
  });

  it('are listed by one process however many there are, and written at once without loss', async () => {
    const { call, project } = await harbor(app(), 'fay');
    const wikis = `${project}/wikis`;
    const titles = Array.from({ length: 12 }, (_, at) => `page ${at}`);
    const made = await Promise.all(
      titles.map((title) => call(`POST ${wikis}`, { title, content: title })),
    );
    expect(made.map(({ status }) => status)).toEqual(titles.map(() => 201));
    await call(`GET ${wikis}?with_content=true`);
    const before = spawnedProcesses();
    const listed = (await call(`GET ${wikis}?with_content=true`)).json;
    expect(spawnedProcesses() - before).toBeLessThanOrEqual(2);
    expect(listed.map((page: { content: string }) => page.content).sort()).toEqual(titles.sort());
    const same = await Promise.all(
      [1, 2, 3].map(() => call(`POST ${wikis}`, { title: 'once', content: 'x' })),
    );
    expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
  });
});
