import { crew, type Name } from './cast.ts';
import type { World } from './world.ts';

const faces: readonly [string, ...string[]] = ['thumbsup', 'rocket', 'heart', 'eyes', 'tada'];

/** Lets people react to a merge request and, where they work in the project, book their time. */
export async function addReactions(
  world: World,
  { path, author, outsider }: { path: string; author: Name; outsider: boolean },
): Promise<void> {
  const { pick } = world;
  const others = crew.filter((name) => name !== author);
  for (const name of pick.some(others, pick.below(4))) {
    await world.call(name, `POST ${path}/award_emoji`, { name: pick.of(faces) });
  }
  if (outsider || !pick.percent(35)) return;
  await world.call(author, `POST ${path}/time_estimate`, { duration: `${2 + pick.below(14)}h` });
  const days = pick.below(3);
  for (let day = 0; day < days; day += 1) {
    await world.call(author, `POST ${path}/add_spent_time`, {
      duration: `${1 + pick.below(5)}h ${pick.below(4) * 15}m`,
      summary: day === 0 ? 'Measured and drawn' : 'What the review found',
    });
  }
}
