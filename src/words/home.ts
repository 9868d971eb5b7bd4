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
} as const;
