import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { actAs, onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { workshop } from '../../testing/workshop.ts';
import { findProjectById } from '../projects/rules.ts';
import { planMerge } from './merge-plan.ts';
import { lockForMerge } from './merge-steps.ts';
import { settled } from './refresh-rules.ts';
import { getMergeRequest } from './rules.ts';

onBothDatabases('a merge that waits for nothing any more', (app) => {
  it('looks when it begins at whose approvals there are, not at how many', async () => {
    const shop = await workshop(app());
    const lead = await shop.member('lead', accessLevels.developer);
    const other = await shop.member('other', accessLevels.developer);
    const call = (request: string, { token }: TestUser, json: object = {}) =>
      app().call(request, { token, json });
    await call(`POST ${shop.path}/approval_rules`, shop.owner, {
      name: 'lead',
      approvals_required: 1,
      user_ids: [lead.id],
    });
    const { iid } = await shop.open();
    const path = `${shop.path}/merge_requests/${iid}`;
    await call(`POST ${path}/approve`, lead);
    const ctx = actAs(app(), shop.owner.user);
    const project = await findProjectById(ctx, shop.project.id);
    if (project === undefined) throw new Error('no project');
    const row = await settled(ctx, await getMergeRequest(ctx, project, iid));
    const plan = row && (await planMerge(ctx, { project, row }, {}));
    if (plan === undefined) throw new Error('cannot be merged');

    await call(`POST ${path}/unapprove`, lead);
    await call(`POST ${path}/approve`, other);
    expect(await lockForMerge(ctx, plan)).toBe('raced');
    expect((await shop.call(`GET ${iid}`)).json.state).toBe('opened');
    await call(`POST ${path}/unapprove`, other);
    await call(`POST ${path}/approve`, lead);
    expect(await lockForMerge(ctx, plan)).toMatchObject({ state: 'locked' });
  });
});
