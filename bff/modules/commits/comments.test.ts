import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('comments on a commit', (app) => {
  it('stand on the commit or on a line of its diff, and are counted from the first', async () => {
    const { call, project, commit, member, username } = await harbor(app(), 'ann', 'public');
    const first = (await commit({ a: '1\n' })).json.id as string;
    const { id } = (await commit({ b: '2\n' })).json;
    const comments = `${project}/repository/commits/${id}/comments`;
    const whole = await call(`POST ${comments}`, { note: 'Fair winds' });
    const nothing = { path: null, line: null, line_type: null };
    expect([whole.status, whole.json]).toMatchObject([
      201,
      { note: 'Fair winds', author: { username }, created_at: expect.any(String), ...nothing },
    ]);
    const guest = await member('gil', 0);
    const place = { path: 'b', line: 1 };
    const inline = await guest.as(`POST ${comments}`, { note: 'Here', ...place });
    expect(inline.json).toMatchObject({ ...place, line_type: 'new' });
    const old = await guest.as(`POST ${comments}`, { note: 'Was', ...place, line_type: 'old' });
    expect(old.json).toMatchObject({ ...place, line_type: 'old' });
    const listed = await app().call(`GET ${project}/repository/commits/main/comments`);
    expect(listed.json).toEqual([whole.json, inline.json, old.json]);
    const page = await call(`GET ${comments}?per_page=1&page=2`);
    expect([page.json, page.headers.get('x-total')]).toEqual([[inline.json], '3']);
    expect((await call(`GET ${project}/repository/commits/${first}/comments`)).json).toEqual([]);
    for (const [sha, query, count] of [
      [first, '', 1],
      ['main', '', 2],
      ['main', '?first_parent=true', 2],
    ]) {
      const asked = `GET ${project}/repository/commits/${sha}/sequence${query}`;
      expect((await call(asked)).json).toEqual({ count });
    }
  });

  it('are refused where the code is hidden, the commit is none or the place is half a place', async () => {
    const { call, project, commit, member } = await harbor(app(), 'bea');
    await commit({ a: '1' });
    const comments = `${project}/repository/commits/main/comments`;
    // Guests of a private project see no code, and so no commit.
    const guest = await member('gus', 10);
    expect((await guest.as(`GET ${comments}`)).status).toBe(403);
    expect((await guest.as(`POST ${comments}`, { note: 'x' })).status).toBe(403);
    const stranger = await member('sam', 0);
    expect((await stranger.as(`POST ${comments}`, { note: 'x' })).status).toBe(404);
    for (const [path, json, status, said] of [
      [comments, {}, 400, { error: 'note is missing, note is empty' }],
      [comments, { note: ' ' }, 400, { error: 'note is empty' }],
      [comments, { note: 'x', path: 'a' }, 400, { error: 'line is missing' }],
      [
        comments,
        { note: 'x', line_type: 'no' },
        400,
        { error: 'line_type does not have a valid value' },
      ],
      [comments.replace('main', 'gone'), { note: 'x' }, 404, { message: '404 Commit Not Found' }],
    ] as const) {
      const answer = await call(`POST ${path}`, json);
      expect([json, answer.status, answer.json]).toEqual([json, status, said]);
    }
    expect((await call(`GET ${comments}`)).json).toEqual([]);
  });
});
