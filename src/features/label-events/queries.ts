import type { QueryClient } from '@tanstack/react-query';
import { labelEventKinds, labelEvents } from '#contract/label-events.ts';
import { listQuery, prepareList } from '../../table/list-query.ts';
import { momentOf, oneOf, pageInput } from '../../table/url-state.ts';
import type { LabelEventSearch } from './filters.ts';

export const actions = ['add', 'remove'] as const;

/** Labels that came and went in a group and below it. */
export const labelEventList = (group: string, search: LabelEventSearch) => {
  const type = oneOf(labelEventKinds, search.resource_type);
  const action = oneOf(actions, search.action);
  const { label, username, created_after: after, created_before: before } = search;
  return listQuery(labelEvents.listForGroup, {
    id: group,
    ...pageInput(search),
    ...(search.sort && { sort: search.sort }),
    ...(label && { label }),
    ...(username && { username }),
    ...(type && { resource_type: type }),
    ...(action && { action }),
    ...(after && { created_after: momentOf(after) }),
    ...(before && { created_before: momentOf(before) }),
  });
};

/** What the screen shows. */
export const prepareLabelEvents = (
  client: QueryClient,
  group: string,
  search: LabelEventSearch,
): Promise<void> => prepareList(client, labelEventList(group, search));
