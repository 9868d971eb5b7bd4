import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { answerSlowly, type Facts, type Question } from '../../testing/merge-request-oracle.ts';
import { onBothDatabases, type TestUser, testTime } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';
import { updateSettings } from '../application-settings/rules.ts';

const people = ['ada', 'bo', 'cleo', 'dag'];
const labels = [
  { name: 'bug', priority: 2 },
  { name: 'Bug', priority: null },
  { name: 'type::feature', priority: 1 },
  { name: 'été 🚀', priority: null },
];
const milestones = [
  { title: 'over', active: false, start: null, due: '2026-11-01' },
  { title: 'running', active: true, start: '2026-11-01', due: '2026-12-01' },
  { title: 'open end', active: true, start: '2026-11-27', due: null },
];
const titles = ['Tar the hull', 'tar: 100% of it', 'Öl on deck', 'a_b "quoted"', 'Of oil', 'tar'];
const texts = [null, 'for the hull', '50% öl', 'x of y', 'ab'];
const branches = ['main', 'side'];
const environments = ['sea', 'lake'];
const days = Array.from({ length: 6 }, (_, day) => `2026-11-${10 + day * 3}T00:00:00.000Z`);
const emoji = ['thumbsup', 'rocket'];

/** Rows of every kind, the same each time: the n-th takes what its number says. */
function row(n: number): Omit<Facts, 'id' | 'iid' | 'project' | 'readable'> {
  const pick = <T>(list: readonly T[], by: number): T => {
    const found = list[Math.floor(n / by + n * by) % list.length];
    if (found === undefined) throw new Error('an empty list');
    return found;
  };
  const some = <T>(list: readonly T[], by: number) =>
    list.filter((_, at) => ((n * 7 + by * 5) >> at) % 2 === 1);
  const state = pick(['opened', 'opened', 'closed', 'merged', 'locked'], 3);
  const draft = n % 5 === 0;
  return {
    title: `${draft ? 'Draft: ' : ''}${pick(titles, 1)}`,
    description: pick(texts, 2),
    state,
    draft,
    author: pick(people, 4),
    mergeUser: state === 'merged' ? pick(people, 2) : null,
    assignees: n % 3 === 0 ? [] : some(people, 1),
    reviewers: n % 4 === 0 ? [] : some(people, 2),
    approvers: n % 2 === 0 ? [] : some(people, 3),
    labels: n % 6 === 0 ? [] : some(labels, 4),
    milestone: n % 4 === 1 ? null : pick(milestones, 3),
    reactions: n % 2 === 1 ? [] : some(emoji, 5),
    upvotes: n % 3,
    source_branch: `topic-${n}`,
    target_branch: pick(branches, 5),
    deployed: state === 'merged' ? [{ environment: pick(environments, 2), at: pick(days, 1) }] : [],
    created_at: pick(days, 3),
    updated_at: pick(days, 2),
    merged_at: state === 'merged' ? pick(days, 5) : null,
  };
}

const unknown = 'nobody-here';
const person = fc.constantFrom(...people, unknown);
const personOrWord = fc.constantFrom(...people, unknown, 'None', 'any');
const label = fc.constantFrom('bug', 'Bug', 'type::feature', 'été 🚀', 'nope');
const labelList = fc.uniqueArray(label, { minLength: 1, maxLength: 2 }).map((all) => all.join());
const milestone = fc.constantFrom('over', 'running', 'None', 'Any', 'upcoming', 'STARTED', 'none');
const reaction = fc.constantFrom(...emoji, 'None', 'Any');
const day = fc.constantFrom(...days);
const word = fc.constantFrom('tar', 'TAR hull', 'of', 'öl', '%', '100%', 'a_b', '"quoted"', 'ab');

const filters: Record<string, fc.Arbitrary<string>> = {
  state: fc.constantFrom('opened', 'closed', 'merged', 'locked', 'all'),
  scope: fc.constantFrom('created_by_me', 'assigned_to_me', 'reviews_for_me'),
  approved: fc.constantFrom('yes', 'no'),
  iids: fc.constantFrom('3', '1,5,9', '77'),
  wip: fc.constantFrom('yes', 'no'),
  author_username: person,
  merge_user_username: person,
  assignee_username: personOrWord,
  reviewer_username: personOrWord,
  approved_by_usernames: personOrWord,
  involves_username: person,
  labels: fc.oneof(labelList, fc.constantFrom('None', 'ANY')),
  milestone,
  my_reaction_emoji: reaction,
  source_branch: fc.constantFrom('topic-7', 'topic-8', 'topic'),
  target_branch: fc.constantFrom(...branches),
  environment: fc.constantFrom(...environments, 'pond'),
  deployed_after: day,
  deployed_before: day,
  created_after: day,
  created_before: day,
  updated_after: day,
  updated_before: day,
  search: word,
};
const exclusions: Record<string, fc.Arbitrary<string>> = {
  author_username: fc.constantFrom(...people),
  assignee_username: fc.constantFrom(...people),
  reviewer_username: fc.constantFrom(...people),
  labels: labelList,
  milestone,
  my_reaction_emoji: reaction,
};
const orders = ['created_at', 'updated_at', 'merged_at', 'title']
  .concat(['label_priority', 'milestone_due', 'popularity', 'priority'])
  .flatMap((order_by) => [
    { order_by, sort: 'asc' },
    { order_by, sort: 'desc' },
  ]);

/** A few of the filters, each with a value. */
const chosen = (from: Record<string, fc.Arbitrary<string>>, most: number) =>
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(from)), { maxLength: most })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, from[name] ?? fc.constant('')]))),
    );

const question: fc.Arbitrary<Question> = fc
  .tuple(
    chosen(filters, 3),
    chosen(exclusions, 2),
    fc.constantFrom(...orders),
    fc.constantFrom('title', 'description', 'title,description'),
  )
  .map(([some, not, order, columns]) => ({
    filters: { scope: 'all', ...some, ...order, in: columns },
    not,
  }));

function queryOf({ filters: asked, not }: Question): string {
  const given = Object.entries(asked).flatMap(([name, value]) =>
    name === 'iids' ? value.split(',').map((iid) => ['iids[]', iid]) : [[name, value]],
  );
  const left = Object.entries(not).map(([name, value]) => [`not[${name}]`, value]);
  return new URLSearchParams([...given, ...left]).toString();
}

/** The same question with people named by their ids. */
function byIds(asked: Question['filters'], idOf: (name: string) => number): Question['filters'] {
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => {
      const id = /^(none|any)$/i.test(value) ? value : String(idOf(value));
      if (name === 'approved_by_usernames') return ['approved_by_ids', id];
      if (name === 'involves_username') return ['involves_user_id', id];
      return name.endsWith('_username') ? [name.replace(/_username$/, '_id'), id] : [name, value];
    }),
  );
}

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
      const facts = row(at * 20 + n);
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
          // `row` makes only these states.
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
