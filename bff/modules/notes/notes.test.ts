import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { resolutionOf } from '#contract/notes.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { fresh, workshop } from '../../testing/workshop.ts';

const { guest, reporter, developer, maintainer } = accessLevels;

interface Named {
  body: string;
}
const bodies = (list: Named[]) => list.map((note) => note.body);

onBothDatabases('notes of merge requests', (app) => {
  it('are written, read, changed and deleted, and counted', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    const created = await shop.call('POST 1/notes', { json: { body: 'First' } });
    expect(created.status).toBe(201);
    expect(created.json).toEqual({
      id: expect.any(Number),
      type: null,
      body: 'First',
      attachment: null,
      author: expect.objectContaining({ username: shop.owner.username }),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      system: false,
      noteable_id: made.id,
      noteable_type: 'MergeRequest',
      project_id: shop.project.id,
      noteable_iid: 1,
      resolvable: false,
      confidential: false,
      internal: false,
      imported: false,
      imported_from: 'none',
      commands_changes: {},
    });
    await shop.call('POST 1/notes', { json: { body: 'Second' } });
    expect((await shop.call('GET 1')).json.user_notes_count).toBe(2);
    const { id } = created.json;
    const changed = await shop.call(`PUT 1/notes/${id}`, { json: { body: 'Changed' } });
    expect([changed.status, changed.json.body]).toEqual([200, 'Changed']);
    expect((await shop.call(`GET 1/notes/${id}`)).json).toEqual(changed.json);
    expect(bodies((await shop.call('GET 1/notes')).json)).toEqual(['Second', 'Changed']);
    const gone = await shop.call(`DELETE 1/notes/${id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await shop.call(`GET 1/notes/${id}`)).json.message).toBe('404 Note Not Found');
    expect((await shop.call('GET 1')).json.user_notes_count).toBe(1);
  });

  it('of the system tell what happened, are not counted and cannot be changed', async () => {
    const shop = await workshop(app());
    const dev = await shop.member('dev', developer);
    await shop.open();
    await shop.call('PUT 1', { json: { title: 'Draft: New', assignee_id: dev.id } });
    await shop.call('PUT 1', { json: { state_event: 'close' } });
    await shop.call('POST 1/notes', { json: { body: 'Talk' } });
    const activity = await shop.call('GET 1/notes?activity_filter=only_activity&sort=asc');
    const said = bodies(activity.json);
    expect(said).toHaveLength(4);
    expect(said[0]).toBe(`assigned to @${dev.username}`);
    expect(said[1]).toMatch(/^changed title from \*\*.*\*\* to \*\*Draft: New\*\*$/);
    expect(said.slice(2)).toEqual(['marked this merge request as **draft**', 'closed']);
    const comments = await shop.call('GET 1/notes?activity_filter=only_comments');
    expect(bodies(comments.json)).toEqual(['Talk']);
    expect((await shop.call('GET 1')).json.user_notes_count).toBe(1);
    const { id } = activity.json[0];
    expect((await shop.call(`PUT 1/notes/${id}`, { json: { body: 'x' } })).status).toBe(403);
    expect((await shop.call(`DELETE 1/notes/${id}`)).status).toBe(403);
  });

  it('a blank or missing body is refused, and nothing is written', async () => {
    const shop = await workshop(app());
    await shop.open();
    const post = async (json: object) => {
      const answer = await shop.call('POST 1/notes', { json });
      return [answer.status, answer.json.error ?? answer.json.message];
    };
    expect(await post({})).toEqual([400, 'body is missing']);
    expect(await post({ body: '  ' })).toEqual([400, { note: ["can't be blank"] }]);
    expect(await post({ body: 'x'.repeat(1_000_001) })).toEqual([
      400,
      { note: ['is too long (maximum is 1000000 characters)'] },
    ]);
    expect((await shop.call('GET 1/notes')).json).toEqual([]);
  });

  it('are for who may read the merge request, and changed by their author or a Maintainer', async () => {
    const shop = await workshop(app());
    await shop.open();
    const people = {
      visitor: await shop.member('visitor', guest),
      reader: await shop.member('reader', reporter),
      keeper: await shop.member('keeper', maintainer),
    };
    const { json: note } = await shop.call('POST 1/notes', { json: { body: 'Owner says' } });
    const result: Record<string, number[]> = {};
    for (const [name, { token }] of Object.entries(people)) {
      const post = await shop.call('POST 1/notes', { token, json: { body: name } });
      const put = await shop.call(`PUT 1/notes/${note.id}`, { token, json: { body: name } });
      result[name] = [(await shop.call('GET 1/notes', { token })).status, post.status, put.status];
    }
    expect(result).toEqual({
      visitor: [404, 404, 404],
      reader: [200, 201, 403],
      keeper: [200, 201, 200],
    });
    await app().call(`PUT ${shop.path}`, {
      token: shop.owner.token,
      json: { visibility: 'public' },
    });
    expect((await app().call(`GET ${shop.path}/merge_requests/1/notes`)).status).toBe(401);
    await shop.call('PUT 1', { json: { discussion_locked: true } });
    const stranger = await app().user(fresh('stranger'));
    const locked = await shop.call('POST 1/notes', { token: stranger.token, json: { body: 'x' } });
    expect(locked.status).toBe(403);
  });

  it('internal ones are for Reporters and above', async () => {
    const shop = await workshop(app(), { visibility: 'public' });
    await shop.open();
    const { token } = await app().user(fresh('public'));
    const { json: secret } = await shop.call('POST 1/notes', {
      json: { body: 'Secret', confidential: true },
    });
    expect([secret.internal, secret.confidential]).toEqual([true, true]);
    await shop.call('POST 1/discussions', { json: { body: 'Secret too', internal: true } });
    await shop.call('POST 1/notes', { token, json: { body: 'Open' } });
    const forbidden = await shop.call('POST 1/notes', {
      token,
      json: { body: 'x', internal: true },
    });
    expect(forbidden.status).toBe(403);
    const seen = await shop.call('GET 1/notes', { token });
    expect([bodies(seen.json), seen.headers.get('x-total')]).toEqual([['Open'], '1']);
    expect((await shop.call(`GET 1/notes/${secret.id}`, { token })).status).toBe(404);
    expect((await shop.call('GET 1/discussions', { token })).json).toHaveLength(1);
    expect((await shop.call('GET 1/discussions')).json).toHaveLength(3);
  });
});

onBothDatabases('threads of merge requests', (app) => {
  it('begin, take replies, are resolved and opened again', async () => {
    const shop = await workshop(app());
    const author = await shop.member('author', developer);
    const reader = await shop.member('reader', reporter);
    await shop.open({}, author.token);
    const started = await shop.call('POST 1/discussions', { json: { body: 'Why?' } });
    expect(started.status).toBe(201);
    expect(started.json).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      individual_note: false,
      notes: [{ type: 'DiscussionNote', resolvable: true, resolved: false, resolved_by: null }],
    });
    const thread = `1/discussions/${started.json.id}`;
    const answer = await shop.call(`POST ${thread}/notes`, {
      token: reader.token,
      json: { body: 'Because' },
    });
    expect([answer.status, answer.json.type]).toEqual([201, 'DiscussionNote']);
    const resolve = (resolved: boolean, token: string) =>
      shop.call(`PUT ${thread}`, { token, json: { resolved } });
    expect((await resolve(true, reader.token)).status).toBe(403);
    const done = await resolve(true, author.token);
    expect(done.json.notes).toMatchObject([
      { body: 'Why?', resolved: true, resolved_by: { username: author.username } },
      { body: 'Because', resolved: true, resolved_at: expect.any(String) },
    ]);
    const opened = await resolve(false, shop.owner.token);
    expect(opened.json.notes).toMatchObject([{ resolved: false }, { resolved: false }]);

    const one = await shop.call(`PUT ${thread}/notes/${answer.json.id}`, {
      json: { resolved: true },
    });
    expect(one.json).toMatchObject({ body: 'Because', resolved: true });
    const both = await shop.call(`PUT ${thread}/notes/${answer.json.id}`, {
      json: { resolved: true, body: 'x' },
    });
    expect([both.status, both.json.error]).toEqual([400, 'body, resolved are mutually exclusive']);
    const text = await shop.call(`PUT ${thread}/notes/${answer.json.id}`, {
      token: reader.token,
      json: { body: 'Because!' },
    });
    expect(text.json.body).toBe('Because!');
    expect((await shop.call(`DELETE ${thread}/notes/${answer.json.id}`)).status).toBe(204);
    expect((await shop.call(`GET ${thread}`)).json.notes).toHaveLength(1);
  });

  it('a reply leaves a resolved thread resolved, for the merge check, the record and the screen', async () => {
    const shop = await workshop(app(), { only_allow_merge_if_all_discussions_are_resolved: true });
    const reader = await shop.member('reader', reporter);
    await shop.open();
    const { json: started } = await shop.call('POST 1/discussions', { json: { body: 'Why?' } });
    const thread = `1/discussions/${started.id}`;
    const state = async () => {
      const record = await shop.settled(1);
      const { json } = await shop.call(`GET ${thread}`);
      return [
        record.detailed_merge_status,
        record.blocking_discussions_resolved,
        resolutionOf(json.notes),
      ];
    };
    const open = ['discussions_not_resolved', false, 'open'];
    const resolved = ['mergeable', true, 'resolved'];
    expect(await state()).toEqual(open);
    await shop.call(`PUT ${thread}`, { json: { resolved: true } });
    expect(await state()).toEqual(resolved);
    const reply = await shop.call(`POST ${thread}/notes`, {
      token: reader.token,
      json: { body: 'One more word' },
    });
    expect(reply.json).toMatchObject({
      resolved: true,
      resolved_by: { username: reader.username },
      resolved_at: expect.any(String),
    });
    expect(await state()).toEqual(resolved);
    await shop.call(`PUT ${thread}/notes/${reply.json.id}`, { json: { resolved: false } });
    expect(await state()).toEqual(open);
    const late = await shop.call(`POST ${thread}/notes`, { json: { body: 'Still open' } });
    expect(late.json).toMatchObject({ resolved: false, resolved_by: null });
    await shop.call(`PUT ${thread}`, { json: { resolved: true } });
    expect(await state()).toEqual(resolved);
  });

  it('a single comment becomes a thread by its first reply; the system takes none', async () => {
    const shop = await workshop(app());
    await shop.open();
    await shop.call('POST 1/notes', { json: { body: 'Alone' } });
    await shop.call('PUT 1', { json: { state_event: 'close' } });
    const listed = await shop.call('GET 1/discussions');
    expect(listed.json.map((one: { individual_note: boolean }) => one.individual_note)).toEqual([
      true,
      true,
    ]);
    const [alone, system] = listed.json;
    await shop.call(`POST 1/discussions/${alone.id}/notes`, { json: { body: 'No more' } });
    const { json: thread } = await shop.call(`GET 1/discussions/${alone.id}`);
    expect(thread).toMatchObject({ individual_note: false });
    expect(bodies(thread.notes)).toEqual(['Alone', 'No more']);
    const refused = await shop.call(`POST 1/discussions/${system.id}/notes`, {
      json: { body: 'x' },
    });
    expect(refused.status).toBe(400);
    const unknown = await shop.call('GET 1/discussions/none');
    expect([unknown.status, unknown.json.message]).toEqual([404, '404 Discussion Not Found']);
    const foreign = await shop.call(`PUT 1/discussions/${system.id}/notes/${thread.notes[0].id}`, {
      json: { body: 'x' },
    });
    expect(foreign.status).toBe(404);
  });

  it('are pages of threads, the oldest first', async () => {
    const shop = await workshop(app());
    await shop.open();
    for (const body of ['one', 'two', 'three']) {
      const { json } = await shop.call('POST 1/discussions', { json: { body } });
      await shop.call(`POST 1/discussions/${json.id}/notes`, { json: { body: `re ${body}` } });
    }
    const page = await shop.call('GET 1/discussions?per_page=2&page=2');
    expect([page.headers.get('x-total'), page.json.length]).toEqual(['3', 1]);
    expect(bodies(page.json[0].notes)).toEqual(['three', 're three']);
  });

  it('a position in the diff is kept as given, if it is one of this merge request', async () => {
    const shop = await workshop(app());
    await shop.open();
    const { diff_refs: refs, source_branch } = await shop.settled(1);
    const position = {
      ...refs,
      position_type: 'text',
      new_path: `${source_branch}.txt`,
      new_line: 1,
      line_range: { start: { line_code: 'a_0_1', type: 'new' }, end: { line_code: 'a_0_1' } },
    };
    const post = (given: object) =>
      shop.call('POST 1/discussions', { json: { body: 'Here', position: given } });
    const made = await post(position);
    expect(made.status).toBe(201);
    expect(made.json.notes[0]).toMatchObject({ type: 'DiffNote', position, commit_id: null });
    const reply = await shop.call(`POST 1/discussions/${made.json.id}/notes`, {
      json: { body: 'There' },
    });
    expect(reply.json).toMatchObject({ type: 'DiffNote', position });

    const { new_line: _, ...noLine } = position;
    const { base_sha: __, ...noBase } = position;
    expect((await post(noBase)).json.error).toBe('position[base_sha] is missing');
    expect((await post(noLine)).json.message).toEqual({ position: ['is incomplete'] });
    const foreign = await post({ ...position, head_sha: 'f'.repeat(40) });
    expect([foreign.status, foreign.json.message.position]).toEqual([
      400,
      ['names commits of no version of this merge request'],
    ]);
    expect((await shop.call('GET 1/discussions')).json).toHaveLength(1);
  });
});
