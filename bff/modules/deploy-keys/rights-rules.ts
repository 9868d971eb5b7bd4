import { canInProject } from '../../access.ts';
import type { Ctx, User } from '../../context.ts';
import { type Project, standingOfUser } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { type Link, listLevels } from './repository.ts';

export type Opens = 'write' | 'read' | 'none';

/**
 * What links of a project open just now. A key has no more rights than whoever vouches for it:
 * it reads while they may read the code, and writes while they may push, too.
 */
export async function rightsOf(
  ctx: Ctx,
  project: Project,
  links: Iterable<Link>,
): Promise<Map<number, { opens: Opens; voucher: User | undefined }>> {
  const all = [...links];
  const users = await usersById(
    ctx,
    all.map((link) => link.user_id),
  );
  const levels = await listLevels(ctx.db, project.id, [...users.keys()]);
  return new Map(
    all.map((link) => {
      const voucher = users.get(link.user_id ?? 0);
      const level = levels.get(voucher?.id ?? 0) ?? 0;
      return [link.id, { opens: opensBy(project, link, { voucher, level }), voucher }];
    }),
  );
}

function opensBy(
  project: Project,
  link: Link,
  { voucher, level }: { voucher: User | undefined; level: number },
): Opens {
  if (voucher === undefined || voucher.state !== 'active') return 'none';
  const subject = { visibility: project.visibility, archived: project.archived === 1 };
  const standing = standingOfUser(voucher, level);
  if (!canInProject('read_code', standing, subject)) return 'none';
  return link.can_push === 1 && canInProject('push_code', standing, subject) ? 'write' : 'read';
}
