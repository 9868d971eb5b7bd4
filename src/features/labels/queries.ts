import { groupLabels, labels } from '#contract/labels.ts';
import type { Place } from '../../api/places.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearch, pageInput } from '../../table/url-state.ts';

/** The operations on labels of either kind of place. */
export const labelsOf = { project: labels, group: groupLabels };

export const labelList = ({ kind, id }: Place, search: ListSearch) => {
  const endpoint = labelsOf[kind].list;
  return listQuery<typeof endpoint>(endpoint, {
    id,
    with_counts: true,
    ...pageInput(search),
    ...(search.search && { search: search.search }),
  });
};
