import { ConfigError } from '../config.ts';
import type { Ctx, User } from '../context.ts';
import {
  createUser,
  findUserByIdOrUsername,
  setBlocked,
  updateUser,
  userPage,
} from '../modules/users/rules.ts';
import { randomText } from '../secrets.ts';
import { type Command, parse, passwordFromStdin, theWord } from './arguments.ts';

/** The user of a name on the command line. */
export async function userOf(ctx: Ctx, name: string): Promise<User> {
  const user = await findUserByIdOrUsername(ctx, name);
  if (user === undefined) throw new ConfigError(`There is no user ${name}.`);
  return user;
}

const passwordOption = { 'password-stdin': { type: 'boolean', default: false } } as const;

const blocking = (blocked: boolean): Command => ({
  usage: 'NAME',
  summary: blocked ? 'block a user: no sign-in, no token works' : 'take a block back',
  async run({ ctx, args, print }) {
    const user = await userOf(ctx, theWord(parse(args, {}).positionals, 'NAME'));
    await setBlocked(ctx, user.id, blocked);
    print(`${user.username} is ${blocked ? 'blocked' : 'active'}.`);
  },
});

/** `user …`: people, where no console is at hand. */
export const userCommands: Readonly<Record<string, Command>> = {
  create: {
    usage: 'NAME --email ADDRESS [--name TEXT] [--admin] [--password-stdin]',
    summary: 'create a user; prints a one-time password unless one comes from stdin',
    async run({ ctx, args, print }) {
      const { values, positionals } = parse(args, {
        email: { type: 'string' },
        name: { type: 'string' },
        admin: { type: 'boolean', default: false },
        ...passwordOption,
      });
      const username = theWord(positionals, 'NAME');
      if (values.email === undefined) throw new ConfigError('--email is missing.');
      const given = values['password-stdin'] ? await passwordFromStdin() : undefined;
      const password = given ?? randomText(20);
      const { email, name = username, admin } = values;
      await createUser(ctx, { username, email, name, admin, password });
      const told = given === undefined ? ` with the one-time password ${password}` : '';
      print(`Created ${username}${told}`);
    },
  },
  list: {
    usage: '[--json]',
    summary: 'list all users',
    async run({ ctx, args, print }) {
      const { values } = parse(args, { json: { type: 'boolean', default: false } });
      for (let offset = 0; ; offset += 100) {
        const paging = { offset, perPage: 100 };
        const { rows } = await userPage(ctx, { order_by: 'id', sort: 'asc' }, paging);
        for (const { id, username, email, state, is_admin } of rows) {
          const admin = is_admin === 1;
          const record = { id, username, email, state, admin };
          const words = [id, username, email, state, admin ? 'administrator' : ''];
          print(values.json ? JSON.stringify(record) : words.join('\t').trimEnd());
        }
        if (rows.length < paging.perPage) return;
      }
    },
  },
  block: blocking(true),
  unblock: blocking(false),
  password: {
    usage: 'NAME [--password-stdin]',
    summary:
      'give a user a new password and end the sessions; prints it unless it comes from stdin',
    async run({ ctx, args, print }) {
      const { values, positionals } = parse(args, passwordOption);
      const user = await userOf(ctx, theWord(positionals, 'NAME'));
      const given = values['password-stdin'] ? await passwordFromStdin() : undefined;
      const password = given ?? randomText(20);
      await updateUser(ctx, user.id, { password });
      print(
        given === undefined
          ? `${user.username} has the one-time password ${password}`
          : `${user.username} has a new password.`,
      );
    },
  },
};
