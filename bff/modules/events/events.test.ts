import { expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { announce, forgetOldEvents } from './rules.ts';

onBothDatabases('domain events', (app) => {
  it('of thirty days ago are forgotten, however many, and younger ones are not', async () => {
    const { db } = app().deps;
    const row = (created_at: string) => ({
      name: 'tag.create' as const,
      subject_type: 'Tag',
      changes: '{}',
      created_at,
    });
    const old = Array.from({ length: 1000 }, () => row('2026-10-28T11:00:00.000Z'));
    for (let turn = 0; turn < 6; turn++) await db.insertInto('domain_events').values(old).execute();
    const young = '2026-10-28T12:30:00.000Z';
    await db.insertInto('domain_events').values(row(young)).execute();
    await forgetOldEvents(app().ctx);
    const left = await db.selectFrom('domain_events').select('created_at').execute();
    expect(left).toEqual([{ created_at: young }]);
  });

  it('are told to integrations by a job of their own transaction, or not at all', async () => {
    const { db } = app().deps;
    const jobs = () =>
      db.selectFrom('jobs').select('payload').where('kind', '=', 'tell_integrations').execute();
    const port = await harbor(app(), 'teller');
    await port.issue({ title: 'Nobody listens' });
    expect(await jobs()).toEqual([]);
    await port.call(`PUT ${port.group}/integrations/packagist`, { username: 'bo', token: 'qux' });
    const projectId = Number(port.project.split('/').at(-1));
    const event = { name: 'issue.update' as const, subject: { type: 'Issue', id: 1 }, projectId };
    const undone = transact(app().ctx, async (ctx) => {
      await announce(ctx, [event]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await jobs()).toEqual([]);
    // One job for all that happened at once; what stays inside or quiet is not in it.
    await transact(app().ctx, (ctx) =>
      announce(ctx, [event, { ...event, quiet: true }, { ...event, name: 'tag.create' }, event]),
    );
    const [job] = await jobs();
    const { event_ids } = JSON.parse(job?.payload ?? '{}') as { event_ids: number[] };
    expect([(await jobs()).length, event_ids.length]).toEqual([1, 2]);
  });
});
