import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

const titles = (answer: { json: { title: string }[] }) => answer.json.map((one) => one.title);

onBothDatabases('milestones', (app) => {
  /** A group with a subgroup and a project in it, all of one owner. */
  const harbor = async (owner: string) => {
    const { token } = await app().user(owner);
    const make = async (path: string, json: object) =>
      (await app().call(`POST ${path}`, { token, json })).json;
    const group = await make('/groups', { name: owner, path: `group-of-${owner}` });
    const sub = await make('/groups', { name: 'sub', path: 'sub', parent_id: group.id });
    const project = await make('/projects', { name: 'quay', namespace_id: sub.id });
    const call = (request: string, json?: unknown) => app().call(request, { token, json });
    return {
      call,
      group: `/groups/${group.id}/milestones`,
      sub: `/groups/${sub.id}/milestones`,
      project: `/projects/${project.id}/milestones`,
      projectId: Number(project.id),
    };
  };

  it('a milestone is created, read, changed, closed, activated and deleted', async () => {
    const { call, project, projectId } = await harbor('ann');
    const made = await call(`POST ${project}`, {
      title: 'Spring tide',
      description: 'High water',
      start_date: '2026-11-01',
      due_date: '2026-11-20',
    });
    expect(made.status).toBe(201);
    expect(made.json).toEqual({
      id: made.json.id,
      iid: 1,
      project_id: projectId,
      title: 'Spring tide',
      description: 'High water',
      state: 'active',
      created_at: expect.stringMatching(/^2026-11-27T12:.*Z$/),
      updated_at: made.json.created_at,
      start_date: '2026-11-01',
      due_date: '2026-11-20',
      expired: true,
      web_url: 'http://127.0.0.1:3000/group-of-ann/sub/quay/-/milestones/1',
    });
    const one = `${project}/${made.json.id}`;
    expect((await call(`GET ${one}`)).json).toEqual(made.json);
    const closed = await call(`PUT ${one}`, { state_event: 'close' });
    expect(closed.json).toEqual({
      ...made.json,
      state: 'closed',
      expired: false,
      updated_at: closed.json.updated_at,
    });
    const opened = await call(`PUT ${one}`, { state_event: 'activate', due_date: null });
    expect(opened.json).toMatchObject({ state: 'active', due_date: null, expired: false });
    const second = await call(`POST ${project}`, { title: 'Neap tide' });
    expect(second.json).toMatchObject({ iid: 2, description: '', start_date: null });
    expect((await call(`DELETE ${project}/${second.json.id}`)).status).toBe(204);
    const gone = await call(`GET ${project}/${second.json.id}`);
    expect([gone.status, gone.json]).toEqual([404, { message: '404 Milestone Not Found' }]);
    const third = await call(`POST ${project}`, { title: 'Neap tide' });
    expect(third.json.iid).toBe(3);
  });

  it('a list is narrowed by number, state, title and text, the next to end first', async () => {
    const { call, project } = await harbor('bea');
    await call(`POST ${project}`, { title: 'Late', due_date: '2027-03-01' });
    await call(`POST ${project}`, { title: 'Never', description: 'some DAY' });
    await call(`POST ${project}`, { title: 'Soon', due_date: '2027-01-01' });
    const done = await call(`POST ${project}`, { title: 'Done', due_date: '2026-12-01' });
    await call(`PUT ${project}/${done.json.id}`, { state_event: 'close' });
    const list = async (query: string) => titles(await call(`GET ${project}?${query}`));
    expect(await list('')).toEqual(['Done', 'Soon', 'Late', 'Never']);
    expect(await list('state=active')).toEqual(['Soon', 'Late', 'Never']);
    expect(await list('iids[]=1&iids[]=2')).toEqual(['Late', 'Never']);
    expect(await list('title=Soon')).toEqual(['Soon']);
    expect(await list('search=day')).toEqual(['Never']);
    expect(await list('search_title=day')).toEqual([]);
    expect(await list('search=LATE')).toEqual(['Late']);
    expect(await list('updated_after=2026-11-28T00:00:00Z')).toEqual([]);
    const page = await call(`GET ${project}?per_page=3&page=2`);
    expect([titles(page), page.headers.get('x-total')]).toEqual([['Never'], '4']);
    expect((await call(`GET ${project}?state=open`)).status).toBe(400);
  });

  it("a group's milestones serve what is below", async () => {
    const { call, group, sub, project } = await harbor('cid');
    const top = await call(`POST ${group}`, { title: 'Top' });
    expect(top.json).toMatchObject({
      iid: 1,
      web_url: 'http://127.0.0.1:3000/groups/group-of-cid/-/milestones/1',
    });
    expect('project_id' in top.json).toBe(false);
    await call(`POST ${project}`, { title: 'Bottom' });
    expect(titles(await call(`GET ${project}`))).toEqual(['Bottom']);
    for (const name of ['include_ancestors', 'include_parent_milestones']) {
      expect(titles(await call(`GET ${project}?${name}=true`))).toEqual(['Bottom', 'Top']);
    }
    expect(titles(await call(`GET ${sub}?include_ancestors=true`))).toEqual(['Top']);
    expect(titles(await call(`GET ${group}?include_descendants=true`))).toEqual(['Bottom', 'Top']);
    expect((await call(`GET ${project}/${top.json.id}`)).status).toBe(404);
    expect((await call(`GET ${group}/${top.json.id}`)).json).toEqual(top.json);
    const changed = await call(`PUT ${group}/${top.json.id}`, { title: 'Summit' });
    expect(changed.json.title).toBe('Summit');
    expect((await call(`DELETE ${group}/${top.json.id}`)).status).toBe(204);
  });

  it('what is no milestone is refused and makes nothing', async () => {
    const { call, group, project } = await harbor('dan');
    const refused = async (request: string, json: object) => {
      const answer = await call(request, json);
      expect(answer.status).toBe(400);
      return answer.json.message ?? answer.json.error;
    };
    const taken = {
      title: ['already being used for another group or project milestone.'],
    };
    expect(await refused(`POST ${project}`, {})).toBe('title is missing, title is empty');
    expect(await refused(`POST ${project}`, { title: 'x', due_date: 'soon' })).toBe(
      'due_date is invalid',
    );
    expect(
      await refused(`POST ${project}`, {
        title: 'x',
        start_date: '2026-12-02',
        due_date: '2026-12-01',
      }),
    ).toEqual({ due_date: ['must be greater than start date'] });
    expect(await refused(`POST ${project}`, { title: 'x'.repeat(256) })).toEqual({
      title: ['is too long (maximum is 255 characters)'],
    });
    expect(titles(await call(`GET ${project}`))).toEqual([]);
    await call(`POST ${group}`, { title: 'Top' });
    expect(await refused(`POST ${project}`, { title: 'Top' })).toEqual(taken);
    const one = await call(`POST ${project}`, { title: 'One', due_date: '2026-12-01' });
    expect(await refused(`POST ${group}`, { title: 'One' })).toEqual(taken);
    const path = `PUT ${project}/${one.json.id}`;
    expect(await refused(path, { title: 'Top' })).toEqual(taken);
    expect(await refused(path, { start_date: '2027-01-01' })).toEqual({
      due_date: ['must be greater than start date'],
    });
    expect(await refused(path, { state_event: 'open' })).toBe(
      'state_event does not have a valid value',
    );
    expect(await refused(path, {})).toContain('at least one parameter must be provided');
    expect((await call(`GET ${project}/${one.json.id}`)).json).toEqual(one.json);
  });

  it('a Guest reads milestones, a Reporter writes them, nobody else sees them', async () => {
    const { call, project, projectId } = await harbor('eve');
    const made = await call(`POST ${project}`, { title: 'One' });
    const statuses: Record<string, number[]> = {};
    for (const [name, access_level] of Object.entries({ gast: 10, repo: 20, none: 0 })) {
      const user = await app().user(name);
      if (access_level > 0) {
        await call(`POST /projects/${projectId}/members`, { user_id: user.id, access_level });
      }
      const as = async (request: string, json?: unknown) =>
        (await app().call(request, { token: user.token, json })).status;
      statuses[name] = [
        await as(`GET ${project}`),
        await as(`GET ${project}/${made.json.id}`),
        await as(`POST ${project}`, { title: name }),
        await as(`PUT ${project}/${made.json.id}`, { description: name }),
      ];
    }
    expect(statuses).toEqual({
      gast: [200, 200, 403, 403],
      repo: [200, 200, 201, 200],
      none: [404, 404, 404, 404],
    });
    expect((await app().call(`GET ${project}`)).status).toBe(404);
    expect((await app().call(`DELETE ${project}/${made.json.id}`)).status).toBe(401);
  });
});
