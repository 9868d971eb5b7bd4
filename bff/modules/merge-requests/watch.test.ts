import { beforeEach, expect, it, vi } from 'vitest';
import { actAs, onBothDatabases, type TestApp } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';
import type * as examining from './examine.ts';
import { refresh } from './refresh-rules.ts';

/** How checks go: they fail, or wait for what may never come. */
const git = vi.hoisted(
  (): { asked: number; fails: boolean; answers: Promise<void> | undefined } => ({
    asked: 0,
    fails: false,
    answers: undefined,
  }),
);

vi.mock('./examine.ts', async (original) => {
  const real = await original<typeof examining>();
  return {
    ...real,
    async examine(...given: Parameters<typeof real.examine>) {
      git.asked += 1;
      if (git.fails) throw new Error('git cannot be asked');
      await git.answers;
      return real.examine(...given);
    },
  };
});

beforeEach(() => {
  Object.assign(git, { asked: 0, fails: false, answers: undefined });
});

/** A list asks for no check, so it shows what is so without anybody's looking. */
const seen = async (shop: Workshop) => (await shop.call('GET ?state=opened')).json[0];

const recorded = (app: TestApp, { id }: { id: number }) =>
  app.deps.db
    .selectFrom('merge_requests')
    .select(['merge_error', 'merge_status', 'check_tries'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** What is still to be done for a merge request. */
async function queued(app: TestApp, { id }: { id: number }) {
  const jobs = await app.deps.db
    .selectFrom('jobs')
    .select(['kind', 'payload', 'run_at', 'created_at'])
    .where('state', '=', 'queued')
    .where('kind', 'in', ['watch_check', 'refresh_merge_request'])
    .orderBy('id')
    .execute();
  return jobs.filter((job) => JSON.parse(job.payload).merge_request_id === id);
}

/** Lets the time of the next watch come; how long it waited for that. */
async function watched(app: TestApp, made: { id: number }): Promise<number> {
  const next = (await queued(app, made)).find(({ kind }) => kind === 'watch_check');
  if (next === undefined) throw new Error('nobody watches');
  app.clock.set(Math.max(app.clock.now(), Date.parse(next.run_at)));
  await app.drain();
  return Date.parse(next.run_at) - Date.parse(next.created_at);
}

const told = 'The check did not end. It begins anew when somebody looks.';

onBothDatabases('the watch of checks', (app) => {
  it.each([
    ['the first one, which makes the diff', 'preparing'],
    ['a later one', 'checking'],
  ])(
    'ends %s within a minute when git never answers, and a late answer still counts',
    async (_name, shown) => {
      const shop = await workshop(app());
      await shop.commit('tide');
      // What is told of these branches would begin another check.
      await app().drain();
      const made = await shop.open({ source_branch: 'tide' });
      if (shown === 'checking') {
        await app().drain();
        await app()
          .deps.db.updateTable('merge_requests')
          .set({ merge_status: 'unchecked' })
          .where('id', '=', made.id)
          .execute();
        git.asked = 0;
      }
      let answer = () => {};
      git.answers = new Promise<void>((resolve) => {
        answer = () => resolve();
      });
      const check = refresh(actAs(app(), shop.owner.user), made.id);
      await vi.waitFor(() => expect(git.asked).toBe(1));
      expect((await seen(shop)).detailed_merge_status).toBe(shown);
      let waited = 0;
      for (const tries of [1, 2, 3]) {
        waited += await watched(app(), made);
        expect(await recorded(app(), made)).toMatchObject({
          merge_error: null,
          check_tries: tries,
        });
        expect((await seen(shop)).detailed_merge_status).toBe(shown);
      }
      waited += await watched(app(), made);
      expect(waited).toBeLessThanOrEqual(60_000);
      expect(await seen(shop)).toMatchObject({
        detailed_merge_status: 'unchecked',
        state: 'opened',
      });
      // Nobody stood in the queue for the same answer, and nobody asks any more.
      expect([git.asked, await queued(app(), made)]).toEqual([1, []]);
      expect((await recorded(app(), made)).merge_error).toBe(told);
      answer();
      await check;
      git.answers = undefined;
      expect((await shop.call('GET 1')).json).toMatchObject({
        detailed_merge_status: 'mergeable',
        merge_error: null,
      });
      expect(await queued(app(), made)).toEqual([]);
    },
  );

  it('asks three times again when each check fails, then says so, and begins anew for who looks', async () => {
    const shop = await workshop(app());
    git.fails = true;
    const made = await shop.open();
    for (const tries of [1, 2, 3]) {
      await watched(app(), made);
      expect(await recorded(app(), made)).toMatchObject({ merge_error: null, check_tries: tries });
    }
    expect(git.asked).toBeGreaterThanOrEqual(3);
    await watched(app(), made);
    expect(await recorded(app(), made)).toEqual({
      merge_status: 'unchecked',
      merge_error: told,
      check_tries: 0,
    });
    git.fails = false;
    expect((await shop.call('GET 1')).json.merge_error).toBe(told);
    expect(await shop.settled(1)).toMatchObject({
      detailed_merge_status: 'mergeable',
      merge_error: null,
    });
  });

  it('makes a check again whose process is gone, and leaves what else went wrong as it is told', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    await shop.settled(1);
    const set = (change: { merge_status: 'checking'; merge_error?: string }) =>
      app()
        .deps.db.updateTable('merge_requests')
        .set(change)
        .where('target_project_id', '=', shop.project.id)
        .execute();
    await set({ merge_status: 'checking', merge_error: 'Rebase failed' });
    // As of a version without the watch: whoever looks asks for it.
    await shop.call('GET 1');
    await watched(app(), made);
    expect((await shop.call('GET 1')).json).toMatchObject({
      detailed_merge_status: 'mergeable',
      merge_error: 'Rebase failed',
    });
    expect(await queued(app(), made)).toEqual([]);
  });

  it('counts anew after a push', async () => {
    const shop = await workshop(app());
    const made = await shop.open();
    git.fails = true;
    for (const tries of [1, 2, 3]) {
      await watched(app(), made);
      expect((await recorded(app(), made)).check_tries).toBe(tries);
    }
    await shop.commit(made.source_branch, { 'more.txt': 'more\n' });
    await watched(app(), made);
    expect(await recorded(app(), made)).toMatchObject({ merge_error: null, check_tries: 1 });
    git.fails = false;
    await shop.call('GET 1');
    expect((await shop.settled(1)).detailed_merge_status).toBe('mergeable');
  });
});
