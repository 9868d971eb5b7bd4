import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('who may do what with issues', (app) => {
  it('a confidential issue is for Reporters, its author and its assignees', async () => {
    const { project, member, call } = await harbor(app(), 'fay');
    const people = {
      guest: await member('fguest', 10),
      author: await member('fauthor', 10),
      assignee: await member('fassignee', 10),
      reporter: await member('freporter', 20),
    };
    const made = await people.author.as(`POST ${project}/issues`, {
      title: 'Leak',
      confidential: true,
      assignee_id: people.assignee.id,
    });
    expect(made.status).toBe(201);
    const seen: Record<string, number[]> = {};
    for (const [name, { as }] of Object.entries(people)) {
      seen[name] = [
        (await as(`GET ${project}/issues/1`)).status,
        (await as(`GET ${project}/issues`)).json.length,
        (await as(`GET ${project}/issues/1/notes`)).status,
        (await as(`POST ${project}/issues/1/notes`, { body: 'x' })).status,
      ];
    }
    expect(seen).toEqual({
      guest: [404, 0, 404, 404],
      author: [200, 1, 200, 201],
      assignee: [200, 1, 200, 201],
      reporter: [200, 1, 200, 201],
    });
    const labelled = await call(`PUT ${project}/issues/1`, { labels: 'x' });
    expect(labelled.status).toBe(200);
    const counts = async (as: typeof call) =>
      (await as(`GET ${project}/labels/x`)).json.open_issues_count;
    expect([await counts(people.guest.as), await counts(people.reporter.as)]).toEqual([0, 1]);
  });

  it('authors change text and state, Reporters everything, Guests nothing of others', async () => {
    const { project, member, call, issue } = await harbor(app(), 'gus');
    const guest = await member('gguest', 10);
    const reporter = await member('greporter', 20);
    await issue({ title: 'Of the owner' });
    await call(`POST ${project}/labels`, { name: 'here', color: 'red' });
    const own = await guest.as(`POST ${project}/issues`, { title: 'Own', labels: 'here,new' });
    expect(own.json.labels).toEqual(['here']);
    const changed = await guest.as(`PUT ${project}/issues/2`, {
      title: 'Own too',
      state_event: 'close',
      labels: 'x',
      weight: 4,
      confidential: true,
    });
    expect(changed.json).toMatchObject({
      title: 'Own too',
      state: 'closed',
      labels: ['here'],
      weight: null,
      confidential: false,
    });
    expect((await guest.as(`PUT ${project}/issues/1`, { title: 'x' })).status).toBe(403);
    expect((await guest.as(`DELETE ${project}/issues/2`)).status).toBe(403);
    const planned = await reporter.as(`PUT ${project}/issues/1`, { labels: 'x', weight: 4 });
    expect(planned.json).toMatchObject({ labels: ['x'], weight: 4 });
    expect((await reporter.as(`DELETE ${project}/issues/1`)).status).toBe(403);
    expect((await app().call(`PUT ${project}/issues/1`, { json: {} })).status).toBe(401);
    await call(`PUT ${project}`, { issues_enabled: false });
    expect((await call(`GET ${project}/issues`)).json).toEqual([]);
    expect((await call(`GET ${project}/issues/1`)).status).toBe(404);
    expect((await call(`POST ${project}/issues`, { title: 'x' })).status).toBe(403);
  });

  it('an issue is commented on, and tells what happened to it', async () => {
    const { project, call, issue, member } = await harbor(app(), 'ida');
    const guest = await member('iguest', 10);
    await issue({ title: 'One' });
    const notes = `${project}/issues/1/notes`;
    const first = await guest.as(`POST ${notes}`, { body: 'Ahoy' });
    expect(first.json).toMatchObject({
      body: 'Ahoy',
      author: { username: 'iguest' },
      noteable_type: 'Issue',
      noteable_iid: 1,
      system: false,
      resolvable: false,
    });
    const inner = await call(`POST ${notes}`, { body: 'Quiet', internal: true });
    expect(inner.json.internal).toBe(true);
    expect((await guest.as(`POST ${notes}`, { body: 'Q', internal: true })).status).toBe(403);
    expect((await guest.as(`GET ${notes}/${inner.json.id}`)).status).toBe(404);
    expect((await call(`POST ${notes}`, { body: ' ' })).status).toBe(400);
    await call(`PUT ${project}/issues/1`, { title: 'Two', state_event: 'close' });
    const bodies = async (query: string) =>
      (await call(`GET ${notes}?sort=asc${query}`)).json.map((note: { body: string }) => note.body);
    expect(await bodies('')).toEqual([
      'Ahoy',
      'Quiet',
      'changed title from **One** to **Two**',
      'closed',
    ]);
    expect(await bodies('&activity_filter=only_comments')).toEqual(['Ahoy', 'Quiet']);
    expect((await guest.as(`GET ${notes}`)).json).toHaveLength(3);
    expect((await call(`GET ${project}/issues/1`)).json.user_notes_count).toBe(2);
    const edited = await guest.as(`PUT ${notes}/${first.json.id}`, { body: 'Ahoy!' });
    expect(edited.json.body).toBe('Ahoy!');
    expect((await guest.as(`DELETE ${notes}/${first.json.id}`)).status).toBe(204);
    expect((await call(`GET ${project}/issues/1`)).json.user_notes_count).toBe(1);
    expect((await app().call(`GET ${notes}`)).status).toBe(401);
    await call(`PUT ${project}/issues/1`, { discussion_locked: true });
    const outsider = await app().user('ioutsider');
    await call(`PUT ${project}`, { visibility: 'private' });
    expect((await app().call(`GET ${notes}`, { token: outsider.token })).status).toBe(404);
  });
});
