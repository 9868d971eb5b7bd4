import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { type Answer, onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('what a group tells of labels', (app) => {
  let names = 0;
  async function stage(visibility = 'private') {
    const place = await harbor(app(), `tells${++names}`, visibility);
    const { call, group, project, commit } = place;
    await call(`POST ${group}/labels`, { name: 'deep', color: '#112233' });
    await commit({ 'a.txt': 'one\n' });
    await commit({ 'b.txt': 'two\n' }, 'topic', { start_branch: 'main' });
    await call(`POST ${project}/issues`, { title: 'Leak', labels: 'deep,wide' });
    const request = { title: 'Mend', source_branch: 'topic', target_branch: 'main' };
    await call(`POST ${project}/merge_requests`, { ...request, labels: 'wide' });
    await call(`POST ${group}/epics`, { title: 'Quay', labels: 'deep' });
    await call(`PUT ${project}/issues/1`, { remove_labels: 'wide' });
    const told = async (query = '', token = place.token): Promise<string[]> => {
      const answer = await app().call(`GET /bff${group}/label_events?${query}`, { token });
      expect(answer.status).toBe(200);
      return answer.json.map(
        ({ action, label, resource }: Answer['json']) =>
          `${action === 'add' ? '+' : '-'}${label?.name ?? '?'} ${resource.title}`,
      );
    };
    return { ...place, told };
  }
  const everything = ['-wide Leak', '+deep Quay', '+wide Mend', '+wide Leak', '+deep Leak'];

  it('is told the newest first, with what it is of, page by page and filtered', async () => {
    const { told, call, group, username, member } = await stage();
    expect(await told()).toEqual(everything);
    expect(await told('sort=asc')).toEqual([...everything].reverse());
    expect(await told('per_page=2&page=2')).toEqual(everything.slice(2, 4));
    const paged = await call(`GET /bff${group}/label_events?per_page=2`);
    expect(paged.headers.get('x-total')).toBe('5');
    expect(paged.json[0]).toMatchObject({
      resource_type: 'Issue',
      user: { username },
      label: { name: 'wide', color: expect.any(String) },
      resource: { iid: 1, title: 'Leak', place: `at-${username}/quay` },
    });
    const filters: readonly (readonly [string, string[]])[] = [
      ['label=wide', ['-wide Leak', '+wide Mend', '+wide Leak']],
      ['label=none', []],
      ['resource_type=Epic', ['+deep Quay']],
      ['resource_type=MergeRequest', ['+wide Mend']],
      ['action=remove', ['-wide Leak']],
      ['action=add&label=deep', ['+deep Quay', '+deep Leak']],
      [`username=${username}`, everything],
      ['username=nobody-here', []],
      ['created_after=2100-01-01', []],
      ['created_before=2100-01-01', everything],
    ];
    for (const [query, expected] of filters) {
      expect([query, await told(query)]).toEqual([query, expected]);
    }
    expect((await call(`GET /bff${group}/label_events?resource_type=Note`)).status).toBe(400);
    const other = await member(`${username}-mate`, 0);
    expect(await told(`username=${other.username}`)).toEqual([]);
  });

  it('tells of what one may see and of no more: projects, confidential issues and epics, labels', async () => {
    const { told, call, group, project, username } = await stage('public');
    const outsider = await app().user(`${username}-out`);
    await call(`POST ${project}/issues`, { title: 'Secret', labels: 'deep', confidential: true });
    await call(`POST ${group}/epics`, { title: 'Plan', labels: 'deep', confidential: true });
    const group_id = Number(group.split('/').at(-1));
    const hidden = { name: 'hold', namespace_id: group_id, visibility: 'private' };
    const hold = (await call('POST /projects', hidden)).json;
    await call(`POST /projects/${hold.id}/issues`, { title: 'Hold', labels: 'deep' });
    const more = ['+deep Hold', '+deep Plan', '+deep Secret'];
    expect(await told()).toEqual([...more, ...everything]);
    expect(await told('', outsider.token)).toEqual(everything);
    // One who reports in the project alone sees its confidential issues, and no epic of the group.
    const near = await app().user(`${username}-near`);
    await call(`POST ${project}/members`, { user_id: near.id, access_level: 20 });
    expect(await told('', near.token)).toEqual(['+deep Secret', ...everything]);
    const reporter = await app().user(`${username}-in`);
    await call(`POST ${group}/members`, { user_id: reporter.id, access_level: 20 });
    expect(await told('', reporter.token)).toEqual([...more, ...everything]);

    await call(`DELETE ${group}/labels/deep`);
    const gone = await told('resource_type=Epic', outsider.token);
    expect(gone).toEqual(['-? Quay', '+? Quay']);

    expect((await app().call(`GET /bff${group}/label_events`)).status).toBe(401);
    const closed = await stage();
    const refused = await app().call(`GET /bff${closed.group}/label_events`, {
      token: outsider.token,
    });
    expect(refused.status).toBe(404);
  });
});
