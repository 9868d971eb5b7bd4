import type { QueryClient } from '@tanstack/react-query';
import { groupLabels, labels } from '#contract/labels.ts';
import { type Place, prepareMay } from '../../api/places.ts';
import { listQuery, prepareList } from '../../table/list-query.ts';
import { type ListSearch, pageInput } from '../../table/url-state.ts';

/** The operations on labels of either kind of place. */
export const labelsOf = { project: labels, group: groupLabels };

export const labelList = ({ kind, id }: Place, search: ListSearch) => {
  const endpoint = labelsOf[kind].list;
  return listQuery<typeof endpoint>(endpoint, {
    id,
    with_counts: true,
    // A group shows what it may change: the labels of its ancestors are theirs.
    include_ancestor_groups: kind === 'project',
    ...pageInput(search),
    ...(search.search && { search: search.search }),
  });
};

/** What the screen of labels shows. */
export async function prepareLabels(
  client: QueryClient,
  user: { username: string },
  { search, ...place }: Place & { search: ListSearch },
): Promise<void> {
  await Promise.all([
    prepareList(client, labelList(place, search)),
    prepareMay(client, user, place),
  ]);
}
