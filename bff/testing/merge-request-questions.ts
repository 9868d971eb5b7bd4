import fc from 'fast-check';
import type { Facts, Question } from './merge-request-oracle.ts';

// What is asked of lists of merge requests beside the oracle, and the rows that are there.

export const people = ['ada', 'bo', 'cleo', 'dag'];
export const labels = [
  { name: 'bug', priority: 2 },
  { name: 'Bug', priority: null },
  { name: 'type::feature', priority: 1 },
  { name: 'été 🚀', priority: null },
];
export const milestones = [
  { title: 'over', active: false, start: null, due: '2026-11-01' },
  { title: 'running', active: true, start: '2026-11-01', due: '2026-12-01' },
  { title: 'open end', active: true, start: '2026-11-27', due: null },
];
const titles = ['Tar the hull', 'tar: 100% of it', 'Öl on deck', 'a_b "quoted"', 'Of oil', 'tar'];
const texts = [null, 'for the hull', '50% öl', 'x of y', 'ab'];
const branches = ['main', 'side'];
export const environments = ['sea', 'lake'];
const days = Array.from({ length: 6 }, (_, day) => `2026-11-${10 + day * 3}T00:00:00.000Z`);
const emoji = ['thumbsup', 'rocket'];

/** Rows of every kind, the same each time: the n-th takes what its number says. */
export function rowOf(n: number): Omit<Facts, 'id' | 'iid' | 'project' | 'readable'> {
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

/** A few filters, exclusions and an order. */
export const question: fc.Arbitrary<Question> = fc
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

/** The question as the query of a request. */
export function queryOf({ filters: asked, not }: Question): string {
  const given = Object.entries(asked).flatMap(([name, value]) =>
    name === 'iids' ? value.split(',').map((iid) => ['iids[]', iid]) : [[name, value]],
  );
  const left = Object.entries(not).map(([name, value]) => [`not[${name}]`, value]);
  return new URLSearchParams([...given, ...left]).toString();
}

/** The same question with people named by their ids. */
export function byIds(
  asked: Question['filters'],
  idOf: (name: string) => number,
): Question['filters'] {
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => {
      const id = /^(none|any)$/i.test(value) ? value : String(idOf(value));
      if (name === 'approved_by_usernames') return ['approved_by_ids', id];
      if (name === 'involves_username') return ['involves_user_id', id];
      return name.endsWith('_username') ? [name.replace(/_username$/, '_id'), id] : [name, value];
    }),
  );
}
