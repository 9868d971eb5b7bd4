import type { Actor, Ctx } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { limited } from '../personal-access-tokens/rules.ts';
import { findProjectOfRemote } from '../projects/rules.ts';
import type { GitService } from '../pushes/rules.ts';
import type { SshKeyRow } from '../ssh-keys/rules.ts';
import { noteActivity } from '../users/activity-rules.ts';
import { getUser, usersById } from '../users/rules.ts';
import { findLink } from './repository.ts';

type UserActor = Extract<Actor, { kind: 'user' }>;

const acting = (user: UserActor['user']): UserActor => ({
  kind: 'user',
  user,
  via: 'token',
  tokenId: 0,
  scopes: ['api'],
});

/**
 * Who acts with a key on a repository. A deploy key acts in its projects alone, for whoever vouches
 * for it there, and never as an administrator.
 */
export async function actorOfKey(
  ctx: Ctx,
  key: SshKeyRow,
  asked: { path: string; service: GitService },
): Promise<UserActor> {
  if (key.kind === 'user') {
    const user = await getUser(ctx, key.user_id ?? 0);
    if (user.state === 'deactivated') {
      throw forbidden('Your account is deactivated: sign in to use it');
    }
    if (user.state !== 'active') throw forbidden('Your account is blocked');
    return acting(await limited(ctx, await noteActivity(ctx, user), () => false));
  }
  const project = await findProjectOfRemote(ctx, asked.path);
  const link = project && (await findLink(ctx.db, { key_id: key.id, project_id: project.id }));
  if (link === undefined) throw notFound('Project');
  const voucher = (await usersById(ctx, [link.user_id])).get(link.user_id ?? 0);
  if (voucher?.state !== 'active') {
    throw forbidden('Nobody vouches for this deploy key any more');
  }
  if (asked.service === 'git-receive-pack' && link.can_push === 0) {
    throw forbidden('This deploy key does not have write access to this project.');
  }
  return { ...acting(voucher), deployKey: { id: key.id, title: key.title } };
}
