import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases('which project is a fork of which', (app) => {
  it('is said once, of projects that may be read, and taken back with what waits to be merged', async () => {
    const origin = await workshop(app(), { visibility: 'public' });
    const copy = await workshop(app(), { visibility: 'public' });
    const { token } = copy.owner;
    const call = (request: string, by = token) => app().call(request, { token: by });
    const link = `POST ${copy.path}/fork/${origin.project.id}`;
    const maintainer = await copy.member('mate', accessLevels.maintainer);
    const developer = await copy.member('deckhand', accessLevels.developer);
    expect((await call(link, developer.token)).status).toBe(403);
    expect((await call(`POST ${copy.path}/fork/999999`)).status).toBe(404);
    expect((await call(`DELETE ${copy.path}/fork`)).status).toBe(304);
    const linked = await call(link, maintainer.token);
    expect([linked.status, linked.json.forked_from_project.id]).toEqual([201, origin.project.id]);
    const again = await call(link);
    expect([again.status, again.json]).toEqual([409, { message: 'Project already forked' }]);

    await copy.commit('topic');
    const wish = { target_project_id: origin.project.id, target_branch: 'main' };
    await copy.open({ ...wish, source_branch: 'topic' });
    const own = await copy.open();
    expect((await call(`DELETE ${copy.path}/fork`, maintainer.token)).status).toBe(403);
    expect((await call(`DELETE ${copy.path}/fork`)).status).toBe(204);
    const alone = await call(`GET ${copy.path}`);
    expect(alone.json.forked_from_project).toBeUndefined();
    const state = async (place: string, iid: number) =>
      (await call(`GET ${place}/merge_requests/${iid}`)).json;
    expect(await state(origin.path, 1)).toMatchObject({
      state: 'closed',
      closed_by: { id: copy.owner.id },
    });
    expect((await state(copy.path, own.iid)).state).toBe('opened');
    const reopened = await app().call(`PUT ${origin.path}/merge_requests/1`, {
      token: origin.owner.token,
      json: { state_event: 'reopen' },
    });
    expect([reopened.status, reopened.json.state]).toEqual([200, 'closed']);
  });
});
