import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { accessLevels } from '#contract/abilities.ts';
import type { Page } from '#contract/common.ts';
import type { Viewer } from '../../access.ts';
import { whileInTime } from '../../db/in-time.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import { epicsVisibleTo, issuesVisibleTo, projectsVisibleTo } from '../../db/visibility.ts';
import type { LabelEvent } from './repository.ts';

/** An event with what it is of. */
export interface PlacedEvent extends LabelEvent {
  iid: number;
  title: string;
  place: string;
}

export interface GroupEventFilter {
  groupId: number;
  label: string | undefined;
  /** Nobody has the id 0. */
  userId: number | undefined;
  type: LabelEvent['resource_type'] | undefined;
  action: LabelEvent['action'] | undefined;
  created_after: string | undefined;
  created_before: string | undefined;
}

type Condition = RawBuilder<SqlBool>;
const all = (conditions: readonly Condition[]) => sql.join(conditions, sql` and `);

/** What does not hang on the kind of thing. */
function wanted({ label, userId, action, created_after, created_before }: GroupEventFilter) {
  return [
    ...(label === undefined
      ? []
      : [sql<SqlBool>`x.label_id in (select id from labels where name = ${label})`]),
    ...(userId === undefined ? [] : [sql<SqlBool>`x.user_id = ${userId}`]),
    ...(action === undefined ? [] : [sql<SqlBool>`x.action = ${action}`]),
    ...(created_after === undefined ? [] : [sql<SqlBool>`x.created_at >= ${created_after}`]),
    ...(created_before === undefined ? [] : [sql<SqlBool>`x.created_at <= ${created_before}`]),
  ];
}

/** Deleted labels are nobody's secret; others are those of the project and of the groups above. */
const labelUsableIn = (namespace: string, project?: string): Condition => sql<SqlBool>`(
  x.label_id is null or exists (
    select 1 from labels l where l.id = x.label_id and (
      ${project === undefined ? sql`1 = 0` : sql`l.project_id = ${sql.ref(project)}`}
      or l.group_id in (
        select ancestor_id from namespace_ancestors where namespace_id = ${sql.ref(namespace)}))))`;

const columns = sql`x.id, x.resource_type, x.resource_id, x.label_id, x.user_id, x.action, x.created_at`;

const below = (groupId: number) =>
  sql`select namespace_id from namespace_ancestors where ancestor_id = ${groupId}`;

/** So many issues, or merge requests, make a group large. */
const large = 2000;

/** Whether a group holds so much that it is quicker to look for its events among the newest of all. */
export async function isLargeGroup(db: Db, groupId: number): Promise<boolean> {
  const some = (
    thing: 'issues' | 'merge_requests',
    place: 'project_id' | 'target_project_id',
  ) => sql`
    (select count(*) from (select 1 as one from projects cross join ${sql.table(thing)}
      where projects.namespace_id in (${below(groupId)})
        and ${sql.ref(`${thing}.${place}`)} = projects.id limit ${large}) as ${sql.id(thing)})`;
  const { rows } = await sql<{ issues: number; requests: number }>`
    select ${some('issues', 'project_id')} as issues,
      ${some('merge_requests', 'target_project_id')} as requests`.execute(db);
  return rows.some(({ issues, requests }) => Math.max(Number(issues), Number(requests)) === large);
}

/**
 * From where events are read: from what the group holds; from the events of one label or person,
 * which are few and have their index; or, in a large group, from the newest or oldest of all.
 */
type Way = 'things' | 'few' | 'order';

/** The table of a kind of thing, and by which it is in a place. */
interface Walk {
  kind: LabelEvent['resource_type'];
  thing: 'issues' | 'merge_requests' | 'epics';
  place: 'projects' | 'namespaces';
}

type Timely = (id: string) => Condition;

/** SQLite takes the tables of a cross join in their order. */
function walk(way: Way, { kind, thing, place }: Walk, timely: Timely) {
  const [things, places] = [sql.table(thing), sql.table(place)];
  const id = sql.ref(`${thing}.id`);
  if (way === 'things') {
    return sql`from ${places} cross join ${things} cross join resource_label_events x
      where ${timely(`${thing}.id`)} and x.resource_type = ${sql.lit(kind)} and x.resource_id = ${id}`;
  }
  // Joined to nothing the kind is no key: its index would lead through all events of the kind.
  const type = way === 'few' ? sql`x.resource_type || ''` : sql`x.resource_type`;
  return sql`from resource_label_events x cross join ${things} cross join ${places}
    where ${timely('x.id')} and ${type} = ${sql.lit(kind)} and ${id} = x.resource_id`;
}

/** Where events of each kind come from. */
function sources(
  { filter, viewer }: { filter: GroupEventFilter; viewer: Viewer },
  way: Way,
  timely: Timely,
) {
  const more = wanted(filter);
  const from = (kind: Walk['kind'], thing: Walk['thing'], place: Walk['place']) =>
    walk(way, { kind, thing, place }, timely);
  return {
    Issue: sql`
      select ${columns}, issues.iid, issues.title, projects.full_path as place
      ${from('Issue', 'issues', 'projects')}
        and projects.namespace_id in (${below(filter.groupId)}) and issues.project_id = projects.id
        and ${all([issuesVisibleTo(viewer), labelUsableIn('projects.namespace_id', 'projects.id'), ...more])}`,
    MergeRequest: sql`
      select ${columns}, merge_requests.iid, merge_requests.title, projects.full_path as place
      ${from('MergeRequest', 'merge_requests', 'projects')}
        and projects.namespace_id in (${below(filter.groupId)})
        and merge_requests.target_project_id = projects.id
        and projects.merge_requests_enabled = 1
        and ${all([projectsVisibleTo(viewer, accessLevels.reporter), labelUsableIn('projects.namespace_id', 'projects.id'), ...more])}`,
    Epic: sql`
      select ${columns}, epics.iid, epics.title, namespaces.full_path as place
      ${from('Epic', 'epics', 'namespaces')}
        and namespaces.id in (${below(filter.groupId)}) and epics.group_id = namespaces.id
        and ${all([epicsVisibleTo(viewer), labelUsableIn('namespaces.id'), ...more])}`,
  };
}

function wayOf({ label, userId, action, ...filter }: GroupEventFilter, isLarge: boolean): Way {
  if (label !== undefined || userId !== undefined) return 'few';
  const { created_after, created_before } = filter;
  const isNarrow = [action, created_after, created_before].some((one) => one !== undefined);
  return isLarge && !isNarrow ? 'order' : 'things';
}

export interface WantedEvents {
  filter: GroupEventFilter;
  viewer: Viewer;
  sort: 'asc' | 'desc';
  isLarge: boolean;
}

/** One page of the events of all that a viewer may see in a group and below it. */
export function listGroupEvents(
  db: Db,
  wanted: WantedEvents,
  paging: Slice,
): Promise<Page<PlacedEvent>> {
  const { filter, sort, isLarge } = wanted;
  const eventsBy = (way: Way, timely: Timely) => {
    const of = sources(wanted, way, timely);
    const found = filter.type === undefined ? Object.values(of) : [of[filter.type]];
    return sql<PlacedEvent>`(${sql.join(found, sql` union all `)})`.as<'found'>('found');
  };
  // Most that a group holds may have no event: the clock is looked at where that is read.
  const timely: Timely = (id) => whileInTime(db, id);
  const way = wayOf(filter, isLarge);
  const rows = db.selectFrom(eventsBy(way, timely)).selectAll('found').orderBy('found.id', sort);
  // Some are counted soon from what the group holds. Where the page is read so too, to count takes
  // no longer, and its text stays the same, so that totals are kept.
  const counted =
    way === 'order' ? eventsBy('things', timely) : eventsBy(way, () => sql<SqlBool>`1 = 1`);
  return pageOf(db, rows, db.selectFrom(counted).select('found.id'), paging);
}
