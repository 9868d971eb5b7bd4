import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases('to-dos', (app) => {
  it('are marked once, listed for their user alone, and done one by one or all at once', async () => {
    const shop = await workshop(app(), { visibility: 'public' });
    const [first, second] = [await shop.open({ title: 'first' }), await shop.open()];
    const user = await app().user('lookout');
    const call = (request: string, token = user.token) => app().call(request, { token });
    const mark = (iid: number) => shop.call(`POST ${iid}/todo`, { token: user.token });
    const ids = async (query = '') => {
      const answer = await call(`GET /todos${query}`);
      return answer.json.map((one: { target: { iid: number } }) => one.target.iid);
    };
    const made = await mark(first.iid);
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        project: {
          id: shop.project.id,
          name: expect.any(String),
          name_with_namespace: expect.any(String),
          path: expect.any(String),
          path_with_namespace: shop.project.full_path,
        },
        author: expect.objectContaining({ username: user.username }),
        action_name: 'marked',
        target_type: 'MergeRequest',
        target: expect.objectContaining({ id: first.id, title: 'first' }),
        target_url: expect.stringContaining(`/merge_requests/${first.iid}`),
        body: 'first',
        state: 'pending',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect([(await mark(first.iid)).status, (await mark(99)).status]).toEqual([304, 404]);
    await mark(second.iid);
    expect(await ids()).toEqual([second.iid, first.iid]);
    const queries: [string, number][] = [
      [`?project_id=${shop.project.id}&type=MergeRequest&action=marked`, 2],
      ['?project_id=999999', 0],
      ['?group_id=999999', 0],
      ['?type=Issue', 0],
      ['?action=assigned', 0],
      [`?author_id=${shop.owner.id}`, 0],
      ['?state=done', 0],
      ['?per_page=1', 1],
    ];
    for (const [query, count] of queries) {
      expect([query, (await ids(query)).length]).toEqual([query, count]);
    }
    // Nobody else's.
    const { id } = made.json;
    expect((await call('GET /todos', shop.owner.token)).json).toEqual([]);
    expect((await call(`POST /todos/${id}/mark_as_done`, shop.owner.token)).status).toBe(404);
    expect((await call('POST /todos/mark_as_done', shop.owner.token)).status).toBe(204);
    const done = await call(`POST /todos/${id}/mark_as_done`);
    expect([done.status, done.json.state]).toEqual([201, 'done']);
    expect([await ids(), await ids('?state=done')]).toEqual([[second.iid], [first.iid]]);
    expect((await mark(first.iid)).status).toBe(201);
    // What may not be read any more is listed no longer.
    await app().call(`PUT ${shop.path}`, {
      token: shop.owner.token,
      json: { visibility: 'private' },
    });
    expect(await ids()).toEqual([]);
    expect((await call(`POST /todos/${id}/mark_as_done`)).status).toBe(404);
    await app().call(`PUT ${shop.path}`, {
      token: shop.owner.token,
      json: { visibility: 'public' },
    });
    expect((await call('POST /todos/mark_as_done')).status).toBe(204);
    expect([await ids(), (await ids('?state=done')).length]).toEqual([[], 3]);
  });

  it('are about issues too, and confidential ones are nobody’s who may not read them', async () => {
    const shop = await workshop(app(), { visibility: 'public' });
    const owner = { token: shop.owner.token };
    const issues = `${shop.path}/issues`;
    const open = async (json: object) =>
      (await app().call(`POST ${issues}`, { ...owner, json })).json;
    const [plain, secret] = [
      await open({ title: 'plain' }),
      await open({ title: 'secret', confidential: true }),
    ];
    const user = await app().user('gazer');
    const call = (request: string) => app().call(request, { token: user.token });
    const made = await call(`POST ${issues}/${plain.iid}/todo`);
    expect([made.status, made.json]).toMatchObject([
      201,
      {
        target_type: 'Issue',
        target: { id: plain.id, title: 'plain' },
        target_url: plain.web_url,
        body: 'plain',
      },
    ]);
    expect((await call(`POST ${issues}/${plain.iid}/todo`)).status).toBe(304);
    expect((await call(`POST ${issues}/${secret.iid}/todo`)).status).toBe(404);
    const { iid } = await shop.open();
    await shop.call(`POST ${iid}/todo`, { token: user.token });
    const kinds = async (query: string) =>
      (await call(`GET /todos${query}`)).json.map(
        (one: { target_type: string }) => one.target_type,
      );
    expect(await kinds('')).toEqual(['MergeRequest', 'Issue']);
    expect(await kinds('?type=Issue')).toEqual(['Issue']);
    expect(await kinds('?type=MergeRequest')).toEqual(['MergeRequest']);
    expect(await kinds('?type=Epic')).toEqual([]);
    await app().call(`PUT ${issues}/${plain.iid}`, { ...owner, json: { confidential: true } });
    expect(await kinds('')).toEqual(['MergeRequest']);
    expect((await call(`POST /todos/${made.json.id}/mark_as_done`)).status).toBe(404);
    await app().call(`PUT ${issues}/${plain.iid}`, { ...owner, json: { confidential: false } });
    expect((await call(`POST /todos/${made.json.id}/mark_as_done`)).json.state).toBe('done');
    await app().call(`DELETE ${issues}/${plain.iid}`, owner);
    expect(await kinds('?state=done')).toEqual([]);
  });
});
