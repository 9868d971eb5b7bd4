import { tokenScopes } from '#contract/personal-access-tokens.ts';
import { ConfigError } from '../config.ts';
import type { Scope } from '#contract/endpoint.ts';
import { createToken, revoke, tokensOf } from '../modules/personal-access-tokens/rules.ts';
import { type Command, parse, theWord } from './arguments.ts';
import { userOf } from './user.ts';

function scopesOf(text: string): Scope[] {
  const words = text.split(',').map((word) => word.trim());
  return words.map((word) => {
    const scope = tokenScopes.find((known) => known === word);
    if (scope === undefined) throw new ConfigError(`There is no scope ${word}.`);
    return scope;
  });
}

/** `token …`: access tokens, for scripts that set an instance up. */
export const tokenCommands: Readonly<Record<string, Command>> = {
  create: {
    usage: 'USER --name TEXT --scopes api,read_api [--expires YYYY-MM-DD]',
    summary: "create a user's access token; prints nothing but the token",
    async run({ ctx, args, print }) {
      const { values, positionals } = parse(args, {
        name: { type: 'string', default: 'Command line' },
        scopes: { type: 'string' },
        expires: { type: 'string' },
      });
      const user = await userOf(ctx, theWord(positionals, 'USER'));
      if (values.scopes === undefined) throw new ConfigError('--scopes is missing.');
      const { expires } = values;
      if (expires !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(expires)) {
        throw new ConfigError('--expires must be a day such as 2030-12-31.');
      }
      const scopes = scopesOf(values.scopes);
      const body = { name: values.name, scopes, expires_at: expires };
      print((await createToken(ctx, user, body)).text);
    },
  },
  list: {
    usage: 'USER',
    summary: "list a user's access tokens, without their texts",
    async run({ ctx, args, print }) {
      const user = await userOf(ctx, theWord(parse(args, {}).positionals, 'USER'));
      for (const token of await tokensOf(ctx, user)) {
        const state = token.revoked === 1 ? 'revoked' : `until ${token.expires_at ?? 'revoked'}`;
        print([token.id, token.name, token.scopes, state].join('\t'));
      }
    },
  },
  revoke: {
    usage: 'ID',
    summary: 'revoke an access token',
    async run({ ctx, args, print }) {
      const word = theWord(parse(args, {}).positionals, 'ID');
      if (!/^\d{1,15}$/.test(word)) throw new ConfigError('ID must be a number.');
      await revoke(ctx, Number(word));
      print(`Revoked ${word}.`);
    },
  },
};
