import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases('merge requests of a commit', (app) => {
  it('are those that bring it or were merged as it, and not those that begin after it', async () => {
    const shop = await workshop(app());
    const { token } = shop.owner;
    const before = await shop.open({ title: 'before' });
    const one = await shop.open({ title: 'one' });
    await app().drain();
    const of = async (sha: string, query = '', by = token) => {
      const path = `${shop.path}/repository/commits/${sha}/merge_requests${query}`;
      const answer = await app().call(`GET ${path}`, { token: by });
      return answer.status === 200
        ? answer.json.map((row: { title: string }) => row.title)
        : answer.status;
    };
    expect(await of(one.sha)).toEqual(['one']);
    const merged = await shop.call(`PUT ${one.iid}/merge`, { json: {} });
    const { merge_commit_sha: merge } = merged.json;
    await app().drain();
    // This one has all of the above in its history, and brings none of it.
    await shop.open({ title: 'after' });
    await app().drain();
    expect(await of(one.sha)).toEqual(['one']);
    expect(await of(merge)).toEqual(['one']);
    expect(await of('main')).toEqual(['one']);
    expect(await of(before.sha)).toEqual(['before']);
    expect(await of(one.sha, '?state=opened')).toEqual([]);
    expect(await of('0123456789012345678901234567890123456789')).toBe(404);
    const guest = await shop.member('guest', accessLevels.guest);
    expect(await of(one.sha, '', guest.token)).toBe(403);
  });
});
