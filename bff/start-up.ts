import type { Scope } from '#contract/endpoint.ts';
import { systemContext } from './app.ts';
import { transact } from './context.ts';
import { migrate } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { enqueue } from './jobs/queue.ts';
import { writeToken } from './modules/personal-access-tokens/rules.ts';
import { createUser, hasUsers } from './modules/users/rules.ts';
import { randomText } from './secrets.ts';

export interface FirstStart {
  /** Password of `root`, to be printed once; undefined where the environment named it. */
  oneTimePassword: string | undefined;
}

/** Brings the database up to date; on an empty one makes the administrator `root`. */
export async function startUp(deps: Deps): Promise<FirstStart | undefined> {
  await migrate(deps.db, deps.dialect);
  const ctx = systemContext(deps, 'start');
  await enqueue(ctx, 'expire_members', {}, { dedup: 'daily' });
  if (await hasUsers(ctx)) return undefined;
  const { rootPassword, rootToken } = deps.config;
  const password = rootPassword ?? randomText(20);
  const root = await createUser(ctx, {
    username: 'root',
    name: 'Administrator',
    email: 'root@localhost',
    password,
    admin: true,
  });
  if (rootToken !== undefined) {
    const scopes: Scope[] = ['api', 'sudo', 'admin_mode'];
    await transact(ctx, (ctx) =>
      writeToken(ctx, root, {
        kind: 'personal',
        name: 'First token',
        scopes,
        expires_at: null,
        text: rootToken,
      }),
    );
  }
  return { oneTimePassword: rootPassword === undefined ? password : undefined };
}
