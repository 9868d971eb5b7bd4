import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { pageOf } from '../../db/page.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases(
  'the time of a list',
  (app) => {
    it('has an end: what takes longer is 408, nothing else is touched', async () => {
      const shop = await workshop(app());
      const { id } = await shop.open({ title: 'Slow' });
      const { db } = app().deps;
      const slow = { status: 408, json: { message: 'Request timed out' } };
      const lists = [`/projects/${shop.project.id}/merge_requests`, '/merge_requests?scope=all'];
      const answers = async () => {
        const found = [];
        for (const list of lists) {
          const { status, json } = await app().call(`GET ${list}`, { token: shop.owner.token });
          found.push({ status, json });
        }
        return found;
      };

      // What stands in its way: a lock there, a row at which the clock is looked at here.
      const slowly = {
        postgres: () =>
          db.transaction().execute(async (trx) => {
            await sql`lock table merge_requests in access exclusive mode`.execute(trx);
            return answers();
          }),
        sqlite: async () => {
          const from = db.selectFrom('merge_requests').selectAll().where('id', '=', id);
          const row = { ...(await from.executeTakeFirstOrThrow()), id: 256, iid: 2 };
          await db
            .insertInto('merge_requests')
            .values({ ...row, source_branch: 'b' })
            .execute();
          let hours = 0;
          const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++hours * 3_600_000);
          const late = await answers();
          clock.mockRestore();
          return late;
        },
      };
      expect(await slowly[app().dialect]()).toEqual([slow, slow]);
      expect((await answers()).map(({ status }) => status)).toEqual([200, 200]);

      // A query that would never end by itself is ended in the database, with or without a page.
      const endless = db
        .withRecursive('merge_requests', (cte) =>
          cte
            .selectNoFrom(sql<number>`1`.as('id'))
            .unionAll(cte.selectFrom('merge_requests').select(sql<number>`id + 1`.as('id'))),
        )
        .selectFrom('merge_requests')
        .select('id')
        .where('id', '<', 0);
      await expect(pageOf(db, endless, endless, { offset: 0, perPage: 20 })).rejects.toMatchObject({
        refusal: { kind: 'timed_out' },
      });
      expect((await answers()).map(({ status }) => status)).toEqual([200, 200]);
    });
  },
  { QD_QUERY_TIMEOUT: '0.2' },
);
