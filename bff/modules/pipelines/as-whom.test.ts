import { expect, it } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const ciFile = `
branch: { script: x }
request: { script: x, rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }] }
`;

onBothDatabases('a pipeline', (app) => {
  it('runs as whoever asked for it and nobody else (CVE-2024-5655, CVE-2024-6385, gl#417594: it ran as another user)', async () => {
    const place = await ciProject(app(), 'ada', { '.gitlab-ci.yml': ciFile });
    const { path, call, member, token, projectId } = place;
    const devi = await member('devi', 30);
    const mona = await member('mona', 40);
    const root = await app().user('root', { admin: true });
    let seen = 0;
    /** Of which ref and as whom the pipelines since the last look run. */
    const since = async () => {
      await app().drain();
      const rows = await app()
        .deps.db.selectFrom('pipelines')
        .leftJoin('users', 'users.id', 'pipelines.user_id')
        .select(['pipelines.ref', 'users.username'])
        .where('pipelines.project_id', '=', projectId)
        .orderBy('pipelines.id')
        .execute();
      const fresh = rows.slice(seen).map(({ ref, username }) => `${ref} ${username}`);
      seen = rows.length;
      return fresh.toSorted();
    };
    let at = 0;
    const push = async (branch: string, by: string, start_branch?: string) => {
      const made = await call(`POST ${path}/repository/commits`, {
        token: by,
        json: {
          branch,
          ...(start_branch !== undefined && { start_branch }),
          commit_message: 'x',
          actions: [{ action: 'create', file_path: `f${++at}`, content: 'x' }],
        },
      });
      expect(made.status).toBe(201);
    };
    const open = async (source_branch: string, target_branch: string, by: string) => {
      const json = { title: source_branch, source_branch, target_branch };
      const made = await call(`POST ${path}/merge_requests`, { token: by, json });
      expect(made.status).toBe(201);
    };
    await push('base', token, 'main');
    await app().drain();
    await push('top', devi.token, 'base');
    await app().drain();
    await open('base', 'main', token);
    await open('top', 'base', devi.token);
    await since();

    // A push is its pusher's, also into the merge request of somebody else.
    await push('base', devi.token);
    expect(await since()).toEqual(['base devi', 'refs/merge-requests/1/head devi']);
    // Another target starts nothing, least of all as whoever chose it.
    for (const target_branch of ['main', 'base']) {
      const json = { target_branch };
      expect((await call(`PUT ${path}/merge_requests/2`, { json })).status).toBe(200);
      expect(await since()).toEqual([]);
    }
    // Nor does the merge that takes the target away.
    const json = { should_remove_source_branch: true };
    expect((await call(`PUT ${path}/merge_requests/1/merge`, { json })).status).toBe(200);
    expect((await since()).filter((row) => row !== 'main ada')).toEqual([]);

    const nightly = { description: 'x', ref: 'top', cron: '*/10 * * * *' };
    const schedule = await call(`POST ${path}/pipeline_schedules`, {
      token: devi.token,
      json: nightly,
    });
    const one = `${path}/pipeline_schedules/${schedule.json.id}`;
    const due = async () => {
      app().clock.set(Date.parse((await call(`GET ${one}`)).json.next_run_at));
      await enqueue(app().ctx, 'run_due_schedules', {}, { dedup: 'clock' });
      return since();
    };
    expect((await call(`POST ${one}/play`, { token: mona.token })).status).toBe(201);
    expect(await since()).toEqual(['top mona']);
    expect(await due()).toEqual(['top devi']);
    const edited = { token: root.token, json: { description: 'y' } };
    expect((await call(`PUT ${one}`, edited)).status).toBe(200);
    expect(await due()).toEqual(['top devi']);
    expect((await call(`POST ${one}/take_ownership`, { token: mona.token })).status).toBe(201);
    expect(await due()).toEqual(['top mona']);

    const trigger = await call(`POST ${path}/triggers`, {
      token: mona.token,
      json: { description: 'x' },
    });
    // Whoever else is signed in with the call counts for nothing.
    const started = await call(`POST ${path}/trigger/pipeline`, {
      token,
      json: { token: trigger.json.token, ref: 'top' },
    });
    expect(started.status).toBe(201);
    expect(await since()).toEqual(['top mona']);
  });
});
