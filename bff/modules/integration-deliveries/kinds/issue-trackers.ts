import { type Delivery, setting } from './kind.ts';

/** A push asks only whether the tracker is there. */
export const issueTrackers: Delivery = {
  slugs: ['bugzilla', 'custom-issue-tracker', 'ewm', 'redmine', 'clickup', 'phorge', 'youtrack'],
  send: ({ settings, call }) => call({ url: setting(settings, 'project_url'), method: 'HEAD' }),
};
