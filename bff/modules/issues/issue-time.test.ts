import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const hour = 3600;

onBothDatabases('issues', (app) => {
  it('tell the time that they take, which those who plan may write', async () => {
    const ann = await harbor(app(), 'tess', 'public');
    await ann.issue({ title: 'Leak' });
    await ann.issue({ title: 'Hidden', confidential: true });
    const guest = await ann.member('tessguest', 10);
    const one = `${ann.project}/issues/1`;
    const post = async (path: string, json: object = {}) => {
      const answer = await ann.call(`POST ${one}/${path}`, json);
      return [answer.status, answer.json.time_estimate, answer.json.total_time_spent];
    };
    expect(await post('time_estimate', { duration: '1d' })).toEqual([200, 8 * hour, 0]);
    const spent = { duration: '2h', summary: 'Deep' };
    expect(await post('add_spent_time', spent)).toEqual([201, 8 * hour, 2 * hour]);
    expect(await post('add_spent_time', { duration: '-30m' })).toEqual([201, 8 * hour, 5400]);
    const stats = {
      time_estimate: 8 * hour,
      total_time_spent: 5400,
      human_time_estimate: '1d',
      human_total_time_spent: '1h 30m',
    };
    expect((await app().call(`GET ${one}/time_stats`)).json).toEqual(stats);
    expect((await ann.call(`GET ${one}`)).json.time_stats).toEqual(stats);
    const refused = [
      [await ann.call(`POST ${one}/time_estimate`, { duration: '-1h' }), 400],
      [await ann.call(`POST ${one}/add_spent_time`, { duration: '-2h' }), 400],
      [await ann.call(`POST ${one}/add_spent_time`, { duration: 'soon' }), 400],
      [await guest.as(`POST ${one}/time_estimate`, { duration: '1h' }), 403],
      [await guest.as(`GET ${ann.project}/issues/2/time_stats`), 404],
      [await guest.as(`GET ${ann.project}/issues/2/participants`), 404],
    ] as const;
    for (const [answer, status] of refused) expect(answer.status).toBe(status);
    expect((await ann.call(`GET ${one}`)).json.time_stats).toEqual(stats);
    expect(await post('reset_time_estimate')).toEqual([200, 0, 5400]);
    expect(await post('reset_spent_time')).toEqual([200, 0, 0]);
    const notes = (await ann.call(`GET ${one}/notes?sort=asc`)).json;
    expect(notes.map((note: { body: string }) => note.body)).toEqual([
      'changed time estimate to 1d',
      'added 2h of time spent\n\nDeep',
      'subtracted 30m of time spent',
      'removed time estimate',
      'removed time spent',
    ]);
  });

  it('name who takes part in them: author, assignees, commenters', async () => {
    const ann = await harbor(app(), 'pia');
    const dev = await ann.member('piadev', 30);
    const talker = await ann.member('piatalk', 20);
    await ann.issue({ title: 'Leak', assignee_ids: [dev.id] });
    const one = `${ann.project}/issues/1`;
    await talker.as(`POST ${one}/notes`, { body: 'ahoy' });
    await talker.as(`POST ${one}/notes`, { body: 'ahoy again' });
    const names = async (query = '') =>
      (await ann.call(`GET ${one}/participants${query}`)).json.map(
        (person: { username: string }) => person.username,
      );
    expect(await names()).toEqual(['pia', 'piadev', 'piatalk']);
    expect(await names('?per_page=2&page=2')).toEqual(['piatalk']);
  });
});
