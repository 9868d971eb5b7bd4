import type { QueryClient } from '@tanstack/react-query';
import { groupMilestones, milestones } from '#contract/milestones.ts';
import { type Place, prepareMay } from '../../api/places.ts';
import { listQuery, prepareList } from '../../table/list-query.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

/** The operations on milestones of either kind of place. */
export const milestonesOf = { project: milestones, group: groupMilestones };

export const milestoneStates = ['active', 'closed'] as const;

export type MilestoneSearch = ListSearchWith<'state'>;

export const milestoneList = ({ kind, id }: Place, search: MilestoneSearch) => {
  const endpoint = milestonesOf[kind].list;
  return listQuery<typeof endpoint>(endpoint, {
    id,
    ...pageInput(search),
    ...(search.search && { search: search.search }),
    ...(search.state && { state: oneOf(milestoneStates, search.state) }),
  });
};

/** What the screen of milestones shows. */
export async function prepareMilestones(
  client: QueryClient,
  user: { username: string },
  { search, ...place }: Place & { search: MilestoneSearch },
): Promise<void> {
  await Promise.all([
    prepareList(client, milestoneList(place, search)),
    prepareMay(client, user, place),
  ]);
}
