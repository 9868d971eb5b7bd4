import { readdirSync, readFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { importCommand } from '../../commands/import.ts';
import { harbor } from '../../testing/harbor.ts';
import { type Answer, onBothDatabases } from '../../testing/test-app.ts';

const bff = fileURLToPath(new URL('../..', import.meta.url));

onBothDatabases('every way that labels come and go', (app) => {
  let names = 0;
  async function stage() {
    const place = await harbor(app(), `way${++names}`);
    const { call, group, project, commit } = place;
    const group_id = Number(group.split('/').at(-1));
    await commit({ 'a.txt': 'one\n' });
    await call(`POST ${group}/labels`, { name: 'shared', color: '#112233' });
    const open = {
      Issue: async (labels: string) =>
        (await call(`POST ${project}/issues`, { title: 'One', labels })).json,
      MergeRequest: async (labels: string) => {
        const source_branch = `topic${++names}`;
        await commit({ [`${source_branch}.txt`]: 'two\n' }, source_branch, {
          start_branch: 'main',
        });
        const request = { title: 'One', source_branch, target_branch: 'main', labels };
        return (await call(`POST ${project}/merge_requests`, request)).json;
      },
      Epic: async (labels: string) =>
        (await call(`POST ${group}/epics`, { title: 'One', labels })).json,
    };
    const at = {
      Issue: ({ iid, project_id }: Answer['json']) => `/projects/${project_id}/issues/${iid}`,
      MergeRequest: ({ iid }: Answer['json']) => `${project}/merge_requests/${iid}`,
      Epic: ({ iid }: Answer['json']) => `${group}/epics/${iid}`,
    };
    const eventsOf = async (kind: Kind, record: Answer['json']) => {
      const path = kind === 'Epic' ? `${group}/epics/${record.id}` : at[kind](record);
      const answer = await call(`GET ${path}/resource_label_events`);
      expect(answer.status).toBe(200);
      return answer.json as Answer['json'][];
    };
    /** `+name` for a label that came, `-name` for one that went, `?` for one that is deleted. */
    const told = async (kind: Kind, record: Answer['json']) =>
      (await eventsOf(kind, record)).map(
        ({ action, label }) => `${action === 'add' ? '+' : '-'}${label?.name ?? '?'}`,
      );
    return { ...place, group_id, open, at, eventsOf, told };
  }
  type Kind = 'Issue' | 'MergeRequest' | 'Epic';
  const kinds: readonly Kind[] = ['Issue', 'MergeRequest', 'Epic'];

  it('opening and changing tell of it: labels given, added, removed, set, emptied; closing changes none', async () => {
    const { call, open, at, told, eventsOf, username } = await stage();
    const ways: readonly (readonly [object, string[]])[] = [
      [{ add_labels: 'c' }, ['+c']],
      [{ add_labels: 'c' }, []],
      [{ remove_labels: 'c,none' }, ['-c']],
      [{ labels: 'b,d' }, ['+d', '-a']],
      [{ state_event: 'close' }, []],
      [{ state_event: 'reopen' }, []],
      [{ title: 'Two' }, []],
      [{ labels: '' }, ['-b', '-d']],
    ];
    for (const kind of kinds) {
      const record = await open[kind]('a,b');
      const expected = ['+a', '+b'];
      for (const [body, more] of ways) {
        expect((await call(`PUT ${at[kind](record)}`, body)).status).toBe(200);
        expected.push(...more);
        expect([kind, body, await told(kind, record)]).toEqual([kind, body, expected]);
      }
      const [first] = await eventsOf(kind, record);
      expect(first).toMatchObject({ user: { username }, resource_type: kind });
    }
  });

  it('lines of a comment that are commands tell of it', async () => {
    const { call, open, at, told } = await stage();
    const request = await open.MergeRequest('a');
    for (const body of ['/label ~b ~c', 'Now then\n/relabel ~c ~d', '/unlabel ~d', '/unlabel']) {
      await call(`POST ${at.MergeRequest(request)}/notes`, { body });
    }
    expect(await told('MergeRequest', request)).toEqual([
      '+a',
      '+b',
      '+c',
      '+d',
      '-a',
      '-b',
      '-d',
      '-c',
    ]);
  });

  it('an issue that moves or is cloned brings its labels along, and is told to have them', async () => {
    const { call, open, at, told, group_id } = await stage();
    const issue = await open.Issue('shared');
    const other = (await call('POST /projects', { name: 'other', namespace_id: group_id })).json;
    const to = { to_project_id: other.id };
    for (const verb of ['clone', 'move']) {
      const made = (await call(`POST ${at.Issue(issue)}/${verb}`, to)).json;
      expect([verb, await told('Issue', made)]).toEqual([verb, ['+shared']]);
    }
  });

  it('a promoted label takes its history along, and a deleted one is told to have gone', async () => {
    const { call, project, group, open, eventsOf, told } = await stage();
    const issue = await open.Issue('storm');
    const request = await open.MergeRequest('storm');
    const promoted = (await call(`PUT ${project}/labels/storm/promote`)).json;
    for (const [kind, record] of [
      ['Issue', issue],
      ['MergeRequest', request],
    ] as const) {
      expect(await eventsOf(kind, record)).toMatchObject([
        { action: 'add', label: { id: promoted.id, name: 'storm' } },
      ]);
    }
    const epic = await open.Epic('storm');
    await call(`DELETE ${group}/labels/storm`);
    expect(await told('Issue', issue)).toEqual(['+?', '-?']);
    expect(await told('MergeRequest', request)).toEqual(['+?', '-?']);
    expect(await told('Epic', epic)).toEqual(['+?', '-?']);
  });

  it('a project or a group that moves keeps labels of where it was, with all that is told of them', async () => {
    const { call, project, group, group_id, open, told, eventsOf, at } = await stage();
    const away = (await call('POST /groups', { name: 'Away', path: `away${names}` })).json;
    const inner = { name: 'Inner', path: 'inner', parent_id: group_id };
    const moved = (await call('POST /groups', inner)).json;
    const parent = await open.Epic('');
    const planned = { title: 'Two', labels: 'shared,own', parent_id: parent.id };
    const epic = (await call(`POST /groups/${moved.id}/epics`, planned)).json;
    const issue = await open.Issue('shared');
    const request = await open.MergeRequest('shared');
    await call(`PUT ${at.Issue(issue)}`, { labels: '' });
    await call(`PUT ${at.Issue(issue)}`, { labels: 'shared' });

    const sent = await call(`PUT ${project}/transfer`, { namespace: away.id });
    expect(sent.status).toBe(200);
    expect(await told('Issue', issue)).toEqual(['+shared', '-shared', '+shared']);
    expect(await told('MergeRequest', request)).toEqual(['+shared']);
    const [own] = (await call(`GET ${project}/labels`)).json;
    const ids = (await eventsOf('Issue', issue)).map(({ label }) => label.id);
    expect([own.is_project_label, ids]).toEqual([true, [own.id, own.id, own.id]]);

    const transfer = await call(`POST /groups/${moved.id}/transfer`, { group_id: away.id });
    expect(transfer.status).toBe(201);
    const there = `/groups/${moved.id}/epics`;
    const after = (await call(`GET ${there}/${epic.iid}`)).json;
    expect(after).toMatchObject({ labels: ['own', 'shared'], parent_id: null });
    const events = (await call(`GET ${there}/${epic.id}/resource_label_events`)).json;
    expect(events.map((event: Answer['json']) => event.label?.name)).toEqual(['shared', 'own']);
    const labels = (await call(`GET /groups/${moved.id}/labels`)).json;
    expect(labels.map(({ name }: { name: string }) => name)).toEqual(['own', 'shared']);
    // Those of the group that stayed are its own still.
    expect((await call(`GET ${group}/labels/shared`)).status).toBe(200);
  });

  it('an import tells of the labels that issues came with, as their authors’ doing', async () => {
    const { call, username, told, eventsOf } = await stage();
    const created_at = '2026-01-02T03:04:05Z';
    const lines = [
      { type: 'source', host: 'https://src.example.test', import_type: 'gitlab_migration' },
      { type: 'user', id: '11', name: 'Ann Lee', username: 'ann' },
      { type: 'label', name: 'bug', color: '#ff0000' },
      { type: 'issue', id: '1', project: 'app', title: 'It leaks', author: '11', labels: ['bug'] },
    ];
    const file = join(mkdtempSync(join(tmpdir(), 'qd-ways-')), 'lines.jsonl');
    writeFileSync(
      file,
      lines
        .map((line) => JSON.stringify(line.type === 'issue' ? { ...line, created_at } : line))
        .join('\n'),
    );
    const args = [file, '--group', `at-${username}`];
    await importCommand.run({ ctx: app().ctx, args, print: () => undefined });
    const path = `/projects/${encodeURIComponent(`at-${username}/app`)}`;
    const [issue] = (await call(`GET ${path}/issues`)).json;
    expect(await told('Issue', issue)).toEqual(['+bug']);
    expect(await eventsOf('Issue', issue)).toMatchObject([
      { user: { id: issue.author.id }, created_at: issue.created_at },
    ]);
  });

  it('and after all of them, what is told says which labels everything carries', async () => {
    const { db } = app().deps;
    const links = await db.selectFrom('label_links').selectAll().execute();
    const events = await db
      .selectFrom('resource_label_events')
      .selectAll()
      .where('label_id', 'is not', null)
      .orderBy('id')
      .execute();
    const last = new Map(
      events.map((event) => [
        [event.resource_type, event.resource_id, event.label_id].join(' '),
        event.action,
      ]),
    );
    const carried = [...last].flatMap(([key, action]) => (action === 'add' ? [key] : []));
    const linked = links.map((link) => [link.target_type, link.target_id, link.label_id].join(' '));
    expect(linked.length).toBeGreaterThan(0);
    expect(carried.sort()).toEqual(linked.sort());
  });
});

it('no other file puts labels on things, or takes them off and leaves the history behind', () => {
  const files = readdirSync(bff, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!testing|commands\/demo).*(?<!\.test)\.ts$/.test(name),
  );
  const writers = (pattern: RegExp) =>
    files.filter((name) => pattern.test(readFileSync(join(bff, name), 'utf8'))).sort();
  const puts = /insertInto\(\s*'label_links'|updateTable\(\s*'label_links'|insert into label_links/;
  expect(writers(puts)).toEqual(['modules/labels/link-repository.ts']);
  const tells = /insertInto\(\s*'resource_label_events'|insert into resource_label_events/;
  expect(writers(tells)).toEqual(['modules/labels/link-repository.ts']);
  // What is deleted itself goes with its history.
  const takes = /deleteFrom\(\s*'label_links'|delete from label_links/;
  expect(writers(takes)).toEqual([
    'modules/labels/link-repository.ts',
    'modules/removal/repository.ts',
    'modules/removal/user-repository.ts',
  ]);
});
