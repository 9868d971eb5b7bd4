import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { form, multipart } from '../../testing/form-bodies.ts';
import { type Call, onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('cases of trigger tokens', (app) => {
  const project = (name: string) =>
    ciProject(app(), name, { '.gitlab-ci.yml': 'build: { script: make }' });

  it('C33: variables arrive as form, query and JSON, and what is no map of texts is refused', async () => {
    const { path, call } = await project('ada');
    const made = await call(`POST ${path}/triggers`, { json: { description: 'x' } });
    const { token } = made.json;
    const start = (sent: Call, tail = '') =>
      app().call(`POST ${path}/trigger/pipeline${tail}`, sent);
    const json = (more: object) => start({ json: { token, ref: 'main', ...more } });
    const names = { PULL_REQUEST_NAME: 'x', camelCase: 'y', lower_snake: 'z' };
    const both = { 'variables[RUN_NIGHTLY]': 'true', 'variables[MSG]': 'a & b=c\nä' };
    const taken: [string, () => ReturnType<typeof start>, Record<string, string>][] = [
      [
        'a',
        () => start(multipart({ token, ref: 'main', ...both })),
        { RUN_NIGHTLY: 'true', MSG: 'a & b=c\nä' },
      ],
      ['b', () => start(form(`token=${token}&ref=main&variables%5BK%5D=v%2B1`)), { K: 'v+1' }],
      ['c', () => start({}, `?token=${token}&ref=main&variables[K]=v`), { K: 'v' }],
      ['d', () => json({ variables: names }), names],
      ['e', () => json({ variables: {} }), {}],
      ['m', () => json({ 'variables[K]': 'v' }), {}],
    ];
    for (const [name, send, wanted] of taken) {
      const { status, text, json: started } = await send();
      expect([name, status, started.source, started.ref]).toEqual([name, 201, 'trigger', 'main']);
      expect(text).not.toContain(token);
      const there = await call(`GET ${path}/pipelines/${started.id}/variables`);
      expect(there.text).not.toContain(token);
      const own = there.json
        .filter(({ key }: { key: string }) => key !== 'TRIGGER_PAYLOAD')
        .map(({ key, value }: { key: string; value: string }) => [key, value]);
      expect([name, Object.fromEntries(own)]).toEqual([name, wanted]);
    }

    const noMap = { error: 'variables is invalid' };
    const noTexts = { message: 'variables needs to be a map of key-valued strings' };
    const wrong: [string, unknown, object][] = [
      ['f', [], noMap],
      ['g', [{ key: 'K', value: 'v' }], noMap],
      ['h', { K: 1 }, noTexts],
      ['i', { K: true }, noTexts],
      ['j', { K: ['a'] }, noTexts],
      ['l', 'K=v', noMap],
    ];
    for (const [name, variables, body] of wrong) {
      const answer = await json({ variables });
      expect([name, answer.status, answer.json]).toEqual([name, 400, body]);
    }
    expect((await json({ variables: { K: null } })).status).toBe(400);
    const all = await call(`GET ${path}/pipelines?source=trigger`);
    expect(all.json).toHaveLength(taken.length);
  });

  it('C35: a token is whole for its owner alone, in every answer', async () => {
    const { path, call, member } = await project('bob');
    const mona = await member('mona', 40);
    const devi = await member('devi', 30);
    const at = `${path}/triggers`;
    const mine = (await call(`POST ${at}`, form('description=N%C3%A4chtlich%20%E2%9C%93'))).json;
    expect([mine.description, mine.last_used]).toEqual(['Nächtlich ✓', null]);
    const json = { description: 'Hers' };
    const hers = (await call(`POST ${at}`, { token: mona.token, json })).json;
    const texts: string[] = [];
    const ask = async (request: string, sent: Call = {}) => {
      const answer = await call(request, sent);
      texts.push(answer.text);
      return answer;
    };
    const list = (await ask(`GET ${at}`)).json;
    const tokens = list.map((row: { token: string }) => row.token);
    expect(tokens).toEqual([mine.token, hers.token.slice(4, 8)]);
    expect(list[1].owner).toMatchObject({ username: 'mona', web_url: expect.any(String) });
    const one = await ask(`GET ${at}/${hers.id}`);
    expect([one.status, one.json.token]).toEqual([200, hers.token.slice(4, 8)]);
    expect((await ask(`PUT ${at}/${hers.id}`, form('description=x'))).status).toBe(403);
    const same = await ask(`PUT ${at}/${mine.id}`, { json: {} });
    expect([same.status, same.json]).toEqual([200, mine]);
    const none = await ask(`POST ${at}`, { json: {} });
    expect([none.status, none.json]).toEqual([400, { error: 'description is missing' }]);
    const start = { json: { token: mine.token, ref: 'main' } };
    const pipeline = (await app().call(`POST ${path}/trigger/pipeline`, start)).json;
    const stored = (await call(`GET ${path}/pipelines/${pipeline.id}`)).json;
    expect((await ask(`GET ${at}/${mine.id}`)).json.last_used).toBe(stored.created_at);
    const gone = await ask(`DELETE ${at}/${hers.id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await ask(`DELETE ${at}/${hers.id}`)).status).toBe(404);
    const odd = await ask(`GET ${at}/abc`);
    expect([odd.status, odd.json]).toEqual([400, { error: 'trigger_id is invalid' }]);
    expect((await call(`GET ${at}`, { token: devi.token })).status).toBe(403);
    expect(texts.join()).toContain(mine.token);
    expect(texts.join()).not.toContain(hers.token);
  });
});
