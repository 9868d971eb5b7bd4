import { describe, expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { colorOf } from './colors.ts';

describe('colorOf', () => {
  it.each([
    ['#fff', '#fff'],
    ['#FFAABB', '#FFAABB'],
    ['  #123456 ', '#123456'],
    ['rebeccapurple', '#663399'],
    ['White', '#ffffff'],
    ['', undefined],
    ['#', undefined],
    ['#ffff', undefined],
    ['#12345g', undefined],
    ['123456', undefined],
    ['toString', undefined],
    ['#fff"><script>alert(1)</script>', undefined],
    ['#ffffff\n#', undefined],
    ['red;background:url(//x)', undefined],
  ])('takes %j for %j', (text, color) => {
    expect(colorOf(text)).toBe(color);
  });

  it('judges a colour of a million zeros in linear time', () => {
    const started = performance.now();
    expect(colorOf(`#${'0'.repeat(1_000_000)}x`)).toBeUndefined();
    expect(colorOf('0'.repeat(1_000_000))).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(500);
  });
});

const names = (answer: { json: { name: string }[] }) => answer.json.map((label) => label.name);

onBothDatabases('labels', (app) => {
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
      token,
      call,
      group: `/groups/${group.id}`,
      sub: `/groups/${sub.id}`,
      project: `/projects/${project.id}`,
      projectId: Number(project.id),
    };
  };

  it('a label is created, read by id and by name, changed and deleted', async () => {
    const { call, project } = await harbor('ann');
    const made = await call(`POST ${project}/labels`, {
      name: ' a b/c ',
      color: 'teal',
      description: 'Tide & <b>wind</b>',
      priority: 3,
    });
    expect(made.status).toBe(201);
    expect(made.json).toEqual({
      id: made.json.id,
      name: 'a b/c',
      color: '#008080',
      text_color: '#FFFFFF',
      description: 'Tide & <b>wind</b>',
      description_html: 'Tide &amp; &lt;b&gt;wind&lt;/b&gt;',
      subscribed: false,
      priority: 3,
      is_project_label: true,
      open_issues_count: 0,
      closed_issues_count: 0,
      open_merge_requests_count: 0,
    });
    for (const key of [made.json.id, 'a%20b%2Fc']) {
      expect((await call(`GET ${project}/labels/${key}`)).json).toEqual(made.json);
    }
    const changed = await call(`PUT ${project}/labels/a%20b%2Fc`, {
      new_name: 'tide',
      color: '#fff',
      description: null,
      priority: null,
    });
    expect(changed.json).toMatchObject({
      id: made.json.id,
      name: 'tide',
      color: '#fff',
      text_color: '#1F1E24',
      description: null,
      priority: null,
    });
    const old = await call(`PUT ${project}/labels`, { name: 'tide', new_name: 'ebb' });
    expect([old.status, old.json.name]).toEqual([200, 'ebb']);
    expect((await call(`DELETE ${project}/labels/ebb`)).status).toBe(204);
    const gone = await call(`DELETE ${project}/labels/ebb`);
    expect([gone.status, gone.json]).toEqual([404, { message: '404 Label Not Found' }]);
    await call(`POST ${project}/labels`, { name: 'old', color: '#000' });
    expect((await call(`DELETE ${project}/labels?name=old`)).status).toBe(204);
  });

  it("a project uses the labels of the groups above, and a group's serve what is below", async () => {
    const { call, group, sub, project } = await harbor('bea');
    const label = (place: string, name: string, more: object = {}) =>
      call(`POST ${place}/labels`, { name, color: '#6699cc', ...more });
    await label(group, 'top');
    await label(sub, 'middle', { description: 'Between TOP and bottom' });
    await label(project, 'bottom');
    expect(names(await call(`GET ${project}/labels`))).toEqual(['bottom', 'middle', 'top']);
    const own = await call(`GET ${project}/labels?include_ancestor_groups=false`);
    expect(names(own)).toEqual(['bottom']);
    expect(names(await call(`GET ${project}/labels?search=tOp`))).toEqual(['middle', 'top']);
    expect(names(await call(`GET ${sub}/labels`))).toEqual(['middle', 'top']);
    expect(names(await call(`GET ${group}/labels`))).toEqual(['top']);
    const below = await call(`GET ${group}/labels?include_descendant_groups=true`);
    expect(names(below)).toEqual(['middle', 'top']);
    const all = await call(
      `GET ${group}/labels?include_descendant_groups=true&only_group_labels=false`,
    );
    expect(names(all)).toEqual(['bottom', 'middle', 'top']);
    const paged = await call(`GET ${project}/labels?per_page=2&page=2`);
    expect([names(paged), paged.headers.get('x-total')]).toEqual([['top'], '3']);

    const inherited = await call(`GET ${project}/labels/top`);
    expect(inherited.json.is_project_label).toBe(false);
    const near = await call(`GET ${project}/labels/top?include_ancestor_groups=false`);
    expect(near.status).toBe(404);
    // What is above is changed where it belongs.
    expect((await call(`PUT ${project}/labels/top`, { color: '#000' })).status).toBe(404);
    expect((await call(`DELETE ${sub}/labels/top`)).status).toBe(404);
    const twice = await label(project, 'top');
    expect([twice.status, twice.json]).toEqual([409, { message: 'Label already exists' }]);
  });

  it('a label of a group is read, changed and deleted in the group', async () => {
    const { call, group, project } = await harbor('gil');
    const made = (await call(`POST ${group}/labels`, { name: 'reef', color: 'coral' })).json;
    expect(made).toMatchObject({ color: '#ff7f50', is_project_label: false });
    for (const key of [made.id, 'reef']) {
      expect((await call(`GET ${group}/labels/${key}`)).json).toEqual(made);
    }
    const changed = await call(`PUT ${group}/labels/${made.id}`, { description: 'Sharp' });
    expect(changed.json).toEqual({ ...made, description: 'Sharp', description_html: 'Sharp' });
    const old = await call(`PUT ${group}/labels`, { label_id: made.id, new_name: 'bank' });
    expect([old.status, old.json.name]).toEqual([200, 'bank']);
    expect(names(await call(`GET ${project}/labels`))).toEqual(['bank']);
    expect((await call(`DELETE ${group}/labels/bank`)).status).toBe(204);
    await call(`POST ${group}/labels`, { name: 'reef', color: 'coral' });
    expect((await call(`DELETE ${group}/labels?name=reef`)).status).toBe(204);
    expect((await call(`GET ${group}/labels`)).json).toEqual([]);
  });

  it('the old form names one label, by id or by name', async () => {
    const { call, project } = await harbor('gwen');
    const { id } = (await call(`POST ${project}/labels`, { name: 'reef', color: 'coral' })).json;
    for (const [query, error] of [
      ['', 'label_id, name are missing, exactly one parameter must be provided'],
      [`?label_id=${id}&name=reef`, 'label_id, name are mutually exclusive'],
    ]) {
      for (const request of [`PUT ${project}/labels${query}`, `DELETE ${project}/labels${query}`]) {
        const { status, json } = await call(request, { color: '#000' });
        expect([request, status, json]).toEqual([request, 400, { error }]);
      }
    }
    expect((await call(`GET ${project}/labels/${id}`)).json.color).toBe('#ff7f50');
    expect((await call(`DELETE ${project}/labels?label_id=${id}`)).status).toBe(204);
    expect((await call(`GET ${project}/labels`)).json).toEqual([]);
  });

  it('what is no label is refused and makes nothing', async () => {
    const { call, project } = await harbor('cid');
    const create = async (json: object) => {
      const answer = await call(`POST ${project}/labels`, json);
      expect(answer.status).toBe(400);
      return answer.json.message ?? answer.json.error;
    };
    expect(await create({})).toBe(
      'name is missing, name is empty, color is missing, color is empty',
    );
    expect(await create({ name: ' ', color: '#fff' })).toBe('name is empty');
    expect(await create({ name: 'a,b', color: '#fff' })).toEqual({ title: ['is invalid'] });
    expect(await create({ name: 'a', color: '#ff' })).toEqual({
      color: ['must be a valid color code'],
    });
    expect(await create({ name: 'x'.repeat(256), color: '#fff' })).toEqual({
      title: ['is too long (maximum is 255 characters)'],
    });
    expect(await create({ name: 'a', color: '#fff', priority: -1 })).toBe(
      'priority does not have a valid value',
    );
    expect((await call(`GET ${project}/labels`)).json).toEqual([]);
    await call(`POST ${project}/labels`, { name: 'a', color: '#fff' });
    await call(`POST ${project}/labels`, { name: 'b', color: '#fff' });
    const taken = await call(`PUT ${project}/labels/a`, { new_name: 'b' });
    expect([taken.status, taken.json.message]).toEqual([
      400,
      { title: ['has already been taken'] },
    ]);
    const nothing = await call(`PUT ${project}/labels/a`, {});
    expect(nothing.json.error).toContain('at least one parameter must be provided');
    expect((await call(`PUT ${project}/labels`, { color: '#fff' })).status).toBe(400);
  });

  it('a Guest reads labels, a Reporter writes them, nobody else sees them', async () => {
    const { call, group, project, projectId } = await harbor('dan');
    await call(`POST ${project}/labels`, { name: 'one', color: '#fff' });
    const outsider = await app().user('outsider');
    const levels = { guest: 10, reporter: 20 };
    const statuses: Record<string, number[]> = {};
    for (const [name, access_level] of Object.entries(levels)) {
      const user = await app().user(name);
      await call(`POST /projects/${projectId}/members`, { user_id: user.id, access_level });
      const as = (request: string, json?: unknown) =>
        app().call(request, { token: user.token, json });
      statuses[name] = [
        (await as(`GET ${project}/labels`)).status,
        (await as(`POST ${project}/labels`, { name, color: '#fff' })).status,
        (await as(`PUT ${project}/labels/one`, { color: '#000' })).status,
        (await as(`POST ${group}/labels`, { name, color: '#fff' })).status,
      ];
    }
    expect(statuses).toEqual({ guest: [200, 403, 403, 403], reporter: [200, 201, 200, 403] });
    const hidden = await app().call(`GET ${project}/labels`, { token: outsider.token });
    expect([hidden.status, hidden.json]).toEqual([404, { message: '404 Project Not Found' }]);
    expect((await app().call(`GET ${project}/labels`)).status).toBe(404);
    expect((await app().call(`POST ${project}/labels`, { json: {} })).status).toBe(401);
  });

  it('a promoted label takes the place of its namesakes below the group', async () => {
    const { call, sub, project, projectId } = await harbor('eve');
    const namespace = (await call(`GET /projects/${projectId}`)).json.namespace.id;
    const other = (await call('POST /projects', { name: 'other', namespace_id: namespace })).json;
    await call(`POST ${project}/labels`, { name: 'storm', color: '#111111', priority: 1 });
    await call(`POST /projects/${other.id}/labels`, { name: 'storm', color: '#222222' });
    const promoted = await call(`PUT ${project}/labels/storm/promote`);
    expect(promoted.json).toMatchObject({ color: '#111111', is_project_label: false });
    for (const place of [sub, project, `/projects/${other.id}`]) {
      expect((await call(`GET ${place}/labels`)).json).toMatchObject([
        { id: promoted.json.id, priority: null },
      ]);
    }
  });

  it('each change of a label is audited with before and after', async () => {
    const { call, project, projectId } = await harbor('fay');
    await call(`POST ${project}/labels`, { name: 'x', color: '#fff' });
    await call(`PUT ${project}/labels/x`, { color: '#000' });
    await call(`DELETE ${project}/labels/x`);
    const rows = await app()
      .deps.db.selectFrom('audit_events')
      .select(['action', 'before', 'after', 'actor_name'])
      .where('project_id', '=', projectId)
      .where('subject_type', '=', 'Label')
      .orderBy('id')
      .execute();
    const label = (color: string) =>
      JSON.stringify({ name: 'x', color, description: null, priority: null });
    expect(rows).toEqual([
      { action: 'label.create', before: null, after: label('#fff'), actor_name: 'fay' },
      { action: 'label.update', before: label('#fff'), after: label('#000'), actor_name: 'fay' },
      { action: 'label.remove', before: label('#000'), after: null, actor_name: 'fay' },
    ]);
  });
});
