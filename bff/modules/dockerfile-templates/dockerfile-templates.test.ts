import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { compiledTexts } from './texts-compiled.ts';
import { interpretedTexts } from './texts-interpreted.ts';

const path = '/templates/dockerfiles';
const own = '/bff/templates/dockerfiles';
const builtInKeys = [
  'Binary',
  'Binary-alpine',
  'Binary-scratch',
  'Golang',
  'Golang-alpine',
  'Golang-scratch',
  'HTTPd',
  'Node',
  'Node-alpine',
  'OpenJDK',
  'OpenJDK-alpine',
  'PHP',
  'Python',
  'Python-alpine',
  'Python2',
  'Ruby',
  'Ruby-alpine',
  'Rust',
  'Swift',
];
const texts = Object.entries({ ...compiledTexts, ...interpretedTexts });

/** Files in which a language pins what is downloaded. */
const locks =
  /go\.sum|package-lock|pom\.xml|lockfile|composer\.lock|requirements|Gemfile\.lock|Cargo\.lock|Package\.resolved/;
/** Templates that build nothing and so pin nothing. */
const withoutLock = ['Binary', 'Binary-alpine', 'Binary-scratch', 'HTTPd'];

it.each(texts)(
  'the template %s is sound: parsed without a warning, pinned, and run by a user',
  (key, text) => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
    expect(text).not.toContain('\r');
    expect(text.endsWith('\n')).toBe(true);
    const file = DockerfileParser.parse(text);
    const stages = file.getFROMs().map((from) => ({
      image: from.getImageName() ?? '',
      tag: from.getImageTag(),
      name: from.getBuildStage(),
    }));
    const unpinned = stages.filter(
      ({ image, tag }) => image !== 'scratch' && !/\d+\.\d+/.test(tag ?? ''),
    );
    expect(unpinned).toEqual([]);
    const instructions = file.getInstructions();
    const last = (keyword: string) =>
      instructions.findLastIndex((one) => one.getKeyword() === keyword);
    expect(last('USER')).toBeGreaterThan(last('FROM'));
    expect(instructions[last('USER')]?.getArgumentsContent()).not.toMatch(/^(root|0)\b/);
    expect(Math.max(last('CMD'), last('ENTRYPOINT'))).toBeGreaterThan(last('USER'));
    const copies = file.getCOPYs().map((copy) => copy.getArgumentsContent() ?? '');
    const lock = copies.findIndex((copy) => locks.test(copy));
    const sources = copies.findIndex((copy) => /(^|\s)(\.|src)\s/.test(copy));
    // What pins the downloads is copied, and before the sources where they are copied at all.
    expect(lock >= 0).toBe(!withoutLock.includes(key));
    expect(sources < 0 || (lock >= 0 && lock < sources)).toBe(true);
  },
);

onBothDatabases('Dockerfile templates', (app) => {
  const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key);
  const administrator = async (name: string) => {
    const { token } = await app().user(name, { admin: true });
    return (request: string, json?: unknown) => app().call(request, { token, json });
  };

  it('are listed for anybody by key and name, in pages', async () => {
    const all = await app().call(`GET ${path}`);
    expect([all.status, keysOf(all.json)]).toEqual([200, builtInKeys]);
    for (const row of all.json) expect(row).toEqual({ key: row.key, name: row.key });
    const page = await app().call(`GET ${path}?per_page=2&page=2`);
    expect(keysOf(page.json)).toEqual(['Binary-scratch', 'Golang']);
    expect(page.headers.get('x-total')).toBe('19');
    expect(page.headers.get('x-next-page')).toBe('3');
    expect((await app().call(`GET ${path}`, { token: 'wrong' })).status).toBe(401);
    expect((await app().call(`GET ${path}/Node`, { token: 'wrong' })).status).toBe(401);
    expect((await app().call(`POST ${path}`)).status).toBe(405);
  });

  it('are read by their key, each unlike the others', async () => {
    const contents = new Set<string>();
    for (const key of builtInKeys) {
      const answer = await app().call(`GET ${path}/${key}`);
      expect([key, answer.status]).toEqual([key, 200]);
      expect(answer.json).toEqual({ name: key, content: expect.stringMatching(/^FROM /m) });
      contents.add(answer.json.content);
    }
    expect(contents.size).toBe(builtInKeys.length);
  });

  it('C62: are found by the exact key alone, and no key leads to a file', async () => {
    for (const key of [
      'node',
      'Nope',
      'Node.json',
      '%20Node',
      '..%2f..%2fetc%2fpasswd',
      '__proto__',
    ]) {
      const answer = await app().call(`GET ${path}/${key}`);
      expect([key, answer.status, answer.json]).toEqual([
        key,
        404,
        { message: '404 Dockerfile Not Found' },
      ]);
    }
    expect((await app().call(`GET ${path}/Node%00`)).status).toBe(400);
    // A slash at the end of a path means nothing.
    const node = await app().call(`GET ${path}/Node`);
    const slash = await app().call(`GET ${path}/Node/`);
    expect([slash.status, slash.json]).toEqual([200, node.json]);
  });

  it('are kept from people who are guests everywhere, and from nobody else', async () => {
    const { member, project, call } = await harbor(app(), 'tom');
    const guest = await member('tguest', 10);
    const reporter = await member('treporter', 20);
    const loose = await member('tloose', 0);
    for (const tail of ['', '/Node', '/Nope']) {
      expect((await guest.as(`GET ${path}${tail}`)).json).toEqual({ message: '403 Forbidden' });
    }
    for (const person of [reporter, loose]) {
      expect((await person.as(`GET ${path}/Node`)).status).toBe(200);
    }
    await call(`PUT ${project}/members/${reporter.id}`, {
      access_level: 20,
      expires_at: '2026-11-28',
    });
    expect((await reporter.as(`GET ${path}`)).status).toBe(200);
    await call(`PUT ${project}/members/${guest.id}`, { access_level: 30 });
    expect((await guest.as(`GET ${path}`)).status).toBe(200);
    const both = await member('tboth', 10);
    const elsewhere = await harbor(app(), 'tess');
    expect((await both.as(`GET ${path}`)).status).toBe(403);
    await elsewhere.call(`POST ${elsewhere.project}/members`, {
      user_id: both.id,
      access_level: 20,
    });
    expect((await both.as(`GET ${path}/Node`)).status).toBe(200);
    const admin = await app().user('tadmin', { admin: true });
    await call(`POST ${project}/members`, { user_id: admin.id, access_level: 10 });
    expect((await app().call(`GET ${path}`, { token: admin.token })).status).toBe(200);
  });

  it('of the instance stand beside the built-in ones and in their place', async () => {
    const call = await administrator('uma');
    const made = await call(`POST ${own}`, { key: 'Zig', content: 'FROM scratch\r\nUSER 1\r\n' });
    expect([made.status, made.json]).toEqual([
      201,
      {
        key: 'Zig',
        content: 'FROM scratch\nUSER 1\n',
        source: 'instance',
        replaces: null,
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
    const before = (await app().call(`GET ${path}/Node`)).json.content;
    await call(`POST ${own}`, { key: 'Node', content: 'FROM node:22.11.0\n' });
    expect((await app().call(`GET ${path}/Node`)).json.content).toBe('FROM node:22.11.0\n');
    expect(keysOf((await app().call(`GET ${path}`)).json)).toEqual([...builtInKeys, 'Zig']);
    const listed = (await call(`GET ${own}`)).json;
    const row = (key: string) => listed.find((one: { key: string }) => one.key === key);
    expect(row('Node')).toMatchObject({ source: 'instance', replaces: 'built_in' });
    expect(row('Ruby')).toMatchObject({ source: 'built_in', replaces: null, updated_at: null });
    const changed = await call(`PUT ${own}/Zig`, { content: 'FROM alpine:3.20.3\n' });
    expect(changed.json.content).toBe('FROM alpine:3.20.3\n');
    expect((await call(`GET ${own}/Zig`)).json).toEqual(changed.json);
    for (const key of ['Node', 'Zig'])
      expect((await call(`DELETE ${own}/${key}`)).status).toBe(204);
    expect((await app().call(`GET ${path}/Node`)).json.content).toBe(before);
    expect((await app().call(`GET ${path}/Zig`)).status).toBe(404);
  });

  it('of the instance are the administrators’, and wrong ones change nothing', async () => {
    const call = await administrator('val');
    const { token } = await app().user('vdeck');
    for (const request of [`GET ${own}`, `POST ${own}`, `PUT ${own}/Node`, `DELETE ${own}/Node`]) {
      const json = { key: 'x', content: 'FROM scratch\n' };
      expect((await app().call(request, { json })).status).toBe(401);
      expect((await app().call(request, { token, json })).status).toBe(403);
    }
    await call(`POST ${own}`, { key: 'Taken', content: 'FROM scratch\n' });
    const before = (await call(`GET ${own}`)).json;
    for (const [json, wrong] of [
      [{ key: 'Taken', content: 'x' }, 'key'],
      [{ key: '../x', content: 'x' }, 'key'],
      [{ key: '..', content: 'x' }, 'key'],
      [{ key: 'a b', content: 'x' }, 'key'],
      [{ key: 'Large', content: 'x'.repeat(1_048_577) }, 'content'],
    ] as const) {
      const answer = await call(`POST ${own}`, json);
      expect([json.key, answer.status]).toEqual([json.key, 400]);
      expect(Object.keys(answer.json.message)).toEqual([wrong]);
    }
    expect((await call(`POST ${own}`, { key: 'Empty', content: ' ' })).json).toEqual({
      error: 'content is empty',
    });
    expect((await call(`PUT ${own}/Ruby`, { content: 'x' })).status).toBe(404);
    expect((await call(`DELETE ${own}/Ruby`)).status).toBe(404);
    expect((await call(`GET ${own}`)).json).toEqual(before);
    await call(`DELETE ${own}/Taken`);
  });

  it('of the template project appear for everybody, below those of the instance', async () => {
    const call = await administrator('wes');
    const { project, commit } = await harbor(app(), 'wim');
    const id = Number(project.split('/').at(-1));
    const set = (file_template_project_id: number | null) =>
      call('PUT /application/settings', { file_template_project_id });
    await set(id);
    expect(keysOf((await app().call(`GET ${path}`)).json)).toEqual(builtInKeys);
    await commit({
      'Dockerfile/Elixir.dockerfile': 'FROM elixir:1.17.3\r\nUSER nobody\r\n',
      'Dockerfile/Node.dockerfile': 'FROM node:20.18.1\n',
      'Dockerfile/notes.md': 'no template',
      'Dockerfile/deep/Nim.dockerfile': 'FROM scratch\n',
    });
    const elixir = await app().call(`GET ${path}/Elixir`);
    expect(elixir.json).toEqual({ name: 'Elixir', content: 'FROM elixir:1.17.3\nUSER nobody\n' });
    expect((await app().call(`GET ${path}/Node`)).json.content).toBe('FROM node:20.18.1\n');
    expect(keysOf((await app().call(`GET ${path}`)).json)).toEqual(
      [...builtInKeys, 'Elixir'].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())),
    );
    await call(`POST ${own}`, { key: 'Node', content: 'FROM node:18.20.5\n' });
    expect((await call(`GET ${own}/Node`)).json).toMatchObject({
      source: 'instance',
      replaces: 'project',
      content: 'FROM node:18.20.5\n',
    });
    await call(`DELETE ${own}/Node`);
    await set(null);
    expect((await app().call(`GET ${path}/Elixir`)).status).toBe(404);
    await set(id + 100_000);
    expect((await app().call(`GET ${path}`)).status).toBe(200);
    await set(null);
  });
});
