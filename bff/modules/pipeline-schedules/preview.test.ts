import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { createTestApp, onBothDatabases, type TestApp, testTime } from '../../testing/test-app.ts';

const accepted: readonly [string, string][] = [
  ['0 10 * * MON-FRI', '2026-11-30T10:00'],
  ['0 0 * JAN-MAR MON', '2027-01-04T00:00'],
  ['0 0 L * *', '2026-11-30T00:00'],
  ['0 0 -1 * *', '2026-11-30T00:00'],
  ['0 0 15,L * *', '2026-11-30T00:00'],
  ['0 9 * * MON#1', '2026-12-07T09:00'],
  ['0 9 * * fri#-1', '2026-12-25T09:00'],
  ['*/45 * * * *', '2026-11-27T12:45'],
  ['0 */5 * * *', '2026-11-27T15:00'],
  ['5/15 * * * *', '2026-11-27T12:05'],
  ['0 22-2 * * *', '2026-11-27T22:00'],
  ['0 0 * * 6-7', '2026-11-28T00:00'],
  ['00 08,09 * * *', '2026-11-28T08:00'],
  ['@daily', '2026-11-28T00:00'],
  ['@monthly', '2026-12-01T00:00'],
  ['@yearly', '2027-01-01T00:00'],
  ['@hourly', '2026-11-27T13:00'],
  ['0 0 13 * FRI', '2026-12-04T00:00'],
  ['  0\t1  *  * 5 ', '2026-12-04T01:00'],
];

const refused = [
  '* * * *',
  '60 * * * *',
  '0 25 * * *',
  '0 0 0 * *',
  '0 0 32 * *',
  '0 0 1 13 *',
  '* * * * 8',
  '0 0 30 2 *',
  '0 0 31 4 *',
  '*/0 * * * *',
  '0 0 LW * *',
  '0 0 15W * *',
  '0 0 ? * 1',
  '0 9 * * 5L',
  '0 0 * * 1#6',
  '0 9 * * 1 Europe/Oslo',
  '0 0 0 1 * *',
  'CRON_TZ=Asia/Tokyo 0 6 * * *',
  'every day at noon',
  '@reboot',
  '0 0 * * funday',
  '1.5 * * * *',
  '',
  '1,'.repeat(10_000),
];

onBothDatabases('the cron text of a pipeline schedule', (app) => {
  it('is taken and refused as documented, kept as it was sent, and its next run is the preview’s', async () => {
    const { path, call } = await ciProject(app(), 'ada');
    const at = `${path}/pipeline_schedules`;
    const create = (cron: string, cron_timezone = 'UTC') =>
      call(`POST ${at}`, { json: { description: 'x', ref: 'main', cron, cron_timezone } });
    const previewed = async (cron: string, cron_timezone = 'UTC') =>
      (await call('POST /bff/previews/cron', { json: { cron, cron_timezone, count: 1 } })).json;
    app().clock.set(Date.parse(testTime));
    for (const [cron, next] of accepted) {
      const { status, json } = await create(cron);
      expect([status, json.cron, json.next_run_at]).toEqual([201, cron, `${next}:00.000Z`]);
      const preview = await previewed(cron);
      expect([preview.valid, preview.runs[0].at]).toEqual([true, json.next_run_at]);
      await call(`DELETE ${at}/${json.id}`);
    }
    for (const cron of refused) {
      const { status, json } = await create(cron);
      const blank = cron === '' ? ["can't be blank"] : [];
      expect([status, json]).toEqual([400, { message: { cron: [...blank, 'syntax is invalid'] } }]);
      expect(await previewed(cron)).toMatchObject({ valid: false, runs: [] });
    }
    const zones: [string, string][] = [
      ['London', '2026-11-28T10:00'],
      ['Eastern Time (US & Canada)', '2026-11-27T15:00'],
      ['US/Eastern', '2026-11-27T15:00'],
      ['Asia/Kolkata', '2026-11-28T04:30'],
      ['+02:00', '2026-11-28T08:00'],
    ];
    for (const [zone, next] of zones) {
      const { status, json } = await create('0 10 * * *', zone);
      expect([status, json.cron_timezone, json.next_run_at]).toEqual([
        201,
        zone,
        `${next}:00.000Z`,
      ]);
      await call(`DELETE ${at}/${json.id}`);
    }
    expect((await call(`GET ${at}`)).json).toEqual([]);
  });
});

describe('the preview of a schedule', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await createTestApp('sqlite', { QD_MIN_SCHEDULE_INTERVAL: '20' });
    ({ token } = await app.user('ada'));
  });
  afterAll(() => app.close());
  const preview = async (at: string, json: object) => {
    app.clock.set(Date.parse(at));
    return (await app.call('POST /bff/previews/cron', { token, json })).json;
  };
  const shown = (runs: { at: string; local: string; offset: string; change: string | null }[]) =>
    runs.map(({ at, local, offset, change }) => [at.slice(5, 16), local.slice(5), offset, change]);

  it('marks what the change of clocks does to a time', async () => {
    const newYork = { cron_timezone: 'America/New_York', count: 2 };
    expect(
      shown((await preview('2027-03-13T12:00:00Z', { ...newYork, cron: '30 2 * * *' })).runs),
    ).toEqual([
      ['03-14T07:00', '03-14T03:00', '-04:00', 'gap'],
      ['03-15T06:30', '03-15T02:30', '-04:00', null],
    ]);
    expect(
      shown((await preview('2026-10-31T12:00:00Z', { ...newYork, cron: '30 1 * * *' })).runs),
    ).toEqual([
      ['11-01T05:30', '11-01T01:30', '-04:00', 'repeat'],
      ['11-02T06:30', '11-02T01:30', '-05:00', null],
    ]);
    const hourly = await preview('2027-03-14T05:30:00Z', { ...newYork, cron: '0 * * * *' });
    expect(shown(hourly.runs)).toEqual([
      ['03-14T06:00', '03-14T01:00', '-05:00', null],
      ['03-14T07:00', '03-14T03:00', '-04:00', null],
    ]);
  });

  it('says what is wrong and what is odd, and keeps runs as far apart as the server wants', async () => {
    const often = await preview(testTime, { cron: '*/15 * * * *', count: 3 });
    expect(often).toMatchObject({
      valid: true,
      zone: 'Etc/UTC',
      warnings: ['too_often'],
      min_interval: 20,
      max_schedules: 10,
    });
    expect(shown(often.runs).map(([at]) => at)).toEqual([
      '11-27T12:15',
      '11-27T12:45',
      '11-27T13:15',
    ]);
    const after = { cron: '*/15 * * * *', count: 1, last_run_at: '2026-11-27T12:00:00Z' };
    expect(shown((await preview(testTime, after)).runs)).toEqual([
      ['11-27T12:30', '11-27T12:30', '+00:00', null],
    ]);
    const either = { cron: '0 0 13 * FRI', cron_timezone: '-03:30' };
    expect(await preview(testTime, either)).toMatchObject({
      zone: '-03:30',
      warnings: ['day_or_weekday'],
    });
    const broken = { cron: '0 0 31 2 *', cron_timezone: 'Mars' };
    expect(await preview(testTime, broken)).toMatchObject({
      valid: false,
      problems: { cron: 'never', cron_timezone: 'syntax' },
      zone: null,
      runs: [],
      warnings: [],
    });
    expect((await preview(testTime, { cron: 'x' })).problems.cron).toBe('syntax');
    const edge = { cron: '0 0 29 2 *', count: 50, last_run_at: '9999-12-31T23:59:59Z' };
    expect((await preview(testTime, edge)).runs).toEqual([]);
    const leap = await preview(testTime, {
      cron: '0 0 29 2 *',
      cron_timezone: '+14:00',
      count: 50,
    });
    expect(leap.runs).toHaveLength(5);
    expect(
      (await preview(testTime, { cron: '@daily', cron_timezone: '+14:01' })).problems.cron_timezone,
    ).toBe('syntax');
  });

  it('is what happens: a schedule that wants to run more often is spaced, and refused nothing', async () => {
    const { path, call } = await ciProject(app, 'bob', { '.gitlab-ci.yml': 'a: { script: a }' });
    app.clock.set(Date.parse('2026-11-28T12:00:01Z'));
    await enqueue(app.ctx, 'run_due_schedules', {}, { dedup: 'clock' });
    await app.drain();
    const json = { description: 'Often', ref: 'main', cron: '*/15 * * * *' };
    const made = await call(`POST ${path}/pipeline_schedules`, { json });
    expect([made.status, made.json.next_run_at]).toEqual([201, '2026-11-28T12:15:00.000Z']);
    const one = `${path}/pipeline_schedules/${made.json.id}`;
    const { runs } = await preview('2026-11-28T12:00:02Z', { cron: json.cron, count: 3 });
    for (const [at, run] of runs.entries()) {
      app.clock.set(Date.parse(run.at));
      await app.drain();
      const next = (await call(`GET ${one}`)).json.next_run_at;
      expect((await call(`GET ${one}/pipelines`)).json).toHaveLength(at + 1);
      expect(next).toBe(new Date(Date.parse(run.at) + 30 * 60_000).toISOString());
      // No edit makes it run earlier.
      const edited = await call(`PUT ${one}`, { json: { active: true } });
      expect(edited.json.next_run_at).toBe(next);
    }
  });
});
