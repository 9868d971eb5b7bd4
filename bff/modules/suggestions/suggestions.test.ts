import { beforeAll, describe, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles } from '../../testing/scratch.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { type Opened, type Workshop, workshop } from '../../testing/workshop.ts';
import { Files, mostHeld } from './files.ts';
import { linesOf, mostLines, placeOf } from './lines.ts';
import { proposalsIn } from './parse.ts';

const { developer, reporter } = accessLevels;

describe('the blocks of a comment', () => {
  const block = (info: string, text: string, fence = '```') => `${fence}${info}\n${text}${fence}`;
  const cases: [string, number, [number, number, string][]][] = [
    [block('suggestion', 'a\n'), 5, [[5, 5, 'a\n']]],
    [block('suggestion:-2+1', 'a\nb\n'), 5, [[3, 6, 'a\nb\n']]],
    [block('suggestion:-9+0', ''), 5, [[1, 5, '']]],
    [block('suggestion', '```\n', '````'), 5, [[5, 5, '```\n']]],
    [block('suggestion', 'a\r\n', '~~~'), 5, [[5, 5, 'a\n']]],
    [block('suggestions', 'a\n') + block('suggestion:-101+0', 'a\n'), 5, []],
    ['```suggestion\nnever closed', 5, []],
    [
      `${block('suggestion', 'a\n')}\n`.repeat(12),
      5,
      Array.from({ length: 10 }, () => [5, 5, 'a\n']),
    ],
  ];
  it.each(cases)('%j on line %i: %j', (body, line, wanted) => {
    expect(proposalsIn(body, line).map((p) => [p.from_line, p.to_line, p.to_content])).toEqual(
      wanted,
    );
  });
});

describe('the place of a part', () => {
  const lines = (text: string) => linesOf(Buffer.from(text)) ?? [];
  const last = { from_line: 9, to_line: 9 };

  it.each<[string, string, number | undefined]>([
    ['a\nb\nc\n', 'b\nc\n', 2],
    ['a\na\nb\na\na\na\nb\n', 'a\na\na\nb\n', 4],
    ['a\na\na\n', 'a\na\n', undefined],
    ['a\nb', 'b', 2],
    ['ba\na\n', 'a\n', 2],
    ['a\nb\n', 'b', undefined],
    ['a\n', '', undefined],
    ['', 'a', undefined],
  ])('in %j of %j: %s', (text, part, place) => {
    expect(placeOf(lines(text), part, last)).toBe(place);
  });

  // Quadratic work on this much text would outlast the test's patience many times over.
  it('is found in linear time', () => {
    const long = lines('a'.repeat(200_000));
    const part = `${'a'.repeat(300)}b${'a'.repeat(23_700)}`;
    const many = lines('a\n'.repeat(mostLines));
    const few = `${'a\n'.repeat(100)}b\n${'a\n'.repeat(100)}`;
    for (let again = 0; again < 100; again++) {
      expect(placeOf(long, part, last)).toBeUndefined();
      expect(placeOf(many, few, last)).toBeUndefined();
    }
  });

  it('is looked for in files of so many lines, and few of them are held at once', async () => {
    const full = 'a\n'.repeat(mostLines);
    expect(linesOf(Buffer.from(full))).toHaveLength(mostLines);
    expect(linesOf(Buffer.from(`${full}a`))).toBeUndefined();
    const read: string[] = [];
    const files = new Files(async ({ path }) => {
      read.push(path);
      return undefined;
    });
    const names = Array.from({ length: mostHeld + 1 }, (_, at) => `${at}`);
    for (const path of [...names, `${mostHeld}`, '2', '0', '2', '1']) {
      await files.at({ projectId: 1, sha: 'a', path });
    }
    expect(read).toEqual([...names, '0', '1']);
  });
});

onBothDatabases('suggestions', (app) => {
  let shop: Workshop;
  let dev: TestUser;
  let reader: TestUser;

  const write = (opened: Opened, files: Record<string, string>) =>
    commitFiles(app(), shop.project, { branch: opened.source_branch, files });
  async function suggest(opened: Opened, line: number, body: string, new_path = 'tide.txt') {
    const { base_sha, start_sha, head_sha } = (await shop.settled(opened.iid)).diff_refs;
    const at = { position_type: 'text', new_path, new_line: line };
    const json = { body, position: { base_sha, start_sha, head_sha, ...at } };
    const answer = await shop.call(`POST ${opened.iid}/discussions`, { token: reader.token, json });
    return answer.json;
  }
  const apply = (id: number, who: TestUser, json: object = {}) =>
    app().call(`PUT /suggestions/${id}/apply`, { token: who.token, json });
  const batch = (ids: number[], who = dev) =>
    app().call('PUT /suggestions/batch_apply', { token: who.token, json: { ids } });
  const fileOf = async ({ source_branch }: Opened, path = 'tide.txt') =>
    (
      await app().call(`GET ${shop.path}/repository/files/${path}/raw?ref=${source_branch}`, {
        token: shop.owner.token,
      })
    ).text;
  const again = async (opened: Opened, thread: { id: string }) =>
    (await shop.call(`GET ${opened.iid}/discussions/${thread.id}`)).json.notes[0];

  beforeAll(async () => {
    shop = await workshop(app(), { visibility: 'public' });
    dev = await shop.member('dev', developer);
    reader = await shop.member('reader', reporter);
  });

  it('are committed to the source branch by whoever may push there, one or several at once', async () => {
    const opened = await shop.open();
    await write(opened, { 'tide.txt': 'one\r\ntwo\r\nthree\r\nfour', 'b.txt': 'å\nb\n' });
    const first = await suggest(opened, 2, 'Better:\n```suggestion:-1+0\nONE\nand a half\n```');
    const [made] = first.notes[0].suggestions;
    expect(made).toEqual({
      id: expect.any(Number),
      from_line: 1,
      to_line: 2,
      appliable: true,
      applied: false,
      from_content: 'one\r\ntwo\r\n',
      to_content: 'ONE\nand a half\n',
    });
    const last = await suggest(opened, 4, '```suggestion\nFOUR\n```');
    const other = await suggest(opened, 1, '```suggestion\n```', 'b.txt');
    const id = (thread: { notes: { suggestions: { id: number }[] }[] }) =>
      thread.notes[0]?.suggestions[0]?.id ?? 0;
    expect((await apply(made.id, reader)).status).toBe(403);
    const done = await apply(made.id, dev, { commit_message: 'Half more' });
    expect([done.status, done.json]).toEqual([200, { ...made, applied: true, appliable: false }]);
    expect(await fileOf(opened)).toBe('ONE\r\nand a half\r\nthree\r\nfour');
    expect((await again(opened, first)).resolved).toBe(true);
    const second = await batch([id(last), id(other)]);
    expect([second.status, second.json]).toMatchObject([
      200,
      [{ applied: true }, { applied: true }],
    ]);
    expect(await fileOf(opened)).toBe('ONE\r\nand a half\r\nthree\r\nFOUR');
    expect(await fileOf(opened, 'b.txt')).toBe('b\n');
    await shop.settled(opened.iid);
    const commits = (await shop.call(`GET ${opened.iid}/commits`)).json;
    expect(commits.slice(0, 2)).toMatchObject([
      { title: 'Apply 2 suggestions to 2 files', author_name: dev.user.name },
      { title: 'Half more', author_name: dev.user.name },
    ]);
    // What is applied stays, whatever becomes of the text.
    const { notes } = first;
    await shop.call(`PUT ${opened.iid}/notes/${notes[0].id}`, {
      token: reader.token,
      json: { body: 'Never mind' },
    });
    expect((await again(opened, first)).suggestions).toHaveLength(1);
  });

  it('that no longer fit change nothing, and say so before', async () => {
    const opened = await shop.open();
    const elsewhere = await shop.open();
    await write(opened, { 'tide.txt': 'one\ntwo\nthree\n' });
    await write(elsewhere, { 'tide.txt': 'one\n' });
    const gone = await suggest(opened, 2, '```suggestion\nTWO\n```');
    const moved = await suggest(opened, 3, '```suggestion\nTHREE\n```');
    const overlapping = await suggest(opened, 3, '```suggestion:-2+0\nall\n```');
    const same = await suggest(opened, 1, '```suggestion\none\n```');
    const beyond = await suggest(opened, 3, '```suggestion:-0+5\nmore\n```');
    const far = await suggest(elsewhere, 1, '```suggestion\nONE\n```');
    const ids = [gone, moved, overlapping, same, beyond, far].map(
      (thread) => thread.notes[0].suggestions[0].id,
    );
    const [goneId, movedId, overlappingId, sameId, beyondId, farId] = ids;
    const refusals: [number[], number, string][] = [
      [
        [movedId, overlappingId],
        400,
        'Suggestions are not applicable as their lines cannot overlap.',
      ],
      [[movedId, farId], 400, 'Suggestions must all be on the same branch.'],
      [[sameId], 400, 'A suggestion is not applicable.'],
      [[movedId, beyondId], 400, 'A suggestion is not applicable.'],
      [[movedId, 999_999], 404, '404 Suggestion Not Found'],
    ];
    for (const [asked, status, message] of refusals) {
      const answer = await batch(asked);
      expect([answer.status, answer.json]).toEqual([status, { message }]);
    }
    expect(await fileOf(opened)).toBe('one\ntwo\nthree\n');
    await write(opened, { 'tide.txt': 'zero\none\n2\nthree\n' });
    await shop.settled(opened.iid);
    const shown = async (thread: { id: string }) =>
      (await again(opened, thread)).suggestions[0].appliable;
    expect(await Promise.all([gone, moved, overlapping, same].map(shown))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect((await batch([goneId])).status).toBe(400);
    expect((await batch([movedId])).status).toBe(200);
    expect(await fileOf(opened)).toBe('zero\none\n2\nTHREE\n');
    expect((await batch([movedId])).status).toBe(400);
    // Of a project that may not be seen there is none; of what is closed none is made.
    await app().call(`PUT ${shop.path}`, {
      token: shop.owner.token,
      json: { visibility: 'private' },
    });
    const stranger = await app().user('stranger');
    expect((await batch([farId], stranger)).status).toBe(404);
    await shop.call(`PUT ${elsewhere.iid}`, { json: { state_event: 'close' } });
    expect((await batch([farId])).status).toBe(400);
    expect(await fileOf(elsewhere)).toBe('one\n');
  });
});
