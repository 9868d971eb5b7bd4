import { expect, it } from 'vitest';
import { commitFiles } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases('a place in a diff', (app) => {
  async function stage() {
    const shop = await workshop(app());
    const text = 'one\ntwo\nthree\n';
    await commitFiles(app(), shop.project, { branch: 'main', files: { 'old name.txt': text } });
    await commitFiles(app(), shop.project, {
      branch: 'tide',
      from: 'main',
      files: {
        'old name.txt': null,
        'new name.txt': 'one\nTWO\nthree\n',
        'chart.png': Buffer.from([137, 80, 78, 71, 0, 1, 2, 3]),
      },
    });
    await shop.open({ source_branch: 'tide' });
    const { base_sha, start_sha, head_sha } = (await shop.settled(1)).diff_refs;
    const refs = { base_sha, start_sha, head_sha };
    const post = (position: object) =>
      shop.call('POST 1/discussions', { json: { body: 'Here', position } });
    return { shop, refs, post };
  }
  const paths = { old_path: 'old name.txt', new_path: 'new name.txt' };
  const code = (old: number, next: number) => `${'a'.repeat(40)}_${old}_${next}`;

  it('is an added, a removed or an unchanged line, several lines, a file, or a point of a picture', async () => {
    const { shop, refs, post } = await stage();
    const text = { ...refs, ...paths, position_type: 'text' };
    const picture = { old_path: 'chart.png', new_path: 'chart.png' };
    const places: Record<string, object> = {
      added: { ...text, new_line: 2 },
      removed: { ...text, old_line: 2 },
      unchanged: { ...text, old_line: 3, new_line: 3 },
      several: {
        ...text,
        new_line: 3,
        old_line: 3,
        line_range: {
          start: { line_code: code(1, 1), type: null, old_line: 1, new_line: 1 },
          end: { line_code: code(3, 3), type: null, old_line: 3, new_line: 3 },
        },
      },
      'of the new side': {
        ...text,
        new_line: 2,
        line_range: {
          start: { line_code: code(2, 2), type: 'new', new_line: 2 },
          end: { line_code: code(2, 2), type: 'new', new_line: 2 },
        },
      },
      file: { ...refs, ...paths, position_type: 'file' },
      point: { ...refs, ...picture, position_type: 'image', width: 40, height: 30, x: 3, y: 4.5 },
    };
    for (const [name, position] of Object.entries(places)) {
      const made = await post(position);
      expect([name, made.status, made.json.notes?.[0]]).toMatchObject([
        name,
        201,
        { type: 'DiffNote', position },
      ]);
      const read = (await shop.call(`GET 1/discussions/${made.json.id}`)).json.notes[0];
      expect([name, read.position]).toEqual([name, made.json.notes[0].position]);
      const draft = await shop.call('POST 1/draft_notes', { json: { note: 'Hm', position } });
      expect([name, draft.status, draft.json.position]).toMatchObject([name, 201, position]);
    }
    await shop.call('POST 1/draft_notes/bulk_publish', { json: {} });
    const all = (await shop.call('GET 1/discussions?per_page=100')).json;
    const told = all.filter(
      ({ notes }: { notes: { type: string }[] }) => notes[0]?.type === 'DiffNote',
    );
    expect(told).toHaveLength(2 * Object.keys(places).length);
  });

  it('stays where it was given when newer commits come, and is taken for an older version too', async () => {
    const { shop, refs, post } = await stage();
    const position = { ...refs, ...paths, position_type: 'text', new_line: 2 };
    const made = await post(position);
    const lines = { 'new name.txt': 'zero\none\nTWO\nthree\n' };
    await commitFiles(app(), shop.project, { branch: 'tide', files: lines });
    const { diff_refs } = await shop.settled(1);
    expect(diff_refs.head_sha).not.toBe(refs.head_sha);
    const kept = (await shop.call(`GET 1/discussions/${made.json.id}`)).json.notes[0];
    expect(kept).toMatchObject({ position, resolvable: true, resolved: false });
    expect((await post({ ...position, new_line: 1 })).status).toBe(201);
    expect((await post({ ...position, ...diff_refs, new_line: 3 })).status).toBe(201);
    // Commits of two versions are no version.
    const mixed = await post({ ...position, head_sha: refs.base_sha });
    expect([mixed.status, mixed.json.message.position]).toEqual([
      400,
      ['names commits of no version of this merge request'],
    ]);
  });

  it('that is none is refused, and nothing is written', async () => {
    const { shop, refs, post } = await stage();
    const good = { ...refs, ...paths, position_type: 'text', new_line: 2 };
    const bad: [object, unknown][] = [
      [{ ...good, base_sha: undefined }, 'position[base_sha] is missing'],
      [{ ...good, start_sha: undefined }, 'position[start_sha] is missing'],
      [{ ...good, head_sha: undefined }, 'position[head_sha] is missing'],
      [{ ...good, position_type: undefined }, 'position[position_type] is missing'],
      [{ ...good, position_type: 'sound' }, 'position[position_type] does not have a valid value'],
      [{ ...good, new_line: 'many' }, 'position[new_line] is invalid'],
      [{ ...good, new_line: 0 }, { position: ['has a line that does not exist'] }],
      [{ ...good, new_line: undefined }, { position: ['is incomplete'] }],
      [{ ...refs, position_type: 'image', x: 1, y: 1 }, { position: ['is incomplete'] }],
    ];
    for (const [position, message] of bad) {
      const answer = await post(position);
      expect([position, answer.status, answer.json.error ?? answer.json.message]).toEqual([
        position,
        400,
        message,
      ]);
    }
    expect((await shop.call('GET 1/discussions')).json).toEqual([]);
  });
});
