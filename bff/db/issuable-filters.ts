import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A person of a filter, by id or by name. */
export type Who = { id: number } | { username: string };

/** People of a filter: everyone named, or the words None and Any. */
export type People = 'None' | 'Any' | readonly Who[];

/** Milestones of a filter: a title, or one of the words. */
export type MilestoneFilter = { title: string } | 'None' | 'Any' | 'Upcoming' | 'Started';

type Condition = RawBuilder<SqlBool>;

/** The table of a list that is narrowed by people, labels, milestones and words. */
export interface Issuable {
  table: 'issues' | 'merge_requests';
  /** What its rows are called where labels hang on them. */
  type: 'Issue' | 'MergeRequest';
  /** Tables of people by role, with the column that names the row. */
  people: Readonly<Record<string, { table: string; column: string }>>;
}

const idOf = (who: Who) =>
  'id' in who
    ? sql<number>`${who.id}`
    : sql<number>`(select id from users where username_lower = ${who.username.toLowerCase()})`;

const column = (of: Issuable, name: string) => sql.ref(`${of.table}.${name}`);

/** Rows whose column names this person. */
export const isUser = (of: Issuable, name: string, who: Who): Condition =>
  sql<SqlBool>`${column(of, name)} = ${idOf(who)}`;

/** Rows whose column names someone else; an unknown person is nobody, so all rows. */
export const isNotUser = (of: Issuable, name: string, who: Who): Condition =>
  sql<SqlBool>`${column(of, name)} is distinct from ${idOf(who)}`;

function idsWithRole(of: Issuable, role: string, who?: Who) {
  const people = of.people[role];
  if (people === undefined) throw new Error(`${of.table} has no ${role}`);
  const ids = sql`select ${sql.ref(people.column)} from ${sql.table(people.table)}`;
  return who === undefined ? sql`(${ids})` : sql`(${ids} where user_id = ${idOf(who)})`;
}

/** Rows on which everyone named has the role. */
export function hasPeople(of: Issuable, role: string, people: People): Condition {
  const id = column(of, 'id');
  if (people === 'None') return sql<SqlBool>`${id} not in ${idsWithRole(of, role)}`;
  if (people === 'Any') return sql<SqlBool>`${id} in ${idsWithRole(of, role)}`;
  return all(people.map((who) => sql<SqlBool>`${id} in ${idsWithRole(of, role, who)}`));
}

/** Rows on which none of these people has the role. */
export const lacksPeople = (of: Issuable, role: string, people: readonly Who[]): Condition =>
  all(people.map((who) => sql<SqlBool>`${column(of, 'id')} not in ${idsWithRole(of, role, who)}`));

/** Rows with each of these labels, with any label, or with none. */
export function hasLabels(of: Issuable, labels: 'None' | 'Any' | readonly string[]): Condition {
  if (labels === 'None') return sql<SqlBool>`not ${labelled(of)}`;
  if (labels === 'Any') return labelled(of);
  if (labels.length > mostApart) return hasAllOf(of, labels);
  return all(labels.map((name) => labelled(of, [name])));
}

/** More labels than these are compared in one go: SQLite nests conditions only so deep. */
export const mostApart = 30;

/** Rows with all of these labels, however many; each name is there once. */
export const hasAllOf = (of: Pick<Issuable, 'table' | 'type'>, names: readonly string[]) =>
  sql<SqlBool>`${sql.ref(`${of.table}.id`)} in (
    select ll.target_id from labels l join label_links ll on ll.label_id = l.id
    where l.name in (${sql.join([...names])}) and ll.target_type = ${sql.lit(of.type)}
    group by ll.target_id having count(distinct l.name) = ${sql.lit(names.length)})`;

/** Rows with none of these labels. */
export const lacksLabels = (of: Issuable, names: readonly string[]): Condition =>
  sql<SqlBool>`not ${labelled(of, names)}`;

function labelled(of: Issuable, names?: readonly string[]): Condition {
  const named =
    names === undefined
      ? sql``
      : sql`and exists (select 1 from labels l where l.id = ll.label_id
          and l.name in (${sql.join([...names])}))`;
  return sql<SqlBool>`exists (select 1 from label_links ll
    where ll.target_type = ${sql.lit(of.type)} and ll.target_id = ${column(of, 'id')} ${named})`;
}

/** Rows with such a milestone; `today` is a day. */
export function hasMilestone(of: Issuable, filter: MilestoneFilter, today: string): Condition {
  const id = column(of, 'milestone_id');
  if (filter === 'None') return sql<SqlBool>`${id} is null`;
  if (filter === 'Any') return sql<SqlBool>`${id} is not null`;
  const which =
    filter === 'Upcoming'
      ? sql`m.state = 'active' and m.due_date > ${today}`
      : filter === 'Started'
        ? sql`m.state = 'active' and m.start_date <= ${today}
            and (m.due_date is null or m.due_date >= ${today})`
        : sql`m.title = ${filter.title}`;
  return sql<SqlBool>`coalesce(${id} in (select m.id from milestones m where ${which}), 1 = 0)`;
}

/** The contrary of a condition that is never null. */
export const isNot = (condition: Condition): Condition => sql<SqlBool>`not (${condition})`;

function all(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`;
}
