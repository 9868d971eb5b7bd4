import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { importCommand } from '../../commands/import.ts';
import { archiveOf } from '../../testing/bundles.ts';
import { scratchRepository } from '../../testing/scratch-repository.ts';
import { importedGroup, sourceHost } from '../../testing/strangers.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'qd-import-'));
const docs = fileURLToPath(new URL('../../../docs/import.md', import.meta.url));
const schema = fileURLToPath(new URL('../../../docs/import-schema.json', import.meta.url));
const sample = /```json\n([\s\S]*?)```/.exec(readFileSync(docs, 'utf8'))?.[1] ?? '';

/** The sample of the documents with the repository that it speaks of, as its commands make it. */
const sampleArchive = (): Buffer => {
  const scratch = scratchRepository();
  try {
    const base = scratch.commit('main', { files: { 'a.txt': 'one\n' } });
    scratch.commit('pumps', { parents: [base], files: { 'b.txt': 'two\n' } });
    const bundle = join(scratch.folder, 'app.bundle');
    scratch.git('bundle', 'create', '--quiet', bundle, '--all');
    return gzipSync(
      archiveOf(
        { path: 'records.jsonl', content: sample },
        { path: 'repositories/app.bundle', content: readFileSync(bundle) },
      ),
    );
  } finally {
    scratch.remove();
  }
};

onBothDatabases('an import', (app) => {
  let files = 0;
  /** Runs the command on these lines; what it prints, or what it refuses. */
  const run = async (lines: string | Buffer | object[], ...options: string[]) => {
    const path = join(folder, `${app().dialect}-${++files}.jsonl`);
    const text = Array.isArray(lines)
      ? lines.map((line) => JSON.stringify(line)).join('\n')
      : lines;
    writeFileSync(path, text);
    const told: string[] = [];
    const print = (line: string) => void told.push(line);
    await importCommand
      .run({ ctx: app().ctx, args: [path, ...options], print })
      .catch((error: unknown) => told.push((error as Error).message));
    return told.join('\n');
  };
  const source = { type: 'source', host: sourceHost, import_type: 'gitlab_migration' };
  const at = '2026-01-02T03:04:05Z';
  const issue = {
    type: 'issue',
    id: '1',
    project: 'app',
    title: 'One',
    author: '11',
    created_at: at,
  };

  it('brings the sample of the documents once, under placeholders, with its own dates and numbers', async () => {
    const group = await importedGroup(app(), 'ada');
    const into = ['--group', 'at-ada'];
    expect(await run(sampleArchive(), ...into)).toBe(
      'New: 1 repository, 1 user, 1 label, 1 issue, 1 note, 1 merge_request, 1 approval, 1 reaction, 1 member.',
    );
    expect(await run(sampleArchive(), ...into)).toBe('Nothing is new.');
    const path = '/projects/at-ada%2Fapp';
    const [shown] = (await group.call(`GET ${path}/issues`)).json;
    expect(shown).toMatchObject({
      iid: 7,
      title: 'It leaks',
      labels: ['bug'],
      imported: true,
      imported_from: 'gitlab_migration',
      created_at: '2026-01-02T03:04:05.000Z',
      user_notes_count: 1,
      author: { name: 'Placeholder Ann Lee', username: expect.stringMatching(/^ann_placeholder_/) },
    });
    const notes = await group.call(`GET ${path}/issues/7/notes`);
    expect(notes.json).toMatchObject([{ body: 'Under load only.', imported: true }]);
    expect((await group.people()).get('11')).toMatchObject({ status: 'pending_reassignment' });
    const ann = await app().user('ann');
    const { id = 0 } = (await group.people()).get('11') ?? {};
    const act = `POST /bff${group.path}/placeholder_users/assign`;
    await group.call(act, { ids: [id], user_id: ann.id });
    const token = await group.tokenFor('ann');
    await group.as(ann.token)(`POST /bff/reassignments/${token}/accept`);
    await app().drain();
    expect((await group.call(`GET ${path}/issues/7`)).json.author.username).toBe('ann');
    expect((await group.call(`GET ${path}/members/${ann.id}`)).json.access_level).toBe(30);
    // What comes later of somebody who was taken over is the new author's at once.
    const later = {
      ...issue,
      id: '502',
      iid: 7,
      milestone: 'm1',
      state: 'closed',
      closed_by: '11',
    };
    const milestone = { type: 'milestone', id: 'm1', project: 'app', title: 'v1', created_at: at };
    const heart = { type: 'reaction', issue: '502', user: '12', name: 'thumbsup', created_at: at };
    expect(await run([source, milestone, later, heart], ...into)).toBe(
      'New: 1 milestone, 1 issue, 1 reaction.',
    );
    expect((await group.call(`GET ${path}/issues/8`)).json).toMatchObject({
      state: 'closed',
      upvotes: 1,
      milestone: { title: 'v1' },
      author: { username: 'ann' },
      closed_by: { username: 'ann' },
    });
  });

  it('has the schema of its lines in the documents, as the command prints it', async () => {
    const printed = await run([], '--schema');
    expect(JSON.parse(printed)).toEqual(JSON.parse(readFileSync(schema, 'utf8')));
  });

  it('goes on where it was cut off, and names the line that does not fit', async () => {
    const group = await importedGroup(app(), 'bea');
    const into = ['--group', 'at-bea'];
    const many = Array.from({ length: 150 }, (_, at) => ({
      ...issue,
      id: `i${at}`,
      title: `T${at}`,
    }));
    const bad = { ...issue, id: 'bad', created_at: 'yesterday' };
    expect(await run([source, ...many, bad], ...into)).toMatch(/^Line 152: created_at: /);
    expect(await run([source, ...many], ...into)).toBe('New: 50 issue.');
    const list = await group.call('GET /projects/at-bea%2Fapp/issues?per_page=1');
    expect(list.headers.get('x-total')).toBe('150');
    const refused: [string | object[], RegExp][] = [
      [[issue], /^Line 1: the first line must name the source\./],
      [[source, source], /^Line 2: a second source\./],
      [`${JSON.stringify(source)}\nno json`, /^Line 2: no JSON\./],
      [[source, { ...issue, id: 'x', project: '../other' }], /^Line 2: project: /],
      [[source, { ...issue, id: 'x', author: 7 }], /^Line 2: author: /],
      [[source, { ...issue, id: 'x', title: 'a\0b' }], /^Line 2: a NUL character\./],
      [[source, { ...issue, id: 'x', author_user_id: 1 }], /^Line 2: /],
      [
        [source, { type: 'note', id: 'n', issue: 'none', author: '1', body: 'b', created_at: at }],
        /^Line 2: no issue none stands on a line before\./,
      ],
      [[{ ...source, host: 'https://src.example.test/path' }], /^Line 1: host: /],
      ['\u00ff'.repeat(3), /^Line 1: no JSON\./],
    ];
    for (const [lines, why] of refused) expect(await run(lines, ...into)).toMatch(why);
    expect(await run([source], '--group', 'nowhere')).toBe('There is no group nowhere.');
    await app().user('rooted', { admin: true });
    const root = await app().user('rootine', { admin: true });
    const set = (max_import_size: number) =>
      group.as(root.token)('PUT /application/settings', { max_import_size });
    await set(1);
    const large = { ...issue, id: 'large', description: 'x'.repeat(1_040_000) };
    expect(await run([source, large, { ...large, id: 'l2' }], ...into)).toBe(
      'The file has more than 1 MB.',
    );
    await set(0);
  });

  it('import spoofs author or foreign group: names are those of the other server, places of the group', async () => {
    const group = await importedGroup(app(), 'cleo');
    const victim = await app().user('victim');
    const other = await importedGroup(app(), 'dora');
    const forged = { ...issue, author: String(victim.id), assignees: ['victim'] };
    expect(await run([source, forged], '--group', 'at-cleo')).toBe('New: 1 issue.');
    const [shown] = (await group.call('GET /projects/at-cleo%2Fapp/issues')).json;
    const people = [shown.author, ...shown.assignees] as { id: number; username: string }[];
    expect(people.map(({ username }) => username)).toEqual([
      expect.stringMatching(/_placeholder_/),
      expect.stringMatching(/_placeholder_/),
    ]);
    expect(people.some(({ id }) => id === victim.id)).toBe(false);
    // The same ids in another group are other people and other records.
    expect(await run([source, forged], '--group', 'at-dora')).toBe('New: 1 issue.');
    expect([...(await other.people()).keys()].sort()).toEqual(
      [...(await group.people()).keys()].sort(),
    );
  });

  it('into a personal namespace gives everything to one import user, and nothing can be reassigned', async () => {
    const user = await app().user('pia');
    const lines = [
      source,
      { type: 'user', id: '11', name: 'Ann', username: 'ann' },
      issue,
      { ...issue, id: '2', author: '12', assignees: ['11', '12'] },
      { type: 'member', user: '11', access_level: 40 },
    ];
    expect(await run(lines, '--group', 'pia')).toBe('New: 2 issue.');
    const { json } = await app().call('GET /projects/pia%2Fapp/issues', { token: user.token });
    const authors = new Set(json.map((one: { author: { name: string } }) => one.author.name));
    expect([...authors]).toEqual(['Import User']);
    const rows = await app()
      .deps.db.selectFrom('import_source_users')
      .innerJoin('namespaces', 'namespaces.id', 'import_source_users.group_id')
      .select('namespaces.id')
      .where('namespaces.kind', '=', 'user')
      .execute();
    expect(rows).toEqual([]);
  });
});
