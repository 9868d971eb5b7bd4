import { rootName } from './cast.ts';
import { addHistory } from './code.ts';
import { addControls } from './controls.ts';
import { addDependency } from './dependencies.ts';
import { addEnvironments } from './deployments.ts';
import { addEpics } from './epics.ts';
import { addIntegrations } from './integrations.ts';
import { addKeys, noteUses } from './keys.ts';
import { addPeople } from './people.ts';
import { addPlaces } from './places.ts';
import { planOf, unfinishedCount } from './plan.ts';
import type { Project } from './project.ts';
import { addReassignments } from './reassignments.ts';
import { askForChanges } from './reviews.ts';
import { addSchedules } from './schedules.ts';
import { demoStarts } from './size.ts';
import { leaveUnfinished } from './unfinished.ts';
import { addWiki } from './wikis.ts';
import { work } from './work.ts';
import { personOf, type World } from './world.ts';

/** Whose fork of which project is there. */
const forks = { 'tide-tables': 'developer', 'signal-flags': 'spinnaker' } as const;

/** Fills an empty instance with half a year of work; `save` is called in the middle of some. */
export async function fill(
  world: World,
  { seed, save }: { seed: number; save: () => Promise<void> },
): Promise<Map<string, number>> {
  await addPeople(world, seed);
  const projects = await addPlaces(world);
  const places = new Map(projects.map(({ fullPath, id }) => [fullPath, id]));
  await addKeys(world, projects);
  const plan = planOf(world.size, world.pick);
  const [first] = projects;
  if (first === undefined) throw new Error('there is no project');
  const countOf = ({ path }: Project) => plan.filter(({ project }) => project === path).length;
  for (const project of projects) {
    const unfinished = project === first ? unfinishedCount : 0;
    await addHistory(world, project, countOf(project) + unfinished);
    if (project.hasCi) await addEnvironments(world, project);
  }
  const forked = new Map<string, { id: number; owner: (typeof forks)[keyof typeof forks] }>();
  for (const [path, owner] of Object.entries(forks)) {
    const origin = projects.find((project) => project.path === path);
    if (origin === undefined) continue;
    world.pass(40);
    const fork = await world.call<{ id: number; path_with_namespace: string }>(
      owner,
      `POST /projects/${origin.id}/fork`,
      {},
    );
    await world.settle();
    forked.set(path, { id: fork.id, owner });
    places.set(fork.path_with_namespace, fork.id);
  }
  await work(world, { projects, plan, forked });
  await addDependency(world, projects);
  await askForChanges(world, projects);
  await addSchedules(world, projects);
  await addIntegrations(world, projects);
  await addControls(world, projects);
  await addEpics(world);
  await addWiki(world, projects);
  await noteUses(world);
  await addReassignments(world);
  await world.call(rootName, `POST /users/${personOf(world.people, 'lanyard').id}/block`);
  await leaveUnfinished(world, first, { first: countOf(first), save });
  if (world.now() > Date.parse(demoStarts)) throw new Error('the demo took more time than it has');
  return places;
}
