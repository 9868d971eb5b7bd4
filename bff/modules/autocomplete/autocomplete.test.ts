import { expect, it } from 'vitest';
import { type Call, onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('autocomplete of people', (app) => {
  const names = (answer: { json: { username: string }[] }) =>
    answer.json.map(({ username }) => username);
  const ask = (query: string, sent: Call = {}) =>
    app().call(`GET /bff/autocomplete/users${query}`, sent);
  const set = async (json: object) => {
    const { token } = await app().user(
      `chief${Object.keys(json).length}${Object.values(json)[0]}`,
      {
        admin: true,
      },
    );
    expect((await app().call('PUT /application/settings', { token, json })).status).toBe(200);
  };

  it('offers active people by name to who is signed in, and people of a project to who may read it', async () => {
    const { token } = await app().user('adam-ask');
    const other = await app().user('adam-other');
    const chief = await app().user('adam-chief', { admin: true });
    const gone = await app().user('adam-gone');
    await app().call(`POST /users/${gone.id}/block`, { token: chief.token });
    expect(names(await ask('?search=ADAM-', { token }))).toEqual([
      'adam-ask',
      'adam-chief',
      'adam-other',
    ]);
    expect((await ask('?search=adam')).status).toBe(401);
    const make = async (visibility: string) =>
      (await app().call('POST /projects', { token, json: { name: visibility, visibility } })).json;
    const [open, shut] = [await make('public'), await make('private')];
    expect(names(await ask(`?project_id=${open.id}`))).toEqual(['adam-ask']);
    expect(names(await ask(`?project_id=adam-ask%2Fpublic&search=other`))).toEqual([]);
    expect((await ask(`?project_id=${shut.id}`)).status).toBe(404);
    expect((await ask(`?project_id=${shut.id}`, { token: other.token })).status).toBe(404);
    expect(Object.keys((await ask('?search=adam-ask', { token })).json[0])).not.toContain('email');
  });

  it('is limited by its own two settings: for each person, from the console too, and each address', async () => {
    const { token } = await app().user('beth-ask');
    const { token: other } = await app().user('beth-other');
    const json = { name: 'shown', visibility: 'public' };
    const { id } = (await app().call('POST /projects', { token, json })).json;
    await set({ autocomplete_users: 2, autocomplete_users_unauthenticated: 1 });
    app().clock.set(Math.ceil(app().clock.now() / 60_000) * 60_000);
    const statuses = async (times: number, sent: Call, query = '?search=beth') => {
      const all: number[] = [];
      for (let count = 0; count < times; count++) all.push((await ask(query, sent)).status);
      return all;
    };
    expect(await statuses(3, { token })).toEqual([200, 200, 429]);
    expect(await statuses(1, { token: other })).toEqual([200]);
    expect(await statuses(2, {}, `?project_id=${id}`)).toEqual([200, 429]);
    app().clock.set(app().clock.now() + 60_000);
    expect(await statuses(1, { token })).toEqual([200]);
    await set({ autocomplete_users: 300, autocomplete_users_unauthenticated: 100 });
  });
});
