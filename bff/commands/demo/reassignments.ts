import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoOf } from '../../clock.ts';
import type { Ctx } from '../../context.ts';
import { importBundle } from '../../modules/imports/rules.ts';
import { actAs } from '../../modules/merge-requests/act-as.ts';
import { type Namespace, namespaceByPath } from '../../modules/namespaces/rules.ts';
import { sourceUsersOf } from '../../modules/placeholder-users/rules.ts';
import {
  answerTo,
  assign,
  moveAll,
  waitingOf,
} from '../../modules/placeholder-users/state-rules.ts';
import { getUser } from '../../modules/users/rules.ts';
import type { Name } from './cast.ts';
import { personOf, type World } from './world.ts';

const place = 'fleet';
const owner = 'capstan';
const day = 86_400_000;

/** Who came from the other server, and what has become of each. */
const strangers = [
  { id: '31', username: 'rudder', name: 'Ada Rudder' },
  { id: '32', username: 'keelson', name: 'Ben Keelson' },
  { id: '33', username: 'tbow', name: 'T. Bow', asks: 'developer', reply: undefined },
  { id: '34', username: 'mira', name: 'Mira S.', asks: 'sextant', reply: undefined },
  { id: '35', username: 'pimg', name: 'Pim G.', asks: 'gunwale', reply: 'reject' },
  { id: '36', username: 'bilge', name: 'Rex Bilge', asks: 'bilge', reply: 'accept' },
  { id: '37', username: 'juno', name: 'Juno W.', asks: 'windlass', reply: 'accept' },
  { id: '38', username: 'robot', name: 'Old build robot', kept: true },
] as const;

const issues = ['Charts of the old port', 'The winch squeals', 'Bring the archive ashore'];

/** The lines of what was brought from the old port. */
function linesOf(now: number): string {
  const at = isoOf(now - 400 * day);
  const people = strangers.map(({ id, username, name }) => ({ type: 'user', id, username, name }));
  const records = [
    { type: 'source', host: 'https://old-port.example', import_type: 'gitlab_migration' },
    ...people,
    ...issues.map((title, index) => ({
      type: 'issue',
      id: `i${index}`,
      project: 'logbook',
      title,
      state: 'closed',
      author: strangers[index * 2]?.id,
      created_at: at,
    })),
    ...strangers.map(({ id }, index) => ({
      type: 'note',
      id: `n${index}`,
      issue: `i${index % issues.length}`,
      author: id,
      body: 'As it was said in the old port.',
      created_at: at,
    })),
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Brings people of another server into a group; some of them are given to the crew, each in another state. */
export async function addReassignments(world: World): Promise<void> {
  const { ctx } = world;
  const group = await namespaceByPath(ctx, place);
  if (group === undefined) throw new Error(`there is no ${place}`);
  world.pass(60);
  const records = join(ctx.dataDir, 'old-port.jsonl');
  writeFileSync(records, linesOf(world.now()));
  const by = await getUser(ctx, personOf(world.people, owner).id);
  await importBundle(ctx, { bundle: { records, repositories: new Map() }, namespace: group, by });
  rmSync(records);
  const leaver = await world.call<{ id: number }>('root', 'POST /users', {
    username: 'bilge',
    name: 'Rex Bilge',
    email: 'bilge@harbour.example',
    password: 'gone-with-the-tide',
    skip_confirmation: true,
  });
  const idOf = (name: Name | 'bilge') =>
    name === 'bilge' ? leaver.id : personOf(world.people, name).id;
  for (const one of strangers) {
    world.pass(10);
    const ids = await rowsOf(ctx, group, one.id);
    if ('kept' in one) await moveAll(actAs(ctx, by), group, { ids, event: 'keep' });
    if (!('asks' in one)) continue;
    await assign(actAs(ctx, by), group, { ids, user_id: idOf(one.asks) });
    if (one.reply !== undefined) await answer(ctx, idOf(one.asks), one.reply);
    // Whoever leaves before the work has moved has not taken it over.
    if (one.asks === 'bilge') await world.call('root', `DELETE /users/${leaver.id}`);
  }
  await world.settle();
}

/** Lets one of them accept, whose work then begins to move. */
export const acceptLast = (world: World): Promise<void> =>
  answer(world.ctx, personOf(world.people, 'sextant').id, 'accept');

async function rowsOf(ctx: Ctx, group: Namespace, identifier: string): Promise<number[]> {
  return (await sourceUsersOf(ctx, group.id, [identifier])).map(({ id }) => id);
}

async function answer(ctx: Ctx, userId: number, event: 'accept' | 'reject'): Promise<void> {
  const as = actAs(ctx, await getUser(ctx, userId));
  for (const row of await waitingOf(as)) {
    await answerTo(as, ctx.secrets.decrypt(row.encrypted_token ?? ''), event);
  }
}
