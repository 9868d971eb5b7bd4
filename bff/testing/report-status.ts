import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';
import type { Workshop } from './workshop.ts';

/** Something outside reports on the head of merge request 1; the first report makes the pipeline. */
export async function reportStatus(app: TestApp, shop: Workshop, state: string): Promise<void> {
  const { sha, source_branch: ref } = (await shop.call('GET 1')).json;
  const answer = await app.call(`POST ${shop.path}/statuses/${sha}`, {
    token: shop.owner.token,
    json: { state, ref, name: 'rig' },
  });
  expect(answer.status).toBe(201);
}
