import { expect, it } from 'vitest';
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
});
