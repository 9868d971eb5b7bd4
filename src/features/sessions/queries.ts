import { sessions } from '#contract/sessions.ts';
import { listQuery } from '../../table/list-query.ts';

export const ownSessions = listQuery(sessions.list, {});
