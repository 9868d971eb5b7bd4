import { describe, expect, it } from 'vitest';
import { ianaZones } from '#contract/iana-zones.ts';
import { friendlyZones } from '#contract/time-zones.ts';
import { isCron, isZone, nextRun, nextRuns } from './cron.ts';

const clock = Date.parse('2026-11-27T12:00:00Z');
const runs = (cron: string, zone: string, after: number | string, count: number) =>
  nextRuns({ cron, zone }, typeof after === 'string' ? Date.parse(after) : after, count).map(
    (instant) => new Date(instant).toISOString().slice(0, 16),
  );

describe('cron expressions', () => {
  it.each<[string, ...string[]]>([
    ['0 10 * * MON-FRI', '2026-11-30T10:00'],
    ['0 0 * JAN-MAR MON', '2027-01-04T00:00'],
    ['0 0 L * *', '2026-11-30T00:00'],
    ['0 0 -1 * *', '2026-11-30T00:00'],
    ['0 0 15,L * *', '2026-11-30T00:00', '2026-12-15T00:00'],
    ['0 9 * * MON#1', '2026-12-07T09:00'],
    ['0 9 * * fri#-1', '2026-12-25T09:00'],
    ['*/45 * * * *', '2026-11-27T12:45', '2026-11-27T13:00'],
    ['0 */5 * * *', '2026-11-27T15:00', '2026-11-27T20:00', '2026-11-28T00:00'],
    ['5/15 * * * *', '2026-11-27T12:05', '2026-11-27T12:20'],
    ['0 22-2 * * *', '2026-11-27T22:00', '2026-11-27T23:00', '2026-11-28T00:00'],
    ['0 0 * * 6-7', '2026-11-28T00:00', '2026-11-29T00:00', '2026-12-05T00:00'],
    ['00 08,09 * * *', '2026-11-28T08:00'],
    ['@daily', '2026-11-28T00:00'],
    ['@monthly', '2026-12-01T00:00'],
    ['@yearly', '2027-01-01T00:00'],
    ['  0\t1  *  * 5 ', '2026-12-04T01:00'],
    ['@noon', '2026-11-28T12:00'],
    ['@midnight', '2026-11-28T00:00'],
    ['@hourly', '2026-11-27T13:00'],
    ['@weekly', '2026-11-29T00:00'],
    ['0 24 * * *', '2026-11-28T00:00'],
    ['0 20-24 * * *', '2026-11-27T20:00', '2026-11-27T21:00'],
    ['0 9 * * 5#L', '2026-12-25T09:00'],
    ['0 9 * * 7#last', '2026-11-29T09:00'],
    ['0 0 last * *', '2026-11-30T00:00'],
    ['1,,2 * * * *', '2026-11-27T12:01', '2026-11-27T12:02', '2026-11-27T13:01'],
    ['0 0 * * 5-1', '2026-11-28T00:00', '2026-11-29T00:00', '2026-11-30T00:00', '2026-12-04T00:00'],
    [
      '0 0 1 nov-feb *',
      '2026-12-01T00:00',
      '2027-01-01T00:00',
      '2027-02-01T00:00',
      '2027-11-01T00:00',
    ],
    [
      '0 21-4/2 * * *',
      '2026-11-27T21:00',
      '2026-11-27T23:00',
      '2026-11-28T01:00',
      '2026-11-28T03:00',
    ],
    [
      '50-10/7 * * * *',
      '2026-11-27T12:04',
      '2026-11-27T12:50',
      '2026-11-27T12:57',
      '2026-11-27T13:04',
    ],
    ['0 0 13 * 5', '2026-12-04T00:00', '2026-12-11T00:00', '2026-12-13T00:00'],
    ['0 0 29 2 *', '2028-02-29T00:00', '2032-02-29T00:00'],
    ['0 0 31 2,3 *', '2027-03-31T00:00'],
    ['0 0 30 2 1', '2027-02-01T00:00'],
    ['0 0 * * 0-7', '2026-11-28T00:00', '2026-11-29T00:00'],
    ['*/100 * * * *', '2026-11-27T13:00'],
  ])('%j runs when it says', (cron, ...expected) => {
    expect(isCron(cron)).toBe(true);
    expect(runs(cron, 'UTC', clock, expected.length)).toEqual(expected);
  });

  it.each([
    '* * * *',
    '60 * * * *',
    '0 25 * * *',
    '0 0 0 * *',
    '0 0 32 * *',
    '0 0 1 13 *',
    '* * * * 8',
    '0 0 30 2 *',
    '0 0 31 4 *',
    '0 0 31 2,4,6 *',
    '*/0 * * * *',
    '0 0 LW * *',
    '0 0 15W * *',
    '0 0 ? * 1',
    '0 9 * * 5L',
    '0 0 * * 1#6',
    '0 0 * * 1#0',
    '0 0 * * 1#-2',
    '0 9 * * 1 Europe/Oslo',
    'CRON_TZ=Asia/Tokyo 0 6 * * *',
    'every day at noon',
    '@reboot',
    '@toString',
    'constructor',
    '0 0 * * funday',
    '1.5 * * * *',
    '',
    '   ',
    '0 0 1 * * *',
    '*-5 * * * *',
    '-1 * * * *',
    '0 0 -2 * *',
    '1-2-3 * * * *',
    ', * * * *',
    '0 6 * * tue%2',
    '0 0 1 * 1 &',
    'H * * * *',
    '0 0 L-2 * *',
    '+1 * * * *',
    '1e1 * * * *',
    '0 0 mon * *',
  ])('%j is refused', (cron) => {
    expect(isCron(cron)).toBe(false);
    expect(nextRun({ cron, zone: 'UTC' }, clock)).toBeUndefined();
  });

  it('of ten thousand items are refused at once', () => {
    const items = '1,'.repeat(10_000);
    expect([isCron(items), isCron(`${items}1 * * * *`)]).toEqual([false, false]);
  });
});

describe('daylight saving time', () => {
  const gap = '2025-03-09T05:00Z';
  const repeat = '2025-11-02T04:00Z';
  it.each<[string, string, string, ...string[]]>([
    ['30 2 * * *', 'America/New_York', gap, '2025-03-09T07:00', '2025-03-10T06:30'],
    // The hour before a midnight is left out: it runs on the next day's first minute.
    ['30 23 * * *', 'America/Nuuk', '2026-03-28T12:00Z', '2026-03-29T01:00', '2026-03-30T00:30'],
    ['30 23 28 3 *', 'America/Nuuk', '2026-01-01T00:00Z', '2026-03-29T01:00', '2027-03-29T00:30'],
    ['*/30 23 * * *', 'America/Nuuk', '2026-03-28T12:00Z', '2026-03-30T00:00'],
    ['15,45 2 * * *', 'America/New_York', gap, '2025-03-09T07:00', '2025-03-10T06:15'],
    ['0 3 * * *', 'America/New_York', gap, '2025-03-09T07:00', '2025-03-10T07:00'],
    [
      '30 * * * *',
      'America/New_York',
      gap,
      '2025-03-09T05:30',
      '2025-03-09T06:30',
      '2025-03-09T07:30',
    ],
    [
      '30 0-23 * * *',
      'America/New_York',
      gap,
      '2025-03-09T05:30',
      '2025-03-09T06:30',
      '2025-03-09T07:30',
    ],
    ['30 1 * * *', 'America/New_York', repeat, '2025-11-02T05:30', '2025-11-03T06:30'],
    [
      '0,30 1 * * *',
      'America/New_York',
      repeat,
      '2025-11-02T05:00',
      '2025-11-02T05:30',
      '2025-11-03T06:00',
    ],
    ['0 2 * * *', 'America/New_York', repeat, '2025-11-02T07:00', '2025-11-03T07:00'],
    [
      '30 * * * *',
      'America/New_York',
      repeat,
      '2025-11-02T04:30',
      '2025-11-02T05:30',
      '2025-11-02T06:30',
      '2025-11-02T07:30',
    ],
    [
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2025-10-04T00:00Z',
      '2025-10-04T15:30',
      '2025-10-05T15:15',
    ],
    ['30 0 * * *', 'America/Santiago', '2025-09-06T12:00Z', '2025-09-07T04:00', '2025-09-08T03:30'],
    ['0 12 30 12 *', 'Pacific/Apia', '2011-12-01T00:00Z', '2012-12-29T22:00'],
  ])('%s in %s after %s', (cron, zone, after, ...expected) => {
    expect(runs(cron, zone, after, expected.length)).toEqual(expected);
  });

  it('never answers with an instant that is over, whatever the zone leaves out', () => {
    for (const zone of ['Pacific/Apia', 'Pacific/Kwajalein', 'America/New_York']) {
      const list = nextRuns({ cron: '0 12 30 12 *', zone }, Date.parse('2011-01-01T00:00Z'), 4);
      expect(list).toHaveLength(4);
      expect(list.every((instant, at) => at === 0 || instant > (list[at - 1] ?? 0))).toBe(true);
    }
  });
});

describe('zones', () => {
  it('are friendly names, IANA names and links, and distances from UTC', () => {
    for (const name of [...Object.keys(friendlyZones), ...ianaZones]) {
      expect([name, isZone(name)]).toEqual([name, true]);
    }
    expect(Object.keys(friendlyZones).length).toBeGreaterThan(145);
    expect(runs('0 10 * * *', 'London', '2026-07-01T00:00Z', 1)).toEqual(['2026-07-01T09:00']);
    expect(runs('0 10 * * *', 'Pacific Time (US & Canada)', '2026-07-01T00:00Z', 1)).toEqual([
      '2026-07-01T17:00',
    ]);
    expect(runs('0 10 * * *', '+05:30', '2026-07-01T00:00Z', 1)).toEqual(['2026-07-01T04:30']);
    expect(runs('0 10 * * *', '-02:00', '2026-07-01T00:00Z', 1)).toEqual(['2026-07-01T12:00']);
  });

  it.each(['europe/oslo', 'EUROPE/OSLO', 'London ', 'Mars/Base', '', '+25:00', '+2', 'toString'])(
    '%j is none',
    (name) => {
      expect(isZone(name)).toBe(false);
      expect(nextRun({ cron: '0 0 * * *', zone: name }, clock)).toBeUndefined();
    },
  );
});
