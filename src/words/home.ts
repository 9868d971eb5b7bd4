import { formatCount } from '../lib/format.ts';

/** Words of the home page. */
export const homeWords = {
  title: 'Home',
  greeting: (name: string) => `Ahoy, ${name}`,
  reviews: 'Waiting for your review',
  noReviews: 'Nothing waits for your review.',
  returned: 'Your turn',
  noReturned: 'No merge request of yours waits for you.',
  waiting: 'Waiting for others',
  noWaiting: 'No merge request of yours waits for a reviewer.',
  all: 'Show all',
  projects: 'Your projects',
  noProjects: 'You are not a member of any project yet.',
  createProject: 'New project',
  browse: 'All projects',
  expiring: 'Keys and tokens that end soon',
  asked: 'Asked to take work over',
  askedOf: (name: string, host: string) => `The work of ${name} on ${host}`,
  imports: 'Imports to settle',
  unassigned: (count: number) => `${formatCount(count, 'person', 'people')} without a user`,
  failed: (count: number) => `${formatCount(count, 'move', 'moves')} failed`,
} as const;
