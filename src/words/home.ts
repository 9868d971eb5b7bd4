/** Words of the home page. */
export const homeWords = {
  title: 'Home',
  greeting: (name: string) => `Ahoy, ${name}`,
  reviews: 'Waiting for your review',
  noReviews: 'Nothing waits for your review.',
  own: 'Your open merge requests',
  noOwn: 'You have no open merge request.',
  assigned: 'Assigned to you',
  noAssigned: 'No open merge request is assigned to you.',
  all: 'Show all',
  projects: 'Your projects',
  noProjects: 'You are not a member of any project yet.',
  createProject: 'New project',
  browse: 'All projects',
} as const;
