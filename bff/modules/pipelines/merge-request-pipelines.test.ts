import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { actAs, onBothDatabases } from '../../testing/test-app.ts';
import { createMergeRequestPipeline } from './merge-request-rules.ts';
import { presentPipeline } from './present.ts';
import { findHeadPipeline, pipelinesOfCommits } from './rules.ts';
import { findProjectById } from '../projects/rules.ts';

const both = `
branch: { script: x }
request: { script: x, rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }] }
`;
/** What most projects write to have one pipeline where there is a merge request. */
const either = `
workflow:
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH && $CI_OPEN_MERGE_REQUESTS
      when: never
    - if: $CI_COMMIT_BRANCH
job: { script: x, rules: [{ changes: [new/*] }] }
`;

onBothDatabases('pipelines of merge requests', (app) => {
  const opened = async (name: string, file: string) => {
    const made = await ciProject(app(), name, { '.gitlab-ci.yml': file });
    await made.commit('side', { 'new/a.md': 'a' });
    await app().drain();
    const request = await made.call(`POST ${made.path}/merge_requests`, {
      json: { title: 'Add', source_branch: 'side', target_branch: 'main' },
    });
    expect(request.status).toBe(201);
    await app().drain();
    const list = async () =>
      (await made.call(`GET ${made.path}/pipelines?sort=asc`)).json.map(
        (one: { ref: string; source: string }) => `${one.ref} ${one.source}`,
      );
    return { ...made, request: request.json, list };
  };

  it('are made when their branch is pushed, beside that of the branch', async () => {
    const { commit, list, request, path, call, user, projectId } = await opened('ada', both);
    const before = await list();
    const sha = await commit('side', { 'new/b.md': 'b' });
    await app().drain();
    expect((await list()).slice(before.length)).toEqual([
      'side push',
      `refs/merge-requests/${request.iid}/head merge_request_event`,
    ]);
    const ctx = actAs(app(), user);
    const head = await findHeadPipeline(ctx, projectId, sha);
    expect(head?.merge_request_id).toBe(request.id);
    const jobs = await call(`GET ${path}/pipelines/${head?.id}/jobs`);
    expect(jobs.json.map((job: { name: string }) => job.name)).toEqual(['request']);
    const page = await pipelinesOfCommits(
      ctx,
      { mergeRequestId: request.id, projectId, ref: 'side', shas: [sha] },
      { offset: 0, perPage: 20 },
    );
    expect(page.rows.map((row) => row.source)).toEqual(['merge_request_event', 'push']);
  });

  it('take the place of those of the branch where the file says so', async () => {
    const { commit, list, request } = await opened('bob', either);
    const before = await list();
    await commit('side', { 'new/b.md': 'b' });
    await app().drain();
    expect((await list()).slice(before.length)).toEqual([
      `refs/merge-requests/${request.iid}/head merge_request_event`,
    ]);
  });

  it('are made on request, for open ones only', async () => {
    const { request, user, path, call, projectId } = await opened('cyd', both);
    const ctx = actAs(app(), user);
    const made = await createMergeRequestPipeline(ctx, { mergeRequestId: request.id, user });
    if (made.outcome !== 'created') throw new Error(made.messages.join());
    const project = await findProjectById(ctx, projectId);
    if (project === undefined) throw new Error('made above');
    expect(await presentPipeline(ctx, project, made.pipeline)).toMatchObject({
      status: 'created',
      source: 'merge_request_event',
      ref: `refs/merge-requests/${request.iid}/head`,
      user: { id: user.id },
    });
    await call(`PUT ${path}/merge_requests/${request.iid}`, { json: { state_event: 'close' } });
    const closed = await createMergeRequestPipeline(ctx, { mergeRequestId: request.id, user });
    expect(closed.outcome).toBe('refused');
  });
});
