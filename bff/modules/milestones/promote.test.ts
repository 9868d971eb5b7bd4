import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('milestones', (app) => {
  it('are made those of their group, and their namesakes below it join them', async () => {
    const { call, group, project, member, issue, token } = await harbor(app(), 'ann');
    const developer = await member('dev', 30);
    const namespace_id = Number(group.split('/').at(-1));
    const pier = `/projects/${(await call('POST /projects', { name: 'pier', namespace_id })).json.id}`;
    const make = async (place: string, title: string) =>
      (await call(`POST ${place}/milestones`, { title })).json;
    const spring = await make(project, 'Spring');
    const namesake = await make(pier, 'Spring');
    const summer = await make(pier, 'Summer');
    await issue({ title: 'Own', milestone_id: spring.id });
    await call(`POST ${pier}/issues`, { title: 'Other', milestone_id: namesake.id });
    await call(`POST ${pier}/issues`, { title: 'Late', milestone_id: summer.id });
    const promote = (id: number) => `POST ${project}/milestones/${id}/promote`;

    expect((await developer.as(promote(spring.id))).status).toBe(403);
    expect((await call(promote(namesake.id))).status).toBe(404);
    expect((await call(`GET ${project}/milestones`)).json).toMatchObject([{ id: spring.id }]);

    const promoted = await call(promote(spring.id));
    expect(promoted.status).toBe(200);
    expect(promoted.json).toMatchObject({ title: 'Spring', iid: 1, group_id: namespace_id });
    expect((await call(`GET ${project}/milestones`)).json).toEqual([]);
    expect((await call(`GET ${pier}/milestones`)).json).toMatchObject([{ title: 'Summer' }]);
    const inside = await call(`GET ${group}/milestones/${promoted.json.id}/issues`);
    const titles = inside.json.map((row: { title: string }) => row.title).sort();
    expect(titles).toEqual(['Other', 'Own']);
    expect((await call(promote(spring.id))).status).toBe(404);

    // One of a group below has the title: nothing moves.
    const parent_id = namespace_id;
    const below = (await call('POST /groups', { name: 'below', path: 'below', parent_id })).json;
    await make(`/groups/${below.id}`, 'Autumn');
    const autumn = await make(project, 'Autumn');
    const refused = await call(promote(autumn.id));
    expect([refused.status, Object.keys(refused.json.message)]).toEqual([400, ['title']]);
    expect((await call(`GET ${project}/milestones/${autumn.id}`)).status).toBe(200);

    const lone = (await app().call('POST /projects', { token, json: { name: 'lone' } })).json;
    const own = await make(`/projects/${lone.id}`, 'Own');
    const nowhere = await call(`POST /projects/${lone.id}/milestones/${own.id}/promote`);
    expect(nowhere.status).toBe(400);
  });
});
