import type { QueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { epicNotes } from '#contract/epic-notes.ts';
import { type Epic, epics } from '#contract/epics.ts';
import { labelEvents } from '#contract/label-events.ts';
import { pagesOf, queryOf } from '../../api/client.ts';
import { prepareMay } from '../../api/places.ts';
import { listQuery, prepareList } from '../../table/list-query.ts';
import { listed, momentOf, oneOf, pageInput } from '../../table/url-state.ts';
import type { EpicSearch } from './filters.ts';

/** Which epic: the group's path or id, and its number there. */
export interface Which {
  readonly group: string;
  readonly iid: number;
}

export const listStates = ['opened', 'closed', 'all'] as const;
export type ListStateName = (typeof listStates)[number];

const orders = epics.list.query.shape.order_by.unwrap().options;
const moments = ['created_after', 'created_before', 'updated_after', 'updated_before'] as const;

const listInput = (search: EpicSearch): Omit<InputOf<typeof epics.list>, 'id'> => ({
  ...pageInput(search),
  state: oneOf(listStates, search.state) ?? 'opened',
  order_by: oneOf(orders, search.order_by) ?? 'updated_at',
  with_labels_details: true,
  ...(search.sort && { sort: search.sort }),
  ...(search.search && { search: search.search }),
  ...(search.below === 'no' && { include_descendant_groups: false }),
  ...(search.labels && { labels: listed(search.labels) }),
  ...Object.fromEntries(
    moments.flatMap((name) => (search[name] ? [[name, momentOf(search[name])]] : [])),
  ),
});

/** Epics of a group and of the groups in it. */
export const epicList = (group: string, search: EpicSearch) =>
  listQuery(epics.list, { id: group, ...listInput(search) });

export const idOf = ({ group, iid }: Which) => ({ id: group, epic_iid: iid });

export const epicShown = (which: Which) => queryOf(epics.show, idOf(which));

/** Notes and label events name an epic by its id in all groups. */
export const idOfNotes = (group: string, { id }: Pick<Epic, 'id'>) => ({ id: group, epic_id: id });

/** Everything that was said and done, the oldest first. */
export const notesOf = (group: string, epic: Pick<Epic, 'id'>) =>
  pagesOf(epicNotes.list, { ...idOfNotes(group, epic), sort: 'asc', per_page: 100 });

/** Its labels as they came and went, the oldest first. */
export const historyOf = (group: string, epic: Pick<Epic, 'id'>) =>
  pagesOf(labelEvents.listForEpic, { ...idOfNotes(group, epic), per_page: 100 });

/** The group that an epic is of, which a list of the groups above shows too. */
export const groupOf = ({ references: { full } }: Pick<Epic, 'references'>): string =>
  full.slice(0, full.lastIndexOf('&'));

/** What the list shows. */
export async function prepareEpics(
  client: QueryClient,
  user: { username: string },
  { group, search }: { group: string; search: EpicSearch },
): Promise<void> {
  await Promise.all([
    prepareList(client, epicList(group, search)),
    prepareMay(client, user, { kind: 'group', id: group }),
  ]);
}

/** What the screen of one epic shows. */
export async function prepareEpic(
  client: QueryClient,
  user: { username: string },
  which: Which,
): Promise<void> {
  await Promise.all([
    client.ensureQueryData(epicShown(which)),
    prepareMay(client, user, { kind: 'group', id: which.group }),
  ]);
}

/** Endpoints whose answers any change of an epic makes stale. */
export const touched = [
  epics.show,
  epics.list,
  epicNotes.list,
  labelEvents.listForEpic,
  labelEvents.listForGroup,
];
