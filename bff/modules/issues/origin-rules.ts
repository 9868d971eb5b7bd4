import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Project } from '../projects/rules.ts';
import { findUserAgent, insertUserAgent, type UserAgent } from './origin-repository.ts';
import type { Issue } from './repository.ts';
import { getIssue } from './rules.ts';

/** Writes down from where an issue is opened; jobs and imports come from nowhere. */
export async function noteOrigin(ctx: Ctx, issue: Issue): Promise<void> {
  if (ctx.origin === undefined) return;
  const { ip, userAgent = '' } = ctx.origin;
  await insertUserAgent(ctx.db, { issue_id: issue.id, user_agent: userAgent, ip_address: ip });
}

/** From where an issue was opened; 404 where that is not known. */
export async function originOfIssue(ctx: Ctx, project: Project, iid: number): Promise<UserAgent> {
  const { id } = await getIssue(ctx, project, iid);
  const found = await findUserAgent(ctx.db, id);
  if (found === undefined) throw notFound('UserAgentDetail');
  return found;
}
