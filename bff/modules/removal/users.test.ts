import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { commitFiles, gitIn } from '../../testing/scratch.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { userReferences } from './user-repository.ts';

onBothDatabases('a deleted user', (app) => {
  let names = 0;

  /** Foreign keys to users as the database has them: `table.column` and what a deletion does. */
  const foreignKeys = async (): Promise<Record<string, string>> => {
    const ask =
      app().dialect === 'sqlite'
        ? sql<{ name: string; does: string }>`
            select t.name || '.' || k."from" as name, k.on_delete as does
            from sqlite_master t join pragma_foreign_key_list(t.name) k
            where t.type = 'table' and k."table" = 'users'`
        : sql<{ name: string; does: string }>`
            select k.conrelid::regclass || '.' || a.attname as name,
              case k.confdeltype when 'a' then 'NO ACTION' when 'c' then 'CASCADE'
                when 'n' then 'SET NULL' else k.confdeltype::text end as does
            from pg_constraint k join pg_attribute a
              on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
            where k.contype = 'f' and k.confrelid = 'users'::regclass`;
    const { rows } = await ask.execute(app().deps.db);
    return Object.fromEntries(rows.map(({ name, does }) => [name, does]));
  };

  it('is named by no column whose rows nobody has thought of', async () => {
    const does = {
      written: 'NO ACTION',
      done: 'SET NULL',
      owned: 'CASCADE',
      forgotten: 'SET NULL',
    } as const;
    const thoughtOf = Object.entries(userReferences).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, fate]) => [`${table}.${column}`, does[fate]]),
    );
    expect(Object.fromEntries(thoughtOf)).toEqual(await foreignKeys());
  });

  /** Two people write on each other's issues and merge requests. */
  const stage = async () => {
    names += 1;
    const root = await app().user(`root${names}`, { admin: true });
    const nell = await app().user(`nell${names}`);
    const mel = await app().user(`mel${names}`);
    const call = async (by: TestUser, request: string, json?: object) => {
      const answer = await app().call(request, { token: by.token, ...(json && { json }) });
      if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${answer.text}`);
      return answer.json;
    };
    const { id } = await call(nell, 'POST /projects', { name: `deck${names}` });
    const place = `/projects/${id}`;
    await call(nell, `PUT ${place}`, { only_allow_merge_if_all_discussions_are_resolved: true });
    await call(nell, `POST ${place}/members`, { user_id: mel.id, access_level: 40 });
    await call(nell, `POST ${place}/labels`, { name: 'rope', color: '#112233' });
    const first = await commitFiles(app(), { id }, { branch: 'main', files: { a: '0' } });
    const things: string[] = [];
    for (const [at, author] of [mel, nell].entries()) {
      const issue = { title: 'An issue', labels: 'rope' };
      const { iid } = await call(author, `POST ${place}/issues`, issue);
      const branch = `topic${at}`;
      await commitFiles(app(), { id }, { branch, from: first, files: { b: branch } });
      const pair = { source_branch: branch, target_branch: 'main' };
      const mergeRequest = { ...pair, title: 'A request', labels: 'rope' };
      const made = await call(author, `POST ${place}/merge_requests`, mergeRequest);
      for (const path of [`${place}/issues/${iid}`, `${place}/merge_requests/${made.iid}`]) {
        for (const by of [mel, nell]) await call(by, `POST ${path}/notes`, { body: 'A word' });
        things.push(path);
      }
      await call(mel, `POST ${place}/merge_requests/${made.iid}/discussions`, { body: 'Open' });
    }
    await app().drain();
    const [melsIssue = '', melsRequest = '', nellsIssue = '', nellsRequest = ''] = things;
    await call(mel, `PUT ${nellsIssue}`, { state_event: 'close' });
    const read = async (path: string) => app().call(`GET ${path}`, { token: nell.token });
    const remove = (query: string) => call(root, `DELETE /users/${mel.id}${query}`);
    return { id, mel, nell, call, read, remove, melsIssue, melsRequest, nellsIssue, nellsRequest };
  };

  /** Rows of notes, labels and label events whose issue or merge request is gone. */
  const orphans = async () => {
    const found: string[] = [];
    for (const [table, type] of [
      ['notes', 'noteable'],
      ['label_links', 'target'],
      ['resource_label_events', 'resource'],
    ]) {
      const { rows } = await sql<{ id: number }>`
        select ${sql.ref(`${type}_id`)} as id from ${sql.table(table ?? '')}
        where (${sql.ref(`${type}_type`)} = 'Issue' and ${sql.ref(`${type}_id`)} not in
          (select id from issues)) or (${sql.ref(`${type}_type`)} = 'MergeRequest'
          and ${sql.ref(`${type}_id`)} not in (select id from merge_requests))`.execute(
        app().deps.db,
      );
      found.push(...rows.map((row) => `${table} of ${row.id}`));
    }
    return found;
  };

  it('leaves what was written and done to the ghost user', async () => {
    const { read, remove, mel, melsIssue, melsRequest, nellsIssue, nellsRequest } = await stage();
    await remove('');
    for (const path of [melsIssue, melsRequest]) {
      expect((await read(path)).json).toMatchObject({ author: { username: 'ghost' } });
    }
    expect((await read(nellsIssue)).json).toMatchObject({
      closed_by: { username: 'ghost' },
      user_notes_count: 2,
    });
    const notes = (await read(`${nellsRequest}/notes`)).json as { author: { username: string } }[];
    expect(notes.map((note) => note.author.username)).toContain('ghost');
    expect((await read(nellsRequest)).json).toMatchObject({
      user_notes_count: 3,
      blocking_discussions_resolved: false,
    });
    const doers = await app()
      .deps.db.selectFrom('resource_label_events as e')
      .innerJoin('users', 'users.id', 'e.user_id')
      .select('users.username')
      .distinct()
      .execute();
    expect(doers.map((row) => row.username)).toContain('ghost');
    expect(doers.map((row) => row.username)).not.toContain(mel.username);
    expect(JSON.stringify(notes)).not.toContain(mel.username);
    expect(await orphans()).toEqual([]);
  });

  it('takes everything written along with a hard deletion, and counts are those of the rest', async () => {
    const made = await stage();
    const { id, read, remove, mel, melsIssue, melsRequest, nellsIssue, nellsRequest } = made;
    const actor = `User:${mel.id}`;
    const { db } = app().deps;
    await db
      .insertInto('features')
      .values({ name: `flag${id}`, updated_at: '2026-11-27T12:00:00.000Z' })
      .execute();
    await db
      .insertInto('feature_actors')
      .values({ name: `flag${id}`, actor })
      .execute();
    expect(gitIn(app(), { id }, 'for-each-ref', 'refs/merge-requests').split('\n')).toHaveLength(2);
    await remove('?hard_delete=true');
    for (const path of [melsIssue, melsRequest]) expect((await read(path)).status).toBe(404);
    expect((await read(nellsIssue)).json).toMatchObject({ state: 'closed', user_notes_count: 1 });
    expect((await read(nellsRequest)).json).toMatchObject({
      user_notes_count: 1,
      blocking_discussions_resolved: true,
    });
    expect(await orphans()).toEqual([]);
    const actors = await db.selectFrom('feature_actors').select('actor').execute();
    expect(actors.map((row) => row.actor)).not.toContain(actor);
    await app().drain();
    expect(gitIn(app(), { id }, 'for-each-ref', 'refs/merge-requests').split('\n')).toHaveLength(1);
  });
});
