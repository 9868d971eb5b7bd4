import type { Page } from '#contract/common.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { profileFields, type users } from '#contract/users.ts';
import { matcherOf } from '../../ci/pattern.ts';
import { actingUserId, type Ctx, now, transact, type User } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { bit, isUniqueViolation } from '../../db/portable.ts';
import type { Change } from '../../db/schema.ts';
import { badParameters, conflict, forbiddenText, invalid, notFound } from '../../errors.ts';
import { randomText } from '../../secrets.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { pathProblem, refuseReservedPath } from '../namespaces/paths.ts';
import { addUserNamespace } from '../namespaces/rules.ts';
import { tellOfNewPassword } from './notices.ts';
import { checkPassword, hashPassword } from './password.ts';
import { newUsername, renamePlace } from './rename-rules.ts';
import {
  countAdministrators,
  findUser,
  findUserByEmail,
  findUserByUsername,
  insertUser,
  listUsers,
  listUsersByIds,
  listUsersNamed,
  type UserFilter,
  updateUserRow,
} from './repository.ts';
import { commitEmailProblem, privateMark } from './commit-email.ts';

const emailPattern = /^[^\s@<>"',;]+@[^\s@<>"',;]+$/;

/** The user of an id or a username in any case; undefined for none. */
export function findUserByIdOrUsername(ctx: Ctx, text: string): Promise<User | undefined> {
  if (/^\d{1,15}$/.test(text)) return findUser(ctx.db, Number(text));
  return findUserByUsername(ctx.db, text.replace(/^@/, ''));
}

/** The user of a sign-in name: username or address, in any case. */
export async function findUserByLogin(ctx: Ctx, login: string): Promise<User | undefined> {
  const name = login.trim();
  return name.includes('@') ? findUserByEmail(ctx.db, name) : findUserByUsername(ctx.db, name);
}

/** The user of an id; 404 `404 User Not Found`. */
export async function getUser(ctx: Ctx, id: number): Promise<User> {
  const user = await findUser(ctx.db, id);
  if (user === undefined) throw notFound('User');
  return user;
}

/** Is there any user yet? */
export const hasUsers = async (ctx: Ctx): Promise<boolean> =>
  (await listUsers(ctx.db, { order_by: 'id', sort: 'asc' }, { offset: 0, perPage: 1 })).rows
    .length > 0;

/** Users by id, for records that embed several. */
export async function usersById(
  ctx: Ctx,
  ids: Iterable<number | null>,
): Promise<Map<number, User>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  const users = await listUsersByIds(ctx.db, wanted);
  return new Map(users.map((user) => [user.id, user]));
}

/** Who is meant by names and addresses in lower case; asked once for all. */
export const usersNamed = (
  ctx: Ctx,
  of: { usernames: readonly string[]; emails: readonly string[] },
): Promise<User[]> => listUsersNamed(ctx.db, of);

/** One page of users; every signed-in caller may list them. */
export const userPage = (ctx: Ctx, filter: UserFilter, paging: Slice): Promise<Page<User>> =>
  listUsers(ctx.db, filter, paging);

type NewUser = BodyOf<typeof users.create>;

/** What a registration or a new address adds to a user, in the same transaction. */
export interface Besides {
  columns: Change<'users'>;
  also(ctx: Ctx, user: User): Promise<void>;
}

/** Creates a user with a personal namespace; 409 for a name or address that is taken. */
export async function createUser(ctx: Ctx, body: NewUser, registration?: Besides): Promise<User> {
  const random = body.force_random_password === true || body.reset_password === true;
  if (body.password === undefined && !random) {
    throw badParameters(
      'password, reset_password, force_random_password are missing, at least one parameter must be provided',
    );
  }
  const password = random ? randomText(32) : (body.password ?? '');
  if (!random) await checkPassword(ctx, password);
  checkNames(body);
  if (await findUserByEmail(ctx.db, body.email)) throw conflict('Email has already been taken');
  if (await findUserByUsername(ctx.db, body.username)) {
    throw conflict('Username has already been taken');
  }
  const defaults = await defaultsOf(ctx, body.email);
  const password_hash = await hashPassword(ctx, password);
  return transact(ctx, async (ctx) => {
    const time = now(ctx);
    let user: User;
    try {
      user = await insertUser(ctx.db, {
        username: body.username,
        username_lower: body.username.toLowerCase(),
        name: body.name,
        email: body.email,
        email_lower: body.email.toLowerCase(),
        public_email: body.public_email ?? null,
        ...columnsOf({ ...defaults, ...body }, '{}'),
        password_hash,
        password_changed_at: time,
        locked_at: null,
        confirmed_at: time,
        last_sign_in_at: null,
        current_sign_in_at: null,
        last_activity_on: null,
        created_by_id: actingUserId(ctx),
        created_at: time,
        updated_at: time,
        ...registration?.columns,
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict('Username has already been taken');
      throw error;
    }
    await addUserNamespace(ctx, user);
    await audit(ctx, {
      action: 'user.create',
      subject: { type: 'User', id: user.id, name: user.username },
      after: { username: user.username, email: user.email, admin: user.is_admin === 1 },
    });
    await registration?.also(ctx, user);
    return user;
  });
}

/** What the settings say of new users. */
async function defaultsOf(ctx: Ctx, email: string) {
  const settings = await settingsOf(ctx);
  const pattern = settings.user_default_internal_regex;
  const internal = pattern ? matcherOf(pattern, 'i')?.(email) === true : false;
  return {
    projects_limit: settings.default_projects_limit,
    external: settings.user_default_external && !internal,
    private_profile: settings.user_defaults_to_private_profile,
  };
}

function checkNames(body: { email?: string; username?: string; name?: string }): void {
  const problems: Record<string, string[]> = {};
  if (body.email !== undefined && !emailPattern.test(body.email)) problems.email = ['is invalid'];
  if (body.username !== undefined) {
    const text = pathProblem(body.username);
    if (text !== undefined) problems.username = [text];
  }
  if (body.name !== undefined && [...body.name].length > 255) {
    problems.name = ['is too long (maximum is 255 characters)'];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  if (body.username !== undefined) refuseReservedPath(body.username, 'username');
}

type Writable = Partial<BodyOf<typeof users.update>>;

function columnsOf(body: Writable, profile: string): Change<'users'> {
  const texts = profileFields.flatMap((field) => {
    const value = field === 'github' ? undefined : body[field];
    return value === undefined ? [] : [[field, value]];
  });
  const change: Change<'users'> = {
    // Written by this function alone.
    profile: JSON.stringify({ ...(JSON.parse(profile) as object), ...Object.fromEntries(texts) }),
  };
  if (body.admin !== undefined) change.is_admin = bit(body.admin);
  if (body.can_create_group !== undefined) change.can_create_group = bit(body.can_create_group);
  if (body.external !== undefined) change.external = bit(body.external);
  if (body.private_profile !== undefined) change.private_profile = bit(body.private_profile);
  if (body.projects_limit !== undefined) change.projects_limit = body.projects_limit;
  if (body.public_email !== undefined) change.public_email = body.public_email;
  if (body.commit_email !== undefined) {
    change.commit_email = body.commit_email === privateMark ? privateMark : null;
  }
  return change;
}

/**
 * Changes a user; a new password ends the user's sessions at their next request. A new address
 * counts as confirmed, by whom may give it, unless `besides` says otherwise.
 */
export async function updateUser(
  ctx: Ctx,
  id: number,
  body: Writable,
  besides?: Besides,
): Promise<User> {
  const user = await getUser(ctx, id);
  checkNames(body);
  const problem = commitEmailProblem(user, body.commit_email ?? '');
  if (problem !== undefined) throw invalid({ commit_email: [problem] });
  if (body.email !== undefined) {
    const other = await findUserByEmail(ctx.db, body.email);
    if (other !== undefined && other.id !== id) throw conflict('Email has already been taken');
  }
  const change = { ...columnsOf(body, user.profile), ...(await newUsername(ctx, user, body)) };
  if (body.name !== undefined) change.name = body.name;
  if (body.email !== undefined) {
    change.email = body.email;
    change.email_lower = body.email.toLowerCase();
    if (change.email_lower !== user.email_lower) {
      Object.assign(change, { confirmed_at: now(ctx), confirmation_sha256: null });
    }
  }
  Object.assign(change, besides?.columns);
  if (body.password !== undefined) {
    await checkPassword(ctx, body.password);
    change.password_hash = await hashPassword(ctx, body.password);
    change.password_changed_at = now(ctx);
    change.locked_at = null;
    change.failed_attempts = 0;
  }
  return transact(ctx, async (ctx) => {
    if (body.admin === false) await keepAnAdministrator(ctx, user);
    await renamePlace(ctx, user, body);
    const after = await orTaken(() =>
      updateUserRow(ctx.db, id, { ...change, updated_at: now(ctx) }),
    );
    await audit(ctx, {
      action: 'user.update',
      subject: { type: 'User', id, name: user.username },
      before: visible(user),
      after: visible(after),
    });
    if (body.password !== undefined) await tellOfNewPassword(ctx, after);
    await besides?.also(ctx, after);
    return after;
  });
}

/** 409 where somebody else took the name or the address between the look and the writing. */
async function orTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('Username or email has already been taken');
    throw error;
  }
}

const visible = (user: User) => ({
  username: user.username,
  name: user.name,
  email: user.email,
  commit_email: user.commit_email,
  state: user.state,
  admin: user.is_admin === 1,
  external: user.external === 1,
  password_changed_at: user.password_changed_at,
});

/** Writes what another module keeps in a user's row. */
export const changeUser = (ctx: Ctx, id: number, change: Change<'users'>): Promise<User> =>
  updateUserRow(ctx.db, id, change);

/** Is this the only active administrator? */
export const isLastAdministrator = async (ctx: Ctx, user: User): Promise<boolean> =>
  user.is_admin === 1 && user.state === 'active' && (await countAdministrators(ctx.db)) <= 1;

async function keepAnAdministrator(ctx: Ctx, user: User): Promise<void> {
  if (await isLastAdministrator(ctx, user)) {
    throw invalid({ base: ['the last active administrator must stay'] });
  }
}

/** Blocks or unblocks a user; true when that is the state afterwards. */
export async function setBlocked(ctx: Ctx, id: number, blocked: boolean): Promise<boolean> {
  const user = await getUser(ctx, id);
  if (blocked && user.id === actingUserId(ctx)) {
    throw forbiddenText('403 Forbidden - You cannot block yourself');
  }
  const state = blocked ? 'blocked' : 'active';
  await transact(ctx, async (ctx) => {
    if (blocked) await keepAnAdministrator(ctx, user);
    await updateUserRow(ctx.db, id, { state, updated_at: now(ctx) });
    await audit(ctx, {
      action: blocked ? 'user.block' : 'user.unblock',
      subject: { type: 'User', id, name: user.username },
      before: { state: user.state },
      after: { state },
    });
  });
  return true;
}
