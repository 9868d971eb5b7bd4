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

/** The table of a kind of thing, by which it is in a place, and where its events begin to be read. */
interface Walk {
  kind: LabelEvent['resource_type'];
  thing: 'issues' | 'merge_requests' | 'epics';
  place: 'projects' | 'namespaces';
  timely: (id: string) => Condition;
}

/**
 * SQLite takes the tables of a cross join in their order: what the group holds, never all events of
 * the instance; but the events of one label or person first, which are few and have their index.
 */
function walk({ label, userId }: GroupEventFilter, { kind, thing, place, timely }: Walk) {
  const [things, places] = [sql.table(thing), sql.table(place)];
  const id = sql.ref(`${thing}.id`);
  if (label === undefined && userId === undefined) {
    return sql`from ${places} cross join ${things} cross join resource_label_events x
      where ${timely(`${thing}.id`)} and x.resource_type = ${sql.lit(kind)} and x.resource_id = ${id}`;
  }
  // Joined to nothing the kind is no key: its index would lead through all events of the kind.
  return sql`from resource_label_events x cross join ${things} cross join ${places}
    where ${timely('x.id')} and x.resource_type || '' = ${sql.lit(kind)} and ${id} = x.resource_id`;
}

/** Where events of each kind come from. */
function sources(filter: GroupEventFilter, viewer: Viewer, timely: Walk['timely']) {
  const below = sql`select namespace_id from namespace_ancestors where ancestor_id = ${filter.groupId}`;
  const more = wanted(filter);
  const from = (kind: Walk['kind'], thing: Walk['thing'], place: Walk['place']) =>
    walk(filter, { kind, thing, place, timely });
  return {
    Issue: sql`
      select ${columns}, issues.iid, issues.title, projects.full_path as place
      ${from('Issue', 'issues', 'projects')}
        and projects.namespace_id in (${below}) and issues.project_id = projects.id
        and ${all([issuesVisibleTo(viewer), labelUsableIn('projects.namespace_id', 'projects.id'), ...more])}`,
    MergeRequest: sql`
      select ${columns}, merge_requests.iid, merge_requests.title, projects.full_path as place
      ${from('MergeRequest', 'merge_requests', 'projects')}
        and projects.namespace_id in (${below})
        and merge_requests.target_project_id = projects.id
        and projects.merge_requests_enabled = 1
        and ${all([projectsVisibleTo(viewer, accessLevels.reporter), labelUsableIn('projects.namespace_id', 'projects.id'), ...more])}`,
    Epic: sql`
      select ${columns}, epics.iid, epics.title, namespaces.full_path as place
      ${from('Epic', 'epics', 'namespaces')}
        and namespaces.id in (${below}) and epics.group_id = namespaces.id
        and ${all([epicsVisibleTo(viewer), labelUsableIn('namespaces.id'), ...more])}`,
  };
}

/** One page of the events of all that a viewer may see in a group and below it. */
export function listGroupEvents(
  db: Db,
  { filter, viewer, sort }: { filter: GroupEventFilter; viewer: Viewer; sort: 'asc' | 'desc' },
  paging: Slice,
): Promise<Page<PlacedEvent>> {
  const eventsOf = (timely: (id: string) => Condition) => {
    const of = sources(filter, viewer, timely);
    const found = filter.type === undefined ? Object.values(of) : [of[filter.type]];
    return sql<PlacedEvent>`(${sql.join(found, sql` union all `)})`.as<'found'>('found');
  };
  // Most that a group holds may have no event: the clock is looked at where that is read.
  const timely = eventsOf((id) => whileInTime(db, id));
  const rows = db.selectFrom(timely).selectAll('found').orderBy('found.id', sort);
  // To count reads no more than that, and its text stays the same, so that totals are kept.
  const ids = db.selectFrom(eventsOf(() => sql<SqlBool>`1 = 1`)).select('found.id');
  return pageOf(db, rows, ids, paging);
}
