import { createHash } from 'node:crypto';
import { transact } from '../../context.ts';
import { writeToken } from '../../modules/personal-access-tokens/rules.ts';
import { findUserByIdOrUsername } from '../../modules/users/rules.ts';
import { cast, demoPassword, type Name, rootName } from './cast.ts';
import type { World } from './world.ts';

/** The access token of somebody: it follows from the seed, for a demo has no secrets. */
export function tokenOf(seed: number, name: Name): string {
  const hash = createHash('sha256').update(`${seed} ${name}`).digest('hex');
  return `qdp-demo-${name}-${hash.slice(0, 20)}`;
}

/** Lets everyone sign on, each with a token of its own. */
export async function addPeople(world: World, seed: number): Promise<void> {
  const { ctx, people } = world;
  const root = await findUserByIdOrUsername(ctx, rootName);
  if (root === undefined) throw new Error('there is no root');
  people.set(rootName, { id: root.id, name: root.name, token: tokenOf(seed, rootName) });
  for (const { username, name, job, bio, location } of cast) {
    world.pass(20);
    const { id } = await world.call<{ id: number }>(rootName, 'POST /users', {
      username,
      name,
      email: `${username}@harbour.example`,
      password: demoPassword,
      skip_confirmation: true,
      job_title: job,
      bio,
      location,
      organization: 'Harbour office',
    });
    const user = await findUserByIdOrUsername(ctx, username);
    if (user === undefined) throw new Error(`there is no ${username}`);
    const { text } = await transact(ctx, (ctx) =>
      writeToken(ctx, user, {
        kind: 'personal',
        name: 'Demo',
        scopes: ['api'],
        expires_at: null,
        text: tokenOf(seed, username),
      }),
    );
    people.set(username, { id, name, token: text });
  }
}
