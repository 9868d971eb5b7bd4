import { useQuery } from '@tanstack/react-query';
import { groupLabels, labels } from '#contract/labels.ts';
import { milestones } from '#contract/milestones.ts';
import { autocomplete } from '#contract/autocomplete.ts';
import { listOf } from './client.ts';
import type { Place } from './places.ts';

const named = (search: string) => (search === '' ? {} : { search });

const labelLists = { project: labels.list, group: groupLabels.list };

/** Labels that serve in a project or group. */
export const labelsOf = ({ kind, id }: Place, search = '') => {
  const endpoint = labelLists[kind];
  return listOf<typeof endpoint>(endpoint, { id, per_page: 100, ...named(search) });
};

/** Labels of a group, and of what lies below it as far as it is seen. */
export const labelsBelow = (group: string) =>
  listOf(groupLabels.list, {
    id: group,
    include_descendant_groups: true,
    only_group_labels: false,
    per_page: 100,
  });

/** Open milestones of a project and of the groups above it. */
export const milestonesOf = (project: string, search = '') =>
  listOf(milestones.list, {
    id: project,
    state: 'active',
    include_ancestors: true,
    per_page: 100,
    ...named(search),
  });

/** People of a project. */
export const peopleOf = (project: string | undefined, search = '') =>
  listOf(autocomplete.users, {
    ...(project !== undefined && { project_id: project }),
    per_page: 50,
    ...named(search),
  });

/** Colours of a place's labels by name, where a record names its labels only. */
export function useLabelColors(place: Place, isWanted: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...labelsOf(place), enabled: isWanted });
  return new Map(data?.rows.map(({ name, color }) => [name, color]));
}
