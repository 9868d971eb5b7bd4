import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('a commit', (app) => {
  it('is brought to another branch and taken back there, once each', async () => {
    const { call, project, commit, member } = await harbor(app(), 'kay');
    const dev = await member('kaydev', 30);
    const base = `${project}/repository`;
    await commit({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    await call(`POST ${base}/branches`, { branch: 'old', ref: 'main' });
    const update = (content: string, branch = 'main') =>
      call(`POST ${base}/commits`, {
        branch,
        commit_message: `Say ${content}\n\nÜber alles`,
        author_name: 'Fay',
        author_email: 'fay@example.test',
        actions: [{ action: 'update', file_path: 'a.txt', content: `${content}\n` }],
      });
    const { id } = (await update('two')).json;
    const pick = (verb: string, json: object) => call(`POST ${base}/commits/${id}/${verb}`, json);
    const text = async (branch: string) =>
      (await call(`GET ${base}/files/a.txt/raw?ref=${branch}`)).text;

    const trial = await pick('cherry_pick', { branch: 'old', dry_run: true });
    expect([trial.status, trial.json, await text('old')]).toEqual([
      200,
      { dry_run: 'success' },
      'one\n',
    ]);
    const made = await pick('cherry_pick', { branch: 'old' });
    expect([made.status, made.json]).toMatchObject([
      201,
      {
        title: 'Say two',
        message: `Say two\n\nÜber alles\n\n(cherry picked from commit ${id})`,
        author_name: 'Fay',
        committer_name: 'Kay',
      },
    ]);
    expect(await text('old')).toBe('two\n');
    const again = await pick('cherry_pick', { branch: 'old' });
    expect([again.status, again.json]).toEqual([
      400,
      {
        message:
          'Sorry, we cannot cherry-pick this commit automatically. This commit may already have been cherry-picked, or a more recent commit may have updated some of its content.',
        error_code: 'empty',
      },
    ]);
    const back = await pick('revert', { branch: 'old' });
    expect([back.status, back.json.message, await text('old')]).toEqual([
      201,
      `Revert "Say two"\n\nThis reverts commit ${id}`,
      'one\n',
    ]);
    await update('three');
    const late = await pick('revert', { branch: 'main' });
    expect([late.status, late.json.error_code, await text('main')]).toEqual([
      400,
      'conflict',
      'three\n',
    ]);
    const own = await pick('cherry_pick', { branch: 'old', message: 'Mine' });
    expect(own.json.message).toBe('Mine');
    const refusals = [
      await pick('revert', { branch: 'nowhere' }),
      await call(`POST ${base}/commits/${'0'.repeat(40)}/revert`, { branch: 'main' }),
      await dev.as(`POST ${base}/commits/${id}/cherry_pick`, { branch: 'main' }),
      await pick('revert', {}),
    ];
    expect(refusals.map(({ status, json }) => [status, json])).toEqual([
      [404, { message: '404 Branch Not Found' }],
      [404, { message: '404 Commit Not Found' }],
      [403, { message: '403 Forbidden - You are not allowed to push into this branch' }],
      [400, { error: 'branch is missing, branch is empty' }],
    ]);
  });
});
