import { expect, it } from 'vitest';
import { goLive } from './testing/live-server.ts';
import { onBothDatabases } from './testing/test-app.ts';
import { createTurns } from './turns.ts';

it('turns are taken in the order of coming, and those who wait too long are sent away', async () => {
  const turns = createTurns({ most: 1, waiting: 3, patience: 5_000 });
  const first = await turns.take();
  const order: string[] = [];
  const waits = ['a', 'b'].map(async (name) => {
    const done = await turns.take();
    order.push(name);
    done();
    // A turn given back twice is one turn.
    done();
  });
  const refusal = { refusal: { kind: 'unavailable' } };
  expect(order).toEqual([]);
  first();
  await Promise.all(waits);
  expect(order).toEqual(['a', 'b']);
  const quick = createTurns({ most: 1, waiting: 1, patience: 1 });
  const held = await quick.take();
  await expect(quick.take()).rejects.toMatchObject(refusal);
  held();
  (await quick.take())();
});

it('who is named holds a share of the turns and of the queue, and the others go past', async () => {
  const refusal = { refusal: { kind: 'unavailable' } };
  const ofOne = { most: 2, waiting: 2 };
  const turns = createTurns({ most: 3, waiting: 4, patience: 60_000, ofOne });
  const order: string[] = [];
  const wait = async (who: string) => {
    const done = await turns.take(who);
    order.push(who);
    return done;
  };
  const [first, second] = [await turns.take('a'), await turns.take('a')];
  const greedy = [wait('a'), wait('a')];
  await expect(turns.take('a')).rejects.toMatchObject(refusal);
  const b = await turns.take('b');
  const c = wait('c');
  expect(order).toEqual([]);
  // The turn of another goes past those who hold their share, though they came first.
  b();
  (await c)();
  expect(order).toEqual(['c']);
  first();
  (await greedy[0])?.();
  (await greedy[1])?.();
  second();
  expect(order).toEqual(['c', 'a', 'a']);
  // What was given back is whole again: for one and for all.
  const all = [await turns.take('a'), await turns.take('a'), await turns.take('b')];
  for (const done of all) done();
});

onBothDatabases('a server with too much to do', (app) => {
  it('lets a bounded number wait and answers 503 to what is beyond, but never about its health', async () => {
    const { token } = await app().user('mara');
    const requests = createTurns({ most: 2, waiting: 1, patience: 60_000 });
    app().deps.turns.requests = requests;
    const held = [await requests.take(), await requests.take()];
    const waiting = app().call('GET /version', { token });
    for (const [request, options] of [
      ['GET /version', { token }],
      ['POST /projects', { token, json: { name: 'late' } }],
      ['GET /bff/session', {}],
    ] as const) {
      const { status, json, headers } = await app().call(request, options);
      expect([request, status, json]).toEqual([
        request,
        503,
        { message: '503 Service Unavailable' },
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const health of ['liveness', 'readiness']) {
      expect((await app().call(`GET /-/${health}`)).status).toBe(200);
    }
    for (const done of held) done();
    expect((await waiting).status).toBe(200);
    // An answer that is a refusal gives its turn back too.
    for (let at = 0; at < 3; at++) expect((await app().call('GET /user')).status).toBe(401);
    expect((await app().call('GET /projects', { token })).json).toEqual([]);
  });

  it('git takes its turns for the user, and for the address where nobody says who asks', async () => {
    const { id, token } = await app().user('clara');
    const json = { name: 'cloned', visibility: 'public' };
    const made = await app().call('POST /projects', { token, json });
    const { path_with_namespace: path } = made.json as { path_with_namespace: string };
    const names: unknown[] = [];
    app().deps.turns.git = {
      async take(who) {
        names.push(who);
        return () => {};
      },
    };
    const server = await goLive(app());
    const url = `${server.url}/${path}.git/info/refs?service=git-upload-pack`;
    const clara = `Basic ${Buffer.from(`clara:${token}`).toString('base64')}`;
    for (const init of [{}, { headers: { authorization: clara } }]) {
      const answer = await fetch(url, init);
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
    }
    expect(names).toEqual([expect.stringMatching(/^address .*127\.0\.0\.1$/), `user ${id}`]);
    await server.close();
  });
});
