import { type Ctx, now, type User } from '../../context.ts';
import { insertUser } from './repository.ts';

type Named = Pick<User, 'username' | 'name' | 'email'> & Partial<Pick<User, 'user_type'>>;

/** Writes a user whom nobody can sign in as. */
function addNobody(ctx: Ctx, named: Named): Promise<User> {
  const time = now(ctx);
  return insertUser(ctx.db, {
    ...named,
    username_lower: named.username,
    email_lower: named.email,
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

/** Writes the user who stands for deleted authors; nobody can sign in as it. */
export const addGhost = (ctx: Ctx, username: string): Promise<User> =>
  addNobody(ctx, { username, name: 'Ghost User', email: `${username}@localhost` });

/** Writes a user who stands for people of imports; nobody can sign in as it. Call inside `transact`. */
export async function addStandIn(
  ctx: Ctx,
  { name, username, user_type }: Pick<User, 'name' | 'username' | 'user_type'>,
): Promise<User> {
  const slug = username.replace(/[^A-Za-z0-9]+/g, '_').slice(0, 100) || 'user';
  // No real account has such a name by chance, and no two of these have the same.
  const unique = `${slug}_placeholder_${ctx.chance(6).toString('hex')}`.toLowerCase();
  return addNobody(ctx, {
    username: unique,
    name: [...name].slice(0, 255).join(''),
    email: `${unique}@noreply.localhost`,
    user_type,
  });
}
