import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { fresh } from '../../testing/workshop.ts';

const day = 86_400_000;
const counts = ['issues', 'merge_requests', 'new_members'] as const;

onBothDatabases('the activity of a group', (app) => {
  const made = async (by: TestUser, request: string, json: object) => {
    const answer = await app().call(request, { token: by.token, json });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json;
  };
  const ask = (kind: string, group: string | number | undefined, token?: string) => {
    const query = group === undefined ? '' : `?group_path=${encodeURIComponent(group)}`;
    return app().call(`GET /analytics/group_activity/${kind}_count${query}`, { token });
  };
  const seen = async (group: string | number, by: TestUser) => {
    const found: number[] = [];
    for (const kind of counts) {
      const answer = await ask(kind, group, by.token);
      expect(answer.status).toBe(200);
      found.push(answer.json[`${kind}_count`]);
    }
    return found;
  };
  const now = () => app().clock.now();
  const ago = (milliseconds: number) => new Date(now() - milliseconds).toISOString();

  /** A public group with a private subgroup, a project in each. */
  async function harbour() {
    const owner = await app().user(fresh('owner'));
    const name = fresh('harbour');
    const group = await made(owner, 'POST /groups', { name, path: name, visibility: 'public' });
    const inside = { name: 'inner', path: 'inner', parent_id: group.id, visibility: 'private' };
    const inner = await made(owner, 'POST /groups', inside);
    const projectIn = async (namespace_id: number, visibility: string) =>
      `/projects/${(await made(owner, 'POST /projects', { name: fresh('p'), namespace_id, visibility })).id}`;
    const open = await projectIn(group.id, 'public');
    const closed = await projectIn(inner.id, 'private');
    return { owner, group, inner, open, closed };
  }
  const mergeRequest = (project: string, created_at: string, at: number) => {
    const id = Number(project.split('/').at(-1));
    return app()
      .deps.db.insertInto('merge_requests')
      .values({
        source_project_id: id,
        target_project_id: id,
        iid: at,
        title: 'x',
        title_lower: 'x',
        source_branch: `b${at}`,
        target_branch: 'main',
        author_id: 1,
        created_at,
        updated_at: created_at,
      })
      .execute();
  };

  it('is counted over the group and all below it, in every state, as far as the caller may read', async () => {
    const { owner, group, inner, open, closed } = await harbour();
    const issue = await made(owner, `POST ${open}/issues`, { title: 'one' });
    await made(owner, `POST ${open}/issues`, { title: 'hidden', confidential: true });
    await made(owner, `POST ${closed}/issues`, { title: 'inner' });
    await app().call(`PUT ${open}/issues/${issue.iid}`, {
      token: owner.token,
      json: { state_event: 'close' },
    });
    await mergeRequest(open, ago(day), 1);
    await mergeRequest(closed, ago(day), 1);
    const member = await app().user(fresh('member'));
    const outsider = await app().user(fresh('outsider'));
    // Twice a direct member is one new member; those of projects and of groups above are none.
    for (const id of [group.id, inner.id]) {
      await made(owner, `POST /groups/${id}/members`, { user_id: member.id, access_level: 20 });
    }
    const deep = await app().user(fresh('deep'));
    await made(owner, `POST /groups/${inner.id}/members`, { user_id: deep.id, access_level: 30 });
    const guest = await app().user(fresh('guest'));
    await made(owner, `POST ${open}/members`, { user_id: guest.id, access_level: 10 });

    expect(await seen(group.full_path, owner)).toEqual([3, 2, 3]);
    expect(await seen(group.id, owner)).toEqual([3, 2, 3]);
    expect(await seen(group.full_path.toUpperCase(), member)).toEqual([3, 2, 3]);
    expect(await seen(inner.full_path, owner)).toEqual([1, 1, 3]);
    // The confidential issue, the private subgroup and its members are not theirs to count.
    expect(await seen(group.full_path, outsider)).toEqual([1, 1, 2]);
    const series = await app().call(`GET /bff/groups/${group.id}/activity`, {
      token: outsider.token,
    });
    const sum = (kind: (typeof counts)[number]) =>
      series.json[kind].reduce((all: number, one: { count: number }) => all + one.count, 0);
    expect(counts.map(sum)).toEqual([1, 1, 2]);
  });

  it('is that of the last 30 days, 1,000 at most, and never an old answer', async () => {
    const { owner, group, inner, open } = await harbour();
    const db = () => app().deps.db;
    const id = Number(open.split('/').at(-1));
    await made(owner, `POST ${open}/issues`, { title: 'edge' });
    await mergeRequest(open, ago(day), 1);
    const edge = async (age: number) => {
      const then = { created_at: ago(age) };
      await db().updateTable('issues').set(then).where('title', '=', 'edge').execute();
      await db()
        .updateTable('merge_requests')
        .set(then)
        .where('target_project_id', '=', id)
        .execute();
      await db()
        .updateTable('members')
        .set(then)
        .where('source_type', '=', 'Namespace')
        .where('source_id', 'in', [group.id, inner.id])
        .execute();
      return seen(group.id, owner);
    };
    expect(await edge(30 * day - 60_000)).toEqual([1, 1, 1]);
    expect(await edge(30 * day + 60_000)).toEqual([0, 0, 0]);
    const time = ago(day);
    const many = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1001)`;
    await sql`
      insert into issues (project_id, iid, title, title_lower, author_id, created_at, updated_at)
      ${many} select ${sql.lit(id)}, 1000 + i, 'x', 'x', ${sql.lit(owner.id)}, ${sql.lit(time)}, ${sql.lit(time)} from n`.execute(
      db(),
    );
    await sql`
      insert into merge_requests (source_project_id, target_project_id, iid, title, title_lower,
        source_branch, target_branch, author_id, created_at, updated_at)
      ${many} select ${sql.lit(id)}, ${sql.lit(id)}, 1000 + i, 'x', 'x', 'c' || i, 'main',
        ${sql.lit(owner.id)}, ${sql.lit(time)}, ${sql.lit(time)} from n`.execute(db());
    await sql`
      insert into users (id, username, username_lower, name, email, email_lower, created_at, updated_at)
      ${many} select 100000 + i, 'u' || i, 'u' || i, 'x', 'u' || i, 'u' || i, ${sql.lit(time)}, ${sql.lit(time)} from n`.execute(
      db(),
    );
    await sql`
      insert into members (source_type, source_id, user_id, access_level, created_at)
      ${many} select 'Namespace', ${sql.lit(group.id)}, 100000 + i, 20, ${sql.lit(time)} from n`.execute(
      db(),
    );
    expect(await seen(group.id, owner)).toEqual([1000, 1000, 1000]);
  });

  it('needs a group that is there, and somebody who may read it', async () => {
    const { owner, group, inner } = await harbour();
    const outsider = await app().user(fresh('outsider'));
    for (const kind of counts) {
      expect((await ask(kind, group.full_path)).status).toBe(401);
      expect((await ask(kind, undefined, owner.token)).json).toEqual({
        error: 'group_path is missing',
      });
      for (const path of [inner.full_path, inner.id, 'nowhere', '', 99_999_999]) {
        const answer = await ask(kind, path, outsider.token);
        expect([answer.status, answer.json]).toEqual([404, { message: '404 Group Not Found' }]);
      }
    }
    const series = `GET /bff/groups/${inner.id}/activity`;
    expect((await app().call(series, { token: outsider.token })).status).toBe(404);
    expect((await app().call(series)).status).toBe(401);
    const { token } = owner;
    await app().call(`PUT /groups/${group.id}`, { token, json: { path: fresh('quay') } });
    expect(await seen(group.full_path, owner)).toEqual([0, 0, 1]);
  });

  it('has a line for each day, days of nothing included, for the charts', async () => {
    const { owner, group, open } = await harbour();
    await made(owner, `POST ${open}/issues`, { title: 'today' });
    await mergeRequest(open, ago(2 * day), 1);
    const { token } = owner;
    const ofDays = async (days: string) =>
      (await app().call(`GET /bff/groups/${group.id}/activity${days}`, { token })).json;
    const three = await ofDays('?days=3');
    const dates = [2, 1, 0].map((back) => ago(back * day).slice(0, 10));
    const line = (...values: number[]) => dates.map((date, at) => ({ date, count: values[at] }));
    expect(three).toEqual({
      issues: line(0, 0, 1),
      merge_requests: line(1, 0, 0),
      new_members: line(0, 0, 1),
    });
    expect((await ofDays('')).issues).toHaveLength(30);
    for (const days of ['?days=0', '?days=91']) {
      expect(await ofDays(days)).toEqual({ error: 'days does not have a valid value' });
    }
  });
});
