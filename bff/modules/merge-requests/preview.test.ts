import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('a preview of a merge request', (app) => {
  it('tells what would become of two branches, and stores nothing', async () => {
    const { project, call, commit } = await harbor(app(), 'rhea');
    await commit({ 'README.md': 'hello\n' });
    await commit({ 'one.txt': 'one\n' }, 'good', { start_branch: 'main' });
    await commit({ 'two.txt': 'two\n' }, 'bad', { start_branch: 'main' });
    await commit({ 'two.txt': 'other\n' });
    const { json: record } = await call(`GET ${project}`);
    const preview = async (source_branch: string, target_branch = 'main') =>
      (
        await call('POST /bff/previews/merge_request', {
          project: String(record.id),
          source_branch,
          target_branch,
        })
      ).json;
    const fine = { valid: true, problems: {}, existing_iid: null, conflicts: [] };
    expect(await preview('good')).toEqual({ ...fine, commits_count: 1, has_conflicts: false });
    expect(await preview('bad')).toEqual({
      ...fine,
      commits_count: 1,
      has_conflicts: true,
      conflicts: ['two.txt'],
    });
    expect(await preview('none', 'nowhere')).toEqual({
      valid: false,
      problems: { source_branch: ['does not exist'], target_branch: ['does not exist'] },
      existing_iid: null,
      commits_count: null,
      has_conflicts: null,
      conflicts: [],
    });
    expect((await preview('main')).problems).toEqual({ target_branch: ['is the source branch'] });
    const opening = { source_branch: 'good', target_branch: 'main', title: 'Good' };
    expect((await call(`GET ${project}/merge_requests`)).json).toEqual([]);
    await call(`POST ${project}/merge_requests`, opening);
    expect(await preview('good')).toMatchObject({ valid: false, existing_iid: 1 });
    const stranger = await app().user('stranger');
    const asked = { project: String(record.id), source_branch: 'good', target_branch: 'main' };
    const hidden = await app().call('POST /bff/previews/merge_request', {
      token: stranger.token,
      json: asked,
    });
    expect([403, 404]).toContain(hidden.status);
  });
});
