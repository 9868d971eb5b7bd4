import { type AllMergeRequestsOptions, Gitlab } from '@gitbeaker/rest';
import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { goLive } from './live-server.ts';
import { onBothDatabases } from './test-app.ts';
import { workshop } from './workshop.ts';

onBothDatabases('an unmodified v4 client', (app) => {
  it('narrows merge requests by every filter that it knows, each by itself', async () => {
    const shop = await workshop(app());
    const dev = await shop.member('dev', accessLevels.developer);
    await shop.open({ title: 'Tar', labels: 'red', assignee_id: dev.id });
    await shop.open({ title: 'Draft: oil', target_branch: 'main' }, dev.token);
    await shop.call('PUT 1', { json: { reviewer_ids: [dev.id] } });
    await shop.call('POST 1/approve', { token: dev.token, json: {} });
    await shop.call('POST 1/award_emoji', { json: { name: 'rocket' } });
    await app().drain();
    const [first] = (await shop.call('GET ?iids[]=1')).json;
    const server = await goLive(app());
    const client = new Gitlab({ host: server.url, token: shop.owner.token });
    const both = [1, 2];
    const rows: [Omit<AllMergeRequestsOptions, 'withLabelsDetails'>, number[]][] = [
      [{ approvedByIds: [dev.id] }, [1]],
      [{ approverIds: [dev.id] }, []],
      [{ approved: 'yes' }, both],
      [{ assigneeId: dev.id }, [1]],
      [{ assigneeId: 'None' }, [2]],
      [{ authorId: dev.id }, [2]],
      [{ authorUsername: dev.username }, [2]],
      [{ createdAfter: '2026-11-28T00:00:00Z' }, []],
      [{ createdBefore: '2026-11-28T00:00:00Z' }, both],
      [{ environment: 'sea' }, []],
      [{ iids: [2] }, [2]],
      [{ labels: 'red' }, [1]],
      [{ milestone: 'None' }, both],
      [{ myReactionEmoji: 'rocket' }, [1]],
      [{ not: { labels: 'red' } }, [2]],
      [{ not: { milestone: 'Any' } }, both],
      [{ not: { authorId: dev.id } }, [1]],
      [{ not: { authorUsername: dev.username } }, [1]],
      [{ not: { assigneeId: dev.id } }, [2]],
      [{ not: { assigneeUsername: dev.username } }, [2]],
      [{ not: { reviewerId: dev.id } }, [2]],
      [{ not: { reviewerUsername: dev.username } }, [2]],
      [{ not: { myReactionEmoji: 'rocket' } }, [2]],
      [{ orderBy: 'updated_at', sort: 'asc' }, both],
      [{ reviewerId: 'Any' }, [1]],
      [{ reviewerUsername: dev.username }, [1]],
      [{ scope: 'created_by_me' }, [1]],
      [{ search: 'oil' }, [2]],
      [{ sourceBranch: first.source_branch }, [1]],
      [{ targetBranch: 'side' }, []],
      [{ state: 'merged' }, []],
      [{ updatedAfter: '2026-11-28T00:00:00Z' }, []],
      [{ updatedBefore: '2026-11-28T00:00:00Z' }, both],
      [{ view: 'simple' }, both],
      [{ withMergeStatusRecheck: true }, both],
      [{ wip: 'yes' }, [2]],
    ];
    try {
      for (const [options, iids] of rows) {
        const found = await client.MergeRequests.all({ projectId: shop.project.id, ...options });
        const numbers = found.map(({ iid }) => iid).sort((a, b) => a - b);
        expect([options, numbers]).toEqual([options, iids]);
      }
      const [brief] = await client.MergeRequests.all({
        projectId: shop.project.id,
        view: 'simple',
      });
      expect(brief).not.toHaveProperty('author');
      const oldest = await client.MergeRequests.all({
        projectId: shop.project.id,
        orderBy: 'created_at',
        sort: 'asc',
      });
      expect(oldest.map(({ iid }) => iid)).toEqual([1, 2]);
      const detailed = await client.MergeRequests.all({
        projectId: shop.project.id,
        withLabelsDetails: true,
      });
      expect(detailed.map(({ labels }) => labels)).toMatchObject([[], [{ name: 'red' }]]);
      for (const options of [{ deployedAfter: '2026-11-01' }, { deployedBefore: '2026-11-01' }]) {
        expect(await client.MergeRequests.all({ scope: 'all', ...options })).toEqual([]);
      }
    } finally {
      await server.close();
    }
  });
});
