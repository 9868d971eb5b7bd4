import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';
import { parseDuration } from './duration.ts';

const hour = 3600;
const durations: [string, number | undefined][] = [
  ['1mo', 160 * hour],
  ['1w 2d 3h 4m 5s', 40 * hour + 16 * hour + 3 * hour + 245],
  ['1W2D', 56 * hour],
  ['1.5h', 5400],
  ['-30m', -1800],
  ['0h', 0],
  ['', undefined],
  ['-', undefined],
  ['1', undefined],
  ['h', undefined],
  ['1 year', undefined],
  ['1h --', undefined],
  ['99999999999w', undefined],
  ['9'.repeat(100_000), undefined],
  // A text that an expression with neighbours alike would walk through for hours.
  [`${' '.repeat(200_000)}!`, undefined],
];

it.each(durations)('%s is read as so many seconds of work', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

onBothDatabases('time', (app) => {
  it('is estimated, spent, taken back and reset, and told of', async () => {
    const shop = await workshop(app());
    await shop.open();
    const post = async (path: string, json: object = {}) => {
      const answer = await shop.call(`POST 1/${path}`, { json });
      return [answer.status, answer.json.time_estimate, answer.json.total_time_spent];
    };
    expect(await post('time_estimate', { duration: '1d' })).toEqual([200, 8 * hour, 0]);
    expect(await post('add_spent_time', { duration: '2h', summary: 'Deep' })).toEqual([
      201,
      8 * hour,
      2 * hour,
    ]);
    expect(await post('add_spent_time', { duration: '-30m' })).toEqual([201, 8 * hour, 5400]);
    const stats = {
      time_estimate: 8 * hour,
      total_time_spent: 5400,
      human_time_estimate: '1d',
      human_total_time_spent: '1h 30m',
    };
    expect((await shop.call('GET 1/time_stats')).json).toEqual(stats);
    expect((await shop.call('GET 1')).json.time_stats).toEqual(stats);
    expect(await post('reset_time_estimate')).toEqual([200, 0, 5400]);
    expect(await post('reset_spent_time')).toEqual([200, 0, 0]);
    const notes = (await shop.call('GET 1/notes?sort=asc')).json;
    expect(notes.map((note: { body: string }) => note.body)).toEqual([
      'changed time estimate to 1d',
      'added 2h of time spent\n\nDeep',
      'subtracted 30m of time spent',
      'removed time estimate',
      'removed time spent',
    ]);
  });

  it('that cannot be read, or that was never spent, is 400 and changes nothing', async () => {
    const shop = await workshop(app());
    await shop.open();
    const refusal = async (path: string, json: object) => {
      const { status, json: body } = await shop.call(`POST 1/${path}`, { json });
      return [status, body.error ?? body.message];
    };
    expect(await refusal('time_estimate', {})).toEqual([400, 'duration is missing']);
    expect(await refusal('time_estimate', { duration: 'soon' })).toEqual([
      400,
      'duration is invalid',
    ]);
    expect((await refusal('time_estimate', { duration: '-1h' }))[0]).toBe(400);
    expect((await refusal('add_spent_time', { duration: '0m' }))[0]).toBe(400);
    expect(await refusal('add_spent_time', { duration: '-1h' })).toEqual([
      400,
      'Time to subtract exceeds the total time spent',
    ]);
    expect((await shop.call('GET 1/time_stats')).json).toMatchObject({
      time_estimate: 0,
      total_time_spent: 0,
    });
    expect((await shop.call('GET 1/notes')).json).toEqual([]);
  });

  it('is for Developers to write and for readers to see', async () => {
    const shop = await workshop(app());
    await shop.open();
    const { token } = await shop.member('rep', accessLevels.reporter);
    const json = { duration: '1h' };
    expect((await shop.call('POST 1/add_spent_time', { token, json })).status).toBe(403);
    expect((await shop.call('GET 1/time_stats', { token })).status).toBe(200);
    expect((await shop.call('GET 77/time_stats')).status).toBe(404);
  });

  it('that several add at once is lost by none', async () => {
    const shop = await workshop(app());
    await shop.open();
    const json = { duration: '1h' };
    await Promise.all([1, 2, 3, 4].map(() => shop.call('POST 1/add_spent_time', { json })));
    expect((await shop.call('GET 1/time_stats')).json.total_time_spent).toBe(4 * hour);
  });
});
