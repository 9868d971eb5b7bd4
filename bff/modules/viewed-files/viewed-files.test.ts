import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';

onBothDatabases('viewed files of a merge request', (app) => {
  it('are one’s own, and what changes afterwards is told apart', async () => {
    const shop = await workshop(app());
    const reader = await shop.member('reader', accessLevels.reporter);
    const base = { 'b.txt': 'b\n', 'gone.txt': 'gone\n' };
    await commitFiles(app(), shop.project, { branch: 'main', files: base });
    const old = await commitFiles(app(), shop.project, {
      branch: 'tide',
      from: 'main',
      files: { 'a.txt': 'two\n', 'b.txt': 'c\n', 'gone.txt': null },
    });
    await shop.open({ source_branch: 'tide' });
    await app().drain();
    const path = `/bff${shop.path}/merge_requests/1/viewed`;
    const { token } = reader;
    const put = (json: object) => app().call(`PUT ${path}`, { token, json });
    const shown = async (who = token) => (await app().call(`GET ${path}`, { token: who })).json;
    const named = async () =>
      (await shown()).files.map((file: { path: string; changed: boolean }) => [
        file.path,
        file.changed,
      ]);
    expect(await shown()).toEqual({ head_sha: old, files: [] });

    const refused: [object, unknown][] = [
      [{ paths: ['a.txt', 'main.txt'], viewed: true }, { paths: ['main.txt is not changed'] }],
      [
        { paths: ['a.txt'], viewed: true, sha: 'f'.repeat(40) },
        { sha: ['is no head of this merge request'] },
      ],
    ];
    for (const [json, message] of refused) {
      const answer = await put(json);
      expect([answer.status, answer.json]).toEqual([400, { message }]);
    }
    expect((await put({ paths: [], viewed: true })).status).toBe(400);
    expect(await named()).toEqual([]);

    const marked = await put({ paths: ['a.txt', 'b.txt', 'gone.txt'], viewed: true, sha: old });
    expect([marked.status, marked.json.files[0]]).toEqual([
      200,
      { path: 'a.txt', viewed_at: expect.any(String), changed: false },
    ]);
    expect((await shown(shop.owner.token)).files).toEqual([]);

    await commitFiles(app(), shop.project, { branch: 'tide', files: { 'b.txt': 'd\n' } });
    await app().drain();
    const later = [
      ['a.txt', false],
      ['b.txt', true],
      ['gone.txt', false],
    ];
    expect(await named()).toEqual(later);
    // Who saw the older head has not seen the newer content.
    await put({ paths: ['b.txt'], viewed: true, sha: old });
    expect(await named()).toEqual(later);
    await put({ paths: ['b.txt'], viewed: true });
    expect((await named())[1]).toEqual(['b.txt', false]);
    await put({ paths: ['a.txt', 'nowhere'], viewed: false });
    expect(await named()).toEqual([
      ['b.txt', false],
      ['gone.txt', false],
    ]);
    const stranger = await app().user('stranger');
    expect((await app().call(`GET ${path}`, { token: stranger.token })).status).toBe(404);
  });
});
