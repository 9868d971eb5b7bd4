import { type Ctx, now, type User } from '../../context.ts';
import { insertUser } from './repository.ts';

/** Writes the user who stands for deleted authors; nobody can sign in as it. */
export function addGhost(ctx: Ctx, username: string): Promise<User> {
  const time = now(ctx);
  return insertUser(ctx.db, {
    username,
    username_lower: username,
    name: 'Ghost User',
    email: `${username}@localhost`,
    email_lower: `${username}@localhost`,
    public_email: null,
    bot: 1,
    password_hash: null,
    password_changed_at: null,
    locked_at: null,
    confirmed_at: time,
    last_sign_in_at: null,
    current_sign_in_at: null,
    last_activity_on: null,
    created_by_id: null,
    created_at: time,
    updated_at: time,
  });
}

/** Writes a user who stands for people of imports; nobody can sign in as it. Call inside `transact`. */
export async function addStandIn(
  ctx: Ctx,
  { name, username, user_type }: Pick<User, 'name' | 'username' | 'user_type'>,
): Promise<User> {
  const time = now(ctx);
  const slug = username.replace(/[^A-Za-z0-9]+/g, '_').slice(0, 100) || 'user';
  // No real account has such a name by chance, and no two of these have the same.
  const unique = `${slug}_placeholder_${ctx.chance(6).toString('hex')}`.toLowerCase();
  return insertUser(ctx.db, {
    username: unique,
    username_lower: unique,
    name: [...name].slice(0, 255).join(''),
    email: `${unique}@noreply.localhost`,
    email_lower: `${unique}@noreply.localhost`,
    public_email: null,
    bot: 1,
    user_type,
    password_hash: null,
    password_changed_at: null,
    locked_at: null,
    confirmed_at: time,
    last_sign_in_at: null,
    current_sign_in_at: null,
    last_activity_on: null,
    created_by_id: null,
    created_at: time,
    updated_at: time,
  });
}
