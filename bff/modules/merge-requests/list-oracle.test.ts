import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { answerSlowly, type Facts } from '../../testing/merge-request-oracle.ts';
import {
  byIds,
  environments,
  labels,
  milestones,
  people,
  question,
  queryOf,
  rowOf,
} from '../../testing/merge-request-questions.ts';
import { onBothDatabases, type TestUser, testTime } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';
import { updateSettings } from '../application-settings/rules.ts';

onBothDatabases('lists of merge requests beside an oracle', (app) => {
  const rows: Facts[] = [];
  let asker: TestUser;
  const ids = new Map<string, number>();
  const idOf = (name: string) => ids.get(name) ?? 999_999;

  beforeAll(async () => {
    await updateSettings(app().ctx, { search_rate_limit: 0 });
    const root = await app().user('root', { admin: true });
    const on = { token: root.token, json: { value: true } };
    await app().call('POST /features/mr_approved_filter', on);
    asker = await app().user('ada');
    ids.set('ada', asker.id);
    for (const name of people.slice(1)) ids.set(name, (await app().user(name)).id);
    const shops: Workshop[] = [await workshop(app()), await workshop(app())];
    const hidden = await workshop(app(), { visibility: 'private' });
    for (const shop of shops) {
      const json = { user_id: asker.id, access_level: accessLevels.developer };
      await app().call(`POST ${shop.path}/members`, { token: shop.owner.token, json });
    }
    for (const [at, shop] of [...shops, hidden].entries()) await fill(shop, at);
  });

  /** Twenty rows of one project, by SQL: what is asked is how they are read. */
  async function fill(shop: Workshop, at: number) {
    const { db } = app().deps;
    const project_id = shop.project.id;
    const times = { created_at: testTime, updated_at: testTime };
    const id = <T extends { id: number }>(made: T) => made.id;
    const labelIds = new Map<string, number>();
    for (const { name, priority } of labels) {
      const values = { project_id, name, priority, color: '#336699', ...times };
      const made = await db
        .insertInto('labels')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      labelIds.set(name, id(made));
    }
    const milestoneIds = new Map<string, number>();
    for (const [index, { title, active, start, due }] of milestones.entries()) {
      const made = await db
        .insertInto('milestones')
        .values({
          project_id,
          iid: index + 1,
          title,
          state: active ? 'active' : 'closed',
          start_date: start,
          due_date: due,
          ...times,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      milestoneIds.set(title, id(made));
    }
    const environmentIds = new Map<string, number>();
    for (const name of environments) {
      const values = { project_id, name, name_lower: name, slug: name, ...times };
      const made = await db
        .insertInto('environments')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      environmentIds.set(name, id(made));
    }
    for (let n = 0; n < 20; n++) {
      const facts = rowOf(at * 20 + n);
      const made = await db
        .insertInto('merge_requests')
        .values({
          iid: n + 1,
          target_project_id: project_id,
          source_project_id: project_id,
          source_branch: facts.source_branch,
          target_branch: facts.target_branch,
          title: facts.title,
          title_lower: facts.title.toLowerCase(),
          description: facts.description,
          description_lower: facts.description?.toLowerCase() ?? null,
          // `rowOf` makes only these states.
          state: facts.state as 'opened',
          draft: facts.draft ? 1 : 0,
          author_id: idOf(facts.author),
          merge_user_id: facts.mergeUser === null ? null : idOf(facts.mergeUser),
          milestone_id: milestoneIds.get(facts.milestone?.title ?? '') ?? null,
          upvotes: facts.upvotes,
          approvals_count: facts.approvers.length,
          merged_at: facts.merged_at,
          created_at: facts.created_at,
          updated_at: facts.updated_at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const merge_request_id = id(made);
      rows.push({
        ...facts,
        id: merge_request_id,
        iid: n + 1,
        project: project_id,
        readable: at < 2,
      });
      for (const role of ['assignees', 'reviewers'] as const) {
        for (const name of facts[role]) {
          const values = { merge_request_id, user_id: idOf(name), created_at: testTime };
          await db.insertInto(`merge_request_${role}`).values(values).execute();
        }
      }
      for (const name of facts.approvers) {
        const values = { merge_request_id, user_id: idOf(name), created_at: testTime };
        await db.insertInto('merge_request_approvals').values(values).execute();
      }
      for (const { name } of facts.labels) {
        const label_id = labelIds.get(name) ?? 0;
        const values = {
          label_id,
          target_type: 'MergeRequest',
          target_id: merge_request_id,
        } as const;
        await db.insertInto('label_links').values(values).execute();
      }
      for (const name of facts.reactions) {
        const values = { name, user_id: asker.id, merge_request_id, ...times };
        await db.insertInto('award_emoji').values(values).execute();
      }
      for (const { environment, at: finished_at } of facts.deployed) {
        const environment_id = environmentIds.get(environment) ?? 0;
        const deployment = await db
          .insertInto('deployments')
          .values({
            project_id,
            iid: n + 1,
            environment_id,
            ref: 'main',
            sha: 'f'.repeat(40),
            status: 'success',
            finished_at,
            ...times,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const values = { deployment_id: id(deployment), merge_request_id, environment_id };
        await db.insertInto('deployment_merge_requests').values(values).execute();
      }
    }
  }

  it('answer any mixture of filters and orders as plain loops do', async () => {
    let asked = 0;
    let answered = 0;
    const as = { name: 'ada', today: testTime.slice(0, 10) };
    await fc.assert(
      fc.asyncProperty(question, fc.boolean(), fc.boolean(), async (one, isById, isOfProject) => {
        const project = isOfProject ? rows[0]?.project : undefined;
        // Lists of a project do not ask when something was deployed, the others not for numbers.
        const left = isOfProject ? /^(deployed_|environment)/ : /^iids$/;
        const filters = Object.fromEntries(
          Object.entries(one.filters).filter(([name]) => !left.test(name)),
        );
        const { not } = one;
        const sent = isById
          ? { filters: byIds(filters, idOf), not: byIds(not, idOf) }
          : { filters, not };
        const place = project === undefined ? '' : `/projects/${project}`;
        const path = `${place}/merge_requests?per_page=100&${queryOf(sent)}`;
        const answer = await app().call(`GET ${path}`, { token: asker.token });
        const found = answer.json.map((row: { id: number }) => row.id);
        const among = rows.filter((row) => project === undefined || row.project === project);
        expect([path, found]).toEqual([path, answerSlowly(among, { filters, not }, as)]);
        asked += 1;
        if (found.length > 0) answered += 1;
      }),
      { numRuns: 120, interruptAfterTimeLimit: 20_000 },
    );
    // Questions that mean no row would prove little.
    expect(answered).toBeGreaterThan(asked / 4);
  });
});
