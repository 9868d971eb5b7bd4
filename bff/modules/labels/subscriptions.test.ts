import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('labels', (app) => {
  it('are heard of by those who say so, and by them alone, also when they are promoted', async () => {
    const { call, group, project, member } = await harbor(app(), 'ann');
    const guest = await member('visitor', 10);
    const label = { name: 'leak', color: 'red' };
    await call(`POST ${project}/labels`, label);
    await call(`POST ${group}/labels`, { name: 'storm', color: 'blue' });
    const namespace_id = Number(group.split('/').at(-1));
    const pier = `/projects/${(await call('POST /projects', { name: 'pier', namespace_id })).json.id}`;
    await call(`POST ${pier}/labels`, label);
    const act = async (path: string, as = call) => {
      const answer = await as(`POST ${path}`);
      return [answer.status, answer.json?.subscribed ?? answer.text];
    };
    const heard = async (as = call) => {
      const rows: { name: string; subscribed: boolean }[] = (await as(`GET ${project}/labels`))
        .json;
      return rows.flatMap(({ name, subscribed }) => (subscribed ? name : []));
    };
    expect(await act(`${project}/labels/leak/unsubscribe`)).toEqual([304, '']);
    expect(await act(`${project}/labels/leak/subscribe`)).toEqual([201, true]);
    expect(await act(`${project}/labels/leak/subscribe`)).toEqual([304, '']);
    expect(await act(`${project}/labels/storm/subscribe`, guest.as)).toEqual([201, true]);
    expect([await heard(), await heard(guest.as)]).toEqual([['leak'], ['storm']]);
    expect((await call(`GET ${group}/labels/storm`)).json.subscribed).toBe(false);
    expect(await act(`${group}/labels/storm/subscribe`)).toEqual([201, true]);
    expect(await act(`${group}/labels/storm/unsubscribe`)).toEqual([201, false]);

    // Of two that become one the people become one, too.
    expect(await act(`${pier}/labels/leak/subscribe`)).toEqual([201, true]);
    const promoted = await call(`PUT ${project}/labels/leak/promote`);
    expect(promoted.json).toMatchObject({ is_project_label: false, subscribed: true });

    expect((await act(`${project}/labels/none/subscribe`))[0]).toBe(404);
    expect((await app().call(`POST ${project}/labels/leak/subscribe`)).status).toBe(401);
    await call(`DELETE ${group}/labels/leak`);
    await call(`DELETE ${group}/labels/storm`);
    const left = app().deps.db.selectFrom('label_subscriptions').select('user_id');
    expect(await left.execute()).toEqual([]);
  });
});
