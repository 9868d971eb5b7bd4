import { expect, it } from 'vitest';
import { contribute, csvHeader, csvLine, importedGroup } from '../../testing/strangers.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const sheet = (...lines: string[]) => `${[csvHeader, ...lines].join('\n')}\n`;

onBothDatabases('the work of people of imports', (app) => {
  const place = async (owner: string) => {
    const group = await importedGroup(app(), owner);
    const act = (verb: string, json: object, token = group.token) =>
      group.as(token)(`POST /bff${group.path}/placeholder_users/${verb}`, json);
    const statusOf = async (identifier: string) => (await group.people()).get(identifier)?.status;
    return { ...group, act, statusOf };
  };
  it('start to move at once where an administrator needs no word, and only there', async () => {
    const group = await place('ella');
    const root = await app().user('root', { admin: true });
    const victor = await app().user('victor');
    const wanda = await app().user('wanda');
    const set = (allow_bypass_placeholder_confirmation: boolean) =>
      group.as(root.token)('PUT /application/settings', { allow_bypass_placeholder_confirmation });
    const [one, two, three] = [
      await group.person('1'),
      await group.person('2'),
      await group.person('3'),
    ];
    await group.act('assign', { ids: [three.id], user_id: victor.id }, root.token);
    expect(await group.statusOf('3')).toBe('awaiting_approval');
    await group.act('cancel', { ids: [three.id] });
    await set(true);
    await group.act('assign', { ids: [one.id], user_id: victor.id }, root.token);
    expect(await group.statusOf('1')).toBe('reassignment_in_progress');
    await group.act('assign', { ids: [two.id], user_id: wanda.id });
    expect(await group.statusOf('2')).toBe('awaiting_approval');
    await app().drain();
    expect(await group.statusOf('1')).toBe('completed');
    const yuri = await app().user('yuri');
    const run = await group.run(sheet(csvLine('3', yuri.username)), { token: root.token });
    expect(run.json.matched).toBe(1);
    expect(await group.statusOf('3')).toBe('completed');
    await set(false);
  });

  it('fail with a reason when nobody is there to take over, and are tried again', async () => {
    const group = await place('finn');
    const quin = await app().user('quin');
    const row = await group.person('4');
    await group.act('assign', { ids: [row.id], user_id: quin.id });
    const token = await group.tokenFor('quin');
    await group.as(quin.token)(`POST /bff/reassignments/${token}/accept`);
    await app()
      .deps.db.updateTable('import_source_users')
      .set({ reassign_to_user_id: null })
      .where('id', '=', row.id)
      .execute();
    await app().drain();
    expect((await group.people()).get('4')).toMatchObject({
      status: 'failed',
      reassignment_error: 'The user who was to take over is gone',
    });
    await app()
      .deps.db.updateTable('import_source_users')
      .set({ reassign_to_user_id: quin.id })
      .where('id', '=', row.id)
      .execute();
    expect((await group.act('retry', { ids: [row.id] })).json).toMatchObject([
      { status: 'reassignment_in_progress', reassignment_error: null },
    ]);
    await app().drain();
    expect(await group.statusOf('4')).toBe('completed');
  });

  it('import spoofs author: reassignment to an administrator or another domain is written down', async () => {
    const group = await place('gil');
    const root = await app().user('captain', { admin: true });
    await group.as(root.token)('PUT /application/settings', {
      allow_contribution_mapping_to_admins: true,
    });
    const row = await group.person('5');
    await group.act('assign', { ids: [row.id], user_id: root.id });
    await group.as(root.token)('PUT /application/settings', {
      allow_contribution_mapping_to_admins: false,
    });
    const written = await app()
      .deps.db.selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'placeholder_user.reassign')
      .where('subject_id', '=', row.id)
      .executeTakeFirstOrThrow();
    expect(written.actor_name).toBe('gil');
    expect(JSON.parse(written.after ?? '')).toEqual({
      reassign_to: 'captain',
      administrator: true,
      email_domain: 'example.test',
      asked: true,
    });
    expect(written.group_id).toBe(group.groupId);
  });

  it('have placeholders that nobody can sign in as, whatever an administrator gives them', async () => {
    const group = await place('hugo');
    const root = await app().user('rooted', { admin: true });
    const row = await group.person('6');
    const id = row.placeholder_user_id ?? 0;
    const made = await group.as(root.token)(`POST /users/${id}/personal_access_tokens`, {
      name: 'x',
      scopes: ['api'],
    });
    const token = made.json.token ?? 'none was made';
    expect((await app().call('GET /user', { token })).status).toBe(401);
    await group.as(root.token)(`PUT /users/${id}`, { password: 'a long enough word 1' });
    const shown = await group.as(root.token)(`GET /users/${id}`);
    const signIn = await app().call('POST /bff/session', {
      json: { username: shown.json.username, password: 'a long enough word 1' },
      headers: { origin: 'http://127.0.0.1:3000' },
    });
    expect(signIn.status).toBe(401);
  });

  it('are moved in batches, and a second run goes on where a first was cut off', async () => {
    const group = await place('ivan');
    const kim = await app().user('kim');
    const row = await group.person('9');
    const placeholder = row.placeholder_user_id ?? 0;
    const issue = await contribute(app(), group, { userId: placeholder, tag: 'nine' });
    const db = app().deps.db;
    const note = await db
      .selectFrom('notes')
      .selectAll()
      .where('author_id', '=', placeholder)
      .executeTakeFirstOrThrow();
    const { id: _, ...copy } = note;
    for (let at = 0; at < 2600; at += 200) {
      await db
        .insertInto('notes')
        .values(Array.from({ length: 200 }, () => copy))
        .execute();
    }
    await group.act('assign', { ids: [row.id], user_id: kim.id });
    const token = await group.tokenFor('kim');
    await group.as(kim.token)(`POST /bff/reassignments/${token}/accept`);
    const { moveContributions } = await import('./move-rules.ts');
    const control = new AbortController();
    // As a process leaves it that is killed in the middle: some batches are over.
    let looks = 0;
    const signal = new Proxy(control.signal, {
      get(of, name) {
        if (name === 'throwIfAborted' && ++looks === 3) control.abort(new Error('killed'));
        const value: unknown = Reflect.get(of, name, of);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
    const cut = moveContributions({ ...app().ctx, signal }, row.id, { isLast: false });
    await expect(cut).rejects.toThrow('killed');
    const countOf = async (author: number) => {
      const { count } = await db
        .selectFrom('notes')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('author_id', '=', author)
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    expect(await group.statusOf('9')).toBe('reassignment_in_progress');
    const half = await countOf(kim.id);
    expect([half > 0, half < 2601]).toEqual([true, true]);
    await app().drain();
    expect(await group.statusOf('9')).toBe('completed');
    expect(await countOf(kim.id)).toBe(2601);
    expect((await group.call(`GET ${group.project}/issues/${issue.iid}`)).json.author.id).toBe(
      kim.id,
    );
  });
});
