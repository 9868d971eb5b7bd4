/** What is known of a merge request where the oracle looks: plain facts, no tables. */
export interface Facts {
  id: number;
  iid: number;
  project: number;
  /** Whether whoever asks may read it. */
  readable: boolean;
  title: string;
  description: string | null;
  state: string;
  draft: boolean;
  author: string;
  mergeUser: string | null;
  assignees: string[];
  reviewers: string[];
  approvers: string[];
  labels: { name: string; priority: number | null }[];
  milestone: { title: string; active: boolean; start: string | null; due: string | null } | null;
  /** Emoji of whoever asks. */
  reactions: string[];
  upvotes: number;
  source_branch: string;
  target_branch: string;
  /** Times of successful deployments by environment. */
  deployed: { environment: string; at: string }[];
  created_at: string;
  updated_at: string;
  merged_at: string | null;
}

/** Filters by the names of the API, people by their names. */
export type Filters = Readonly<Record<string, string>>;

/** What is asked of a list; `not` is the hash of that name. */
export interface Question {
  filters: Filters;
  not: Filters;
}

/** Who asks, and on which day. */
export interface Asker {
  name: string;
  today: string;
}

type Test = (row: Facts, value: string, asker: Asker) => boolean;

const words = (value: string) => value.toLowerCase().split(/\s+/).filter(Boolean);
const among = (held: readonly string[], value: string) => {
  if (value.toLowerCase() === 'none') return held.length === 0;
  if (value.toLowerCase() === 'any') return held.length > 0;
  return value.split(',').every((one) => held.includes(one));
};

const milestone: Test = ({ milestone: has }, value, { today }) => {
  switch (value.toLowerCase()) {
    case 'none':
      return has === null;
    case 'any':
      return has !== null;
    case 'upcoming':
      return has !== null && has.active && has.due !== null && has.due > today;
    case 'started':
      if (has === null || !has.active || has.start === null || has.start > today) return false;
      return has.due === null || has.due >= today;
    default:
      return has?.title === value;
  }
};

/** A word stands alone where no letter or digit of the texts below is its neighbour. */
const standsAlone = (text: string, word: string) =>
  text.split(/[\s.,:;!?()[\]"'/-]/).includes(word);

function holds(row: Facts, word: string, columns: string): boolean {
  const texts = columns.split(',').map((name) => (name === 'title' ? row.title : row.description));
  return texts.some((text) => {
    const lower = (text ?? '').toLowerCase();
    return [...word].length < 3 ? standsAlone(lower, word) : lower.includes(word);
  });
}

const labelNames = (row: Facts) => row.labels.map(({ name }) => name);

/** One question each, as the specification words it. */
const tests: Record<string, Test> = {
  state: (row, value) => value === 'all' || row.state === value,
  scope: (row, value, { name }) =>
    value === 'all' ||
    (value === 'created_by_me'
      ? row.author === name
      : (value === 'assigned_to_me' ? row.assignees : row.reviewers).includes(name)),
  approved: (row, value) => row.approvers.length > 0 === (value === 'yes'),
  iids: (row, value) => value.split(',').includes(String(row.iid)),
  wip: (row, value) => row.draft === (value === 'yes'),
  author_username: (row, value) => row.author === value,
  merge_user_username: (row, value) => row.mergeUser === value,
  assignee_username: (row, value) => among(row.assignees, value),
  reviewer_username: (row, value) => among(row.reviewers, value),
  approved_by_usernames: (row, value) => among(row.approvers, value),
  involves_username: (row, value) =>
    [row.author, ...row.assignees, ...row.reviewers, ...row.approvers].includes(value),
  labels: (row, value) => among(labelNames(row), value),
  milestone,
  my_reaction_emoji: (row, value) => among(row.reactions, value),
  source_branch: (row, value) => row.source_branch === value,
  target_branch: (row, value) => row.target_branch === value,
  created_after: (row, value) => row.created_at >= value,
  created_before: (row, value) => row.created_at <= value,
  updated_after: (row, value) => row.updated_at >= value,
  updated_before: (row, value) => row.updated_at <= value,
};

const excluded: Record<string, Test> = {
  author_username: (row, value) => row.author === value,
  assignee_username: (row, value) => row.assignees.includes(value),
  reviewer_username: (row, value) => row.reviewers.includes(value),
  labels: (row, value) => value.split(',').some((name) => labelNames(row).includes(name)),
  milestone,
  my_reaction_emoji: (row, value) => among(row.reactions, value),
};

/** These together ask for one deployment. */
function isDeployed(row: Facts, asked: Filters): boolean {
  const { environment, deployed_after: after, deployed_before: before } = asked;
  if (environment === undefined && after === undefined && before === undefined) return true;
  return row.deployed.some(
    (one) =>
      (environment === undefined || one.environment === environment) &&
      (after === undefined || one.at >= after) &&
      (before === undefined || one.at <= before),
  );
}

const least = (numbers: readonly (number | null)[]) => {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : Math.min(...known);
};

const due = (row: Facts) => row.milestone?.due ?? null;
const priority = (row: Facts) => least(row.labels.map((label) => label.priority));

/** What rows are ordered by, the first word before the others. */
const orders: Record<string, ((row: Facts) => string | number | null)[]> = {
  created_at: [(row) => row.created_at],
  updated_at: [(row) => row.updated_at],
  merged_at: [(row) => row.merged_at],
  title: [(row) => row.title],
  popularity: [(row) => row.upvotes],
  milestone_due: [due],
  label_priority: [priority],
  priority: [due, priority],
};

/** Nothing comes last in both directions; text goes by code point. */
function compare(a: string | number | null, b: string | number | null, turn: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -turn : turn;
}

/** The ids of the rows that a question means, in the order that it asks for. */
export function answerSlowly(rows: readonly Facts[], asked: Question, asker: Asker): number[] {
  const { order_by = 'created_at', sort = 'desc', search = '', in: given } = asked.filters;
  const found = rows.filter((row) => {
    if (!row.readable || !isDeployed(row, asked.filters)) return false;
    for (const [name, value] of Object.entries(asked.filters)) {
      if (tests[name]?.(row, value, asker) === false) return false;
    }
    for (const [name, value] of Object.entries(asked.not)) {
      if (excluded[name]?.(row, value, asker)) return false;
    }
    return words(search).every((word) => holds(row, word, given ?? 'title,description'));
  });
  const turn = sort === 'asc' ? 1 : -1;
  const lastTurn = order_by === 'merged_at' ? -1 : turn;
  const keys = orders[order_by] ?? [];
  const ordered = [...found].sort((a, b) => {
    for (const key of keys) {
      const way = compare(key(a), key(b), turn);
      if (way !== 0) return way;
    }
    return (a.id - b.id) * lastTurn;
  });
  return ordered.map(({ id }) => id);
}
