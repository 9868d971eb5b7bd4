import type { Name } from './cast.ts';
import type { Project } from './project.ts';
import { words } from './words.ts';
import { personOf, type World } from './world.ts';

const authors: readonly [Name, ...Name[]] = ['reporter', 'developer', 'sextant', 'windlass'];
const assignees: readonly [Name, ...Name[]] = ['developer', 'gunwale', 'sextant'];

/** Opens one issue; people comment on it, and some are closed. */
export async function addIssue(world: World, project: Project, number: number): Promise<void> {
  const { pick } = world;
  world.pass(10 + pick.below(50));
  const author = pick.of(authors);
  const assignee = pick.of(assignees);
  const { iid } = await world.call<{ iid: number }>(author, `POST /projects/${project.id}/issues`, {
    title: `The ${words.thing(number * 3)} is wrong at low water`,
    description: `Seen at the **north pier**.\n\n1. Open the ${words.thing(number * 3)}\n2. Wait for the tide\n`,
    labels: pick.some(project.labels, 1 + pick.below(2)).join(','),
    ...(pick.percent(50) ? { assignee_ids: [personOf(world.people, assignee).id] } : {}),
    ...(pick.percent(40) ? { milestone_id: pick.some(project.milestones, 1)[0] } : {}),
    ...(pick.percent(30) ? { weight: 1 + pick.below(8) } : {}),
    ...(pick.percent(10) ? { confidential: true } : {}),
  });
  const path = `/projects/${project.id}/issues/${iid}`;
  for (let comments = pick.below(4); comments > 0; comments -= 1) {
    world.pass(5 + pick.below(90));
    await world.call(pick.of(authors), `POST ${path}/notes`, { body: words.comment(pick) });
  }
  if (number % 3 === 0) {
    world.pass(20);
    await world.call('developer', `PUT ${path}`, { add_labels: 'urgent', remove_labels: 'docs' });
  }
  if (pick.percent(35)) await world.call('developer', `PUT ${path}`, { state_event: 'close' });
}
