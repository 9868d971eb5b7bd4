import { sessions } from '#contract/sessions.ts';
import { queryOf } from '../../api/client.ts';

export const ownSessions = queryOf(sessions.list, {});
