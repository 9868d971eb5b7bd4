import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

const path = '1/context_commits';

onBothDatabases('commits that a merge request builds on', (app) => {
  it('are shown beside it, the newest first, all of a call or none', async () => {
    const shop = await workshop(app());
    const reader = await shop.member('reader', accessLevels.reporter);
    await shop.open();
    const [old, later] = [await shop.commit('ground'), await shop.commit('walls')];
    const commits = [old, later];
    const listed = async () =>
      (await shop.call(`GET ${path}`, { token: reader.token })).json.map(
        (commit: { id: string }) => commit.id,
      );
    const invalid = "One or more context commits' sha is not valid.";
    const many = 'Context commits array size should not be more than 20';
    const missing = 'f'.repeat(40);
    const refused: [string, unknown, number, unknown][] = [
      ['POST', [old, missing], 400, { message: invalid }],
      ['POST', ['ground'], 400, { message: invalid }],
      ['POST', Array(21).fill(old), 400, { message: `400 Bad request - ${many}` }],
      ['POST', [], 400, { error: 'commits is empty' }],
      ['POST', undefined, 400, { error: 'commits is missing' }],
      ['DELETE', [old], 400, { message: invalid }],
    ];
    for (const [method, shas, status, body] of refused) {
      const answer = await shop.call(`${method} ${path}`, { json: { commits: shas } });
      expect([method, answer.status, answer.json]).toEqual([method, status, body]);
    }
    expect(await listed()).toEqual([]);
    const { token } = reader;
    const unable = await shop.call(`POST ${path}`, { token, json: { commits } });
    expect(unable.status).toBe(403);

    const made = await shop.call(`POST ${path}`, { json: { commits: [old.slice(0, 8), later] } });
    expect([made.status, made.json]).toEqual([
      201,
      [expect.objectContaining({ id: old }), expect.objectContaining({ id: later })],
    ]);
    expect(await listed()).toEqual([later, old]);
    const again = await shop.call(`POST ${path}`, { json: { commits: [later] } });
    expect([again.status, again.json]).toEqual([
      400,
      { message: `Context commits: ${later} are already created` },
    ]);
    const [first] = (await shop.call(`GET ${path}?per_page=1`)).json;
    const record = await app().call(`GET ${shop.path}/repository/commits/${first.id}`, {
      token: shop.owner.token,
    });
    expect(record.json).toMatchObject(first);

    // What no branch holds any more is shown all the same.
    for (const branch of ['ground', 'walls']) {
      const at = `DELETE ${shop.path}/repository/branches/${branch}`;
      await app().call(at, { token: shop.owner.token });
    }
    expect((await shop.call(`DELETE ${path}`, { token, json: { commits } })).status).toBe(403);
    const half = await shop.call(`DELETE ${path}`, { json: { commits: [old, missing] } });
    expect([half.status, half.json]).toEqual([400, { message: invalid }]);
    expect(await listed()).toHaveLength(2);
    expect((await shop.call(`DELETE ${path}`, { json: { commits: [old] } })).status).toBe(204);
    expect(await listed()).toEqual([later]);
  });
});
