import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasAllOf } from '../../db/issuable-filters.ts';

/** A person of a filter, by id or by name. */
export type Who = { id: number } | { username: string };

/** People of a filter: everyone named, or the words None and Any. */
export type People = 'None' | 'Any' | readonly Who[];

/** Milestones of a filter: a title, or one of the words. */
export type MilestoneFilter = { title: string } | 'None' | 'Any' | 'Upcoming' | 'Started';

/** An emoji of a user's: this one, none at all, or any. */
export interface Reaction {
  userId: number;
  emoji: 'None' | 'Any' | { name: string };
}

type Condition = RawBuilder<SqlBool>;

const idOf = (who: Who) =>
  'id' in who
    ? sql<number>`${who.id}`
    : sql<number>`(select id from users where username_lower = ${who.username.toLowerCase()})`;

/** Rows whose column names this person. */
export const isUser = (column: 'author_id' | 'merge_user_id', who: Who): Condition =>
  sql<SqlBool>`${sql.ref(`merge_requests.${column}`)} = ${idOf(who)}`;

/** Rows whose column names someone else; an unknown person is nobody, so all rows. */
export const isNotUser = (column: 'author_id' | 'merge_user_id', who: Who): Condition =>
  sql<SqlBool>`${sql.ref(`merge_requests.${column}`)} is distinct from ${idOf(who)}`;

/** Rows that name an issue, wherever they are, or those of its project that close it. */
export const namesIssue = ({ id, closes }: { id: number; closes: boolean }): Condition =>
  closes
    ? sql<SqlBool>`merge_requests.id in (select merge_request_id from merge_request_issues
        where issue_id = ${id} and closes = 1)
        and merge_requests.target_project_id = (select project_id from issues where id = ${id})`
    : sql<SqlBool>`merge_requests.id in (select merge_request_id from merge_request_issues
        where issue_id = ${id})`;

/** People whose tables are alike; of the last those who have approved. */
export type ListedRole = 'assignees' | 'reviewers' | 'approvals';

const idsWithRole = (role: ListedRole, who?: Who) => {
  const table = sql.table(`merge_request_${role}`);
  return who === undefined
    ? sql`(select merge_request_id from ${table})`
    : sql`(select merge_request_id from ${table} where user_id = ${idOf(who)})`;
};

/** Rows whose assignees, reviewers or approvers are as asked for. */
export function hasPeople(role: ListedRole, people: People): Condition {
  const id = sql.ref('merge_requests.id');
  if (people === 'None') return sql<SqlBool>`${id} not in ${idsWithRole(role)}`;
  if (people === 'Any') return sql<SqlBool>`${id} in ${idsWithRole(role)}`;
  return all(people.map((who) => sql<SqlBool>`${id} in ${idsWithRole(role, who)}`));
}

/** Rows of which none of these people is an assignee or reviewer. */
export function lacksPeople(role: 'assignees' | 'reviewers', people: readonly Who[]): Condition {
  const id = sql.ref('merge_requests.id');
  return all(people.map((who) => sql<SqlBool>`${id} not in ${idsWithRole(role, who)}`));
}

/** Rows of which this person is the author, an assignee, a reviewer or an approver. */
export function involves(who: Who): Condition {
  const roles = ['assignees', 'reviewers', 'approvals'] as const;
  const tests = roles.map((role) => hasPeople(role, [who]));
  return sql<SqlBool>`(${sql.join([isUser('author_id', who), ...tests], sql` or `)})`;
}

/** What somebody has to do with a merge request. */
export type Part =
  | 'author'
  | 'assignees'
  | 'reviewers'
  | 'to_review'
  | 'returned_to_me'
  | 'waiting_for_others';

const pending = sql`('unreviewed', 'review_started', 'unapproved')`;
const answered = sql`('reviewed', 'requested_changes')`;

const reviewedAs = (states: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select 1 from merge_request_reviewers r
  where r.merge_request_id = merge_requests.id and r.state in ${states})`;

/** Rows in which this person has such a part. */
export function hasPart(part: Part, who: Who): Condition {
  const waits = sql<SqlBool>`(${reviewedAs(pending)} and not ${reviewedAs(answered)})`;
  switch (part) {
    case 'author':
      return isUser('author_id', who);
    case 'assignees':
    case 'reviewers':
      return hasPeople(part, [who]);
    case 'to_review':
      return sql<SqlBool>`merge_requests.id in (select merge_request_id
        from merge_request_reviewers where user_id = ${idOf(who)} and state in ${pending})`;
    default: {
      const own = sql<SqlBool>`(${isUser('author_id', who)} or ${hasPeople('assignees', [who])})`;
      return all([own, part === 'waiting_for_others' ? waits : isNot(waits)]);
    }
  }
}

/** What a deployment that brought a merge request has to be like. */
export interface DeployedTo {
  environment?: string;
  after?: string;
  before?: string;
}

/** Rows that came with a successful deployment like this. */
export function isDeployed({ environment, after, before }: DeployedTo): Condition {
  const tests = [
    ...(environment === undefined ? [] : [sql`e.name = ${environment}`]),
    ...(after === undefined ? [] : [sql`d.finished_at >= ${after}`]),
    ...(before === undefined ? [] : [sql`d.finished_at <= ${before}`]),
  ];
  return sql<SqlBool>`merge_requests.id in (select dm.merge_request_id
    from deployment_merge_requests dm
    join deployments d on d.id = dm.deployment_id and d.status = 'success'
    join environments e on e.id = d.environment_id
    where ${sql.join([sql`1 = 1`, ...tests], sql` and `)})`;
}

/** No row when the person is unknown. */
export const isKnown = (who: Who): Condition =>
  'id' in who ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${idOf(who)} is not null`;

/** A label of a filter; the rows of one that few have are looked up, so that not all are tested. */
export interface WantedLabel {
  name: string;
  few: boolean;
}

/** Labels of a filter: each by itself, or so many that they are compared in one go. */
export type WantedLabels =
  | 'None'
  | 'Any'
  | readonly WantedLabel[]
  | { together: readonly string[] };

/** Rows with each of these labels, with any label, or with none. */
export function hasLabels(labels: WantedLabels): Condition {
  if (labels === 'None') return sql<SqlBool>`not ${labelled()}`;
  if (labels === 'Any') return labelled();
  if ('together' in labels)
    return hasAllOf({ table: 'merge_requests', type: 'MergeRequest' }, labels.together);
  return all(labels.map(({ name, few }) => (few ? isOneWith(name) : labelled([name]))));
}

/** Rows with none of these labels. */
export const lacksLabels = (names: readonly string[]): Condition =>
  sql<SqlBool>`not ${labelled(names)}`;

const isOneWith = (name: string): Condition =>
  sql<SqlBool>`merge_requests.id in (${withLabel(name)})`;

/** Ids of the rows with a label. SQLite takes the tables of a cross join in their order. */
export const withLabel = (name: string | RawBuilder<unknown>) => sql<{
  target_id: number;
}>`select ll.target_id
  from labels l cross join label_links ll
  where l.name = ${name} and ll.label_id = l.id and ll.target_type = 'MergeRequest'`;

/** Rows to which the user gave such an emoji. */
export function hasReaction({ userId, emoji }: Reaction): Condition {
  const named = typeof emoji === 'string' ? sql`` : sql` and name = ${emoji.name}`;
  const given = sql`(select merge_request_id from award_emoji
    where user_id = ${userId} and merge_request_id is not null${named})`;
  return emoji === 'None'
    ? sql<SqlBool>`merge_requests.id not in ${given}`
    : sql<SqlBool>`merge_requests.id in ${given}`;
}

function labelled(names?: readonly string[]): Condition {
  const named =
    names === undefined
      ? sql``
      : sql`and exists (select 1 from labels l where l.id = ll.label_id
          and l.name in (${sql.join([...names])}))`;
  return sql<SqlBool>`exists (select 1 from label_links ll
    where ll.target_type = 'MergeRequest' and ll.target_id = merge_requests.id ${named})`;
}

/** Rows with such a milestone; `today` is a day. */
export function hasMilestone(filter: MilestoneFilter, today: string): Condition {
  if (filter === 'None') return sql<SqlBool>`merge_requests.milestone_id is null`;
  if (filter === 'Any') return sql<SqlBool>`merge_requests.milestone_id is not null`;
  const which =
    filter === 'Upcoming'
      ? sql`m.state = 'active' and m.due_date > ${today}`
      : filter === 'Started'
        ? sql`m.state = 'active' and m.start_date <= ${today}
            and (m.due_date is null or m.due_date >= ${today})`
        : sql`m.title = ${filter.title}`;
  return sql<SqlBool>`coalesce(merge_requests.milestone_id in
    (select m.id from milestones m where ${which}), 1 = 0)`;
}

export const isNot = (condition: Condition): Condition => sql<SqlBool>`not (${condition})`;

function all(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`;
}
