import { projects } from '#contract/projects.ts';
import { sessions } from '#contract/sessions.ts';
import { users } from '#contract/users.ts';
import { listQuery } from '../../table/list-query.ts';

export const ownSessions = listQuery(sessions.list, {});

/** Name and username stand in these, and the username in the paths of one's own projects. */
export const touchedByProfile = [
  sessions.current,
  users.current,
  users.list,
  users.show,
  projects.list,
  projects.show,
];
