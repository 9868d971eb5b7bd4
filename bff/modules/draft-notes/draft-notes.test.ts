import { beforeAll, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { type Opened, type Workshop, workshop } from '../../testing/workshop.ts';

const { developer, reporter } = accessLevels;

onBothDatabases('comments of a review', (app) => {
  let shop: Workshop;
  let dev: TestUser;
  let reader: TestUser;

  const as = (who: TestUser) => (request: string, json?: object) =>
    shop.call(request, { token: who.token, ...(json && { json }) });
  const threads = async ({ iid }: Opened) => {
    const found = (await shop.call(`GET ${iid}/discussions`)).json;
    return found
      .map(({ id, notes }: { id: string; notes: { system: boolean }[] }) => ({ id, notes }))
      .filter(({ notes }: { notes: { system: boolean }[] }) => notes[0]?.system === false);
  };
  const stateOf = async ({ iid }: Opened, who: TestUser) =>
    (await shop.call(`GET ${iid}/reviewers`)).json.find(
      (one: { user: { id: number } }) => one.user.id === who.id,
    )?.state;
  async function positionIn({ iid, source_branch }: Opened) {
    const { base_sha, start_sha, head_sha } = (await shop.settled(iid)).diff_refs;
    const path = `${source_branch}.txt`;
    const at = { position_type: 'text', new_path: path, old_path: path, new_line: 1 };
    return { base_sha, start_sha, head_sha, ...at };
  }

  beforeAll(async () => {
    shop = await workshop(app(), { visibility: 'public' });
    dev = await shop.member('dev', developer);
    reader = await shop.member('reader', reporter);
  });

  it('are written, changed and deleted, and read by nobody else until they are published', async () => {
    const opened = await shop.open({ reviewer_ids: [reader.id] });
    const drafts = `${opened.iid}/draft_notes`;
    const position = await positionIn(opened);
    const made = await as(reader)(`POST ${drafts}`, { note: 'Too shallow', position });
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        author_id: reader.id,
        merge_request_id: opened.id,
        resolve_discussion: false,
        discussion_id: null,
        note: 'Too shallow',
        commit_id: null,
        line_code: null,
        position,
      },
    ]);
    expect(await stateOf(opened, reader)).toBe('review_started');
    const one = `${drafts}/${made.json.id}`;
    for (const other of [dev, shop.owner]) {
      expect((await as(other)(`GET ${drafts}`)).json).toEqual([]);
      for (const call of [`GET ${one}`, `DELETE ${one}`, `PUT ${one}/publish`]) {
        expect([call, (await as(other)(call)).status]).toEqual([call, 404]);
      }
      expect((await as(other)(`PUT ${one}`, { note: 'Mine' })).status).toBe(404);
    }
    const changed = await as(reader)(`PUT ${one}`, { note: 'Deeper' });
    expect([changed.status, changed.json]).toEqual([200, { ...made.json, note: 'Deeper' }]);
    expect((await as(reader)(`GET ${one}`)).json).toEqual(changed.json);
    const second = await as(reader)(`POST ${drafts}`, { note: 'Second' });
    const listed = await as(reader)(`GET ${drafts}?per_page=1`);
    expect(listed.json).toEqual([changed.json]);
    expect(listed.headers.get('x-total')).toBe('2');
    expect(await threads(opened)).toEqual([]);
    expect((await as(reader)(`DELETE ${drafts}/${second.json.id}`)).status).toBe(204);

    const wrong: [object, number][] = [
      [{ note: ' ' }, 400],
      [{ note: 'x', in_reply_to_discussion_id: 'f'.repeat(40) }, 404],
      [{ note: 'x', position: { ...position, head_sha: 'f'.repeat(40) } }, 400],
      [{}, 400],
    ];
    for (const [json, status] of wrong) {
      expect((await as(reader)(`POST ${drafts}`, json)).status).toBe(status);
    }
    expect((await as(reader)(`PUT ${one}`, { note: '' })).status).toBe(400);
    const published = await as(reader)(`PUT ${one}/publish`);
    expect([published.status, published.text]).toEqual([204, '']);
    expect((await as(reader)(`PUT ${one}/publish`)).status).toBe(404);
    expect((await as(reader)(`GET ${drafts}`)).json).toEqual([]);
    expect(await threads(opened)).toMatchObject([
      { notes: [{ body: 'Deeper', type: 'DiffNote', position, author: { id: reader.id } }] },
    ]);
    expect(await stateOf(opened, reader)).toBe('reviewed');
    expect((await shop.call(`GET ${opened.iid}`)).json.user_notes_count).toBe(1);
  });

  it('are published all at once with a verdict, once however often it is asked for', async () => {
    const opened = await shop.open();
    const drafts = `${opened.iid}/draft_notes`;
    const asked = (await shop.call(`POST ${opened.iid}/discussions`, { json: { body: 'Why?' } }))
      .json;
    const answer = { in_reply_to_discussion_id: asked.id, resolve_discussion: true };
    expect((await as(reader)(`POST ${drafts}`, { note: 'No', ...answer })).status).toBe(403);
    await as(dev)(`POST ${drafts}`, { note: 'Because', ...answer });
    await as(dev)(`POST ${drafts}`, { note: 'One more thing' });
    const publish = (json: object, who = dev) => as(who)(`POST ${drafts}/bulk_publish`, json);
    // What is refused publishes nothing.
    const seen = { reviewer_state: 'approved', sha: 'f'.repeat(40) };
    expect((await publish(seen)).status).toBe(409);
    expect((await publish({ note: ' ' })).status).toBe(400);
    expect((await publish({ reviewer_state: 'requested_changes' }, reader)).status).toBe(403);
    expect((await as(dev)(`GET ${drafts}`)).json).toHaveLength(2);
    const ending = { reviewer_state: 'requested_changes', note: 'Almost' };
    const both = await Promise.all([publish(ending), publish({})]);
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect(await stateOf(opened, dev)).toBe('requested_changes');
    const found = await threads(opened);
    expect(
      found.map(({ notes }: { notes: { body: string }[] }) => notes.map((n) => n.body)),
    ).toEqual(expect.arrayContaining([['Why?', 'Because'], ['One more thing'], ['Almost']]));
    expect(found).toHaveLength(3);
    expect(found[0].notes[0]).toMatchObject({ resolved: true, resolved_by: { id: dev.id } });
  });

  it('are told with an approval that asks for it, and stand alone where their thread is gone', async () => {
    const opened = await shop.open();
    const drafts = `${opened.iid}/draft_notes`;
    const thread = await shop.call(`POST ${opened.iid}/discussions`, { json: { body: 'Gone' } });
    const { id, notes } = thread.json;
    const note = { note: 'Late', in_reply_to_discussion_id: id };
    expect((await as(dev)(`POST ${drafts}`, note)).json.discussion_id).toBe(id);
    await shop.call(`DELETE ${opened.iid}/notes/${notes[0].id}`);
    const approved = await as(dev)(`POST ${opened.iid}/approve`, {
      sha: opened.sha,
      publish_review: true,
    });
    expect([approved.status, approved.json.user_has_approved]).toEqual([201, true]);
    expect(await threads(opened)).toMatchObject([{ notes: [{ body: 'Late' }] }]);
    expect((await as(dev)(`GET ${drafts}`)).json).toEqual([]);
    // Where the discussion is locked nobody from outside writes, not even for later.
    const guest = await app().user('passer-by');
    await as(guest)(`POST ${drafts}`, { note: 'In time' });
    await shop.call(`PUT ${opened.iid}`, { json: { discussion_locked: true } });
    expect((await as(guest)(`POST ${drafts}`, { note: 'Late' })).status).toBe(403);
    expect((await as(guest)(`POST ${drafts}/bulk_publish`)).status).toBe(403);
    expect((await as(guest)(`GET ${drafts}`)).json).toHaveLength(1);
  });
});
