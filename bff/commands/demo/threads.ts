import { crew, type Name } from './cast.ts';
import type { Made } from './merge-request.ts';
import { words } from './words.ts';
import type { World } from './world.ts';

interface Talk {
  /** Of the merge request, below the API. */
  path: string;
  author: Name;
  count: number;
  refs: Made['diff_refs'];
  /** A changed file with its new lines; undefined where nothing has changed. */
  file: { path: string; lines: readonly number[] } | undefined;
  /** The author has no role here. */
  outsider: boolean;
  /** Nothing may stay open. */
  mustResolve: boolean;
  /** The first thread stays open. */
  leavesOpen: boolean;
}

/** Lets people talk about a merge request: threads, half of them in the diff, and comments. */
export async function addThreads(world: World, talk: Talk): Promise<void> {
  const { pick } = world;
  const others = [...crew, 'reporter' as const].filter((name) => name !== talk.author);
  const speaker = () => pick.some(others, 1)[0] ?? 'reporter';
  for (let number = 0; number < talk.count; number += 1) {
    world.pass(2 + pick.below(25));
    const by = speaker();
    const { id } = await world.call<{ id: string }>(by, `POST ${talk.path}/discussions`, {
      body: words.remark(pick),
      ...positionIn(world, talk),
    });
    const thread = `${talk.path}/discussions/${id}`;
    for (let replies = pick.below(3); replies > 0; replies -= 1) {
      world.pass(1 + pick.below(20));
      const replier = replies % 2 === 1 ? talk.author : by;
      await world.call(replier, `POST ${thread}/notes`, { body: words.answer(pick) });
    }
    const stays = talk.leavesOpen && number === 0;
    const resolves = talk.mustResolve || (!stays && pick.percent(50));
    if (!resolves) continue;
    await world.call(talk.outsider ? 'developer' : talk.author, `PUT ${thread}`, {
      resolved: true,
    });
  }
  for (let comments = pick.below(3); comments > 0; comments -= 1) {
    world.pass(1 + pick.below(60));
    await world.call(speaker(), `POST ${talk.path}/notes`, { body: words.comment(pick) });
  }
}

function positionIn({ pick }: World, { refs, file }: Talk) {
  if (refs === null || file === undefined || pick.percent(40)) return {};
  const [new_line] = pick.some(file.lines, 1);
  return {
    position: {
      ...refs,
      position_type: 'text',
      old_path: file.path,
      new_path: file.path,
      new_line,
    },
  };
}
