import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { forgetOldEvents } from './rules.ts';

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
});
