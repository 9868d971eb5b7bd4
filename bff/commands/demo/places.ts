import type { Name } from './cast.ts';
import type { Project } from './project.ts';
import { personOf, type World } from './world.ts';

interface GroupPart {
  path: string;
  parent?: string;
  name: string;
  description: string;
  members: Partial<Record<Name, number>>;
}

const guest = 10;
const reporter = 20;
const developer = 30;
const maintainer = 40;
const owner = 50;

const groups: readonly GroupPart[] = [
  {
    path: 'harbour',
    name: 'Harbour',
    description: 'Everything that happens between the piers',
    members: {
      maintainer,
      developer,
      sextant: developer,
      windlass: developer,
      gunwale: developer,
      reporter,
      guest,
      cleat: reporter,
      lanyard: developer,
    },
  },
  {
    path: 'dredging',
    parent: 'harbour',
    name: 'Dredging',
    description: 'Keeps the channel deep',
    members: { windlass: maintainer },
  },
  {
    path: 'fleet',
    name: 'Fleet',
    description: 'What is out at sea',
    members: {
      capstan: owner,
      maintainer,
      developer,
      sextant: developer,
      windlass: developer,
      gunwale: developer,
      reporter,
      guest,
    },
  },
];

interface ProjectPart {
  path: string;
  group: string;
  name: string;
  description: string;
  settings: object;
  hasCi: boolean;
}

/** Each is there for the way it merges. */
const projects: readonly ProjectPart[] = [
  {
    path: 'tide-tables',
    group: 'harbour',
    name: 'Tide tables',
    description: 'High and low water for the next forty years',
    settings: { visibility: 'public', merge_method: 'merge', topics: ['tides', 'forecast'] },
    hasCi: true,
  },
  {
    path: 'berth-planner',
    group: 'harbour',
    name: 'Berth planner',
    description: 'Which ship lies where, and for how long',
    settings: { visibility: 'internal', merge_method: 'ff', squash_option: 'default_on' },
    hasCi: false,
  },
  {
    path: 'silt-survey',
    group: 'harbour/dredging',
    name: 'Silt survey',
    description: 'Soundings of the channel; every thread is resolved before a merge',
    settings: {
      visibility: 'private',
      only_allow_merge_if_all_discussions_are_resolved: true,
      remove_source_branch_after_merge: true,
    },
    hasCi: false,
  },
  {
    path: 'signal-flags',
    group: 'harbour',
    name: 'Signal flags',
    description: 'What the flags say, in forty languages',
    settings: { visibility: 'public', merge_method: 'rebase_merge', topics: ['flags'] },
    hasCi: false,
  },
  {
    path: 'logbook',
    group: 'fleet',
    name: 'Logbook',
    description: 'What the captains wrote; nothing is merged before its pipeline has succeeded',
    settings: {
      visibility: 'internal',
      squash_option: 'default_off',
      only_allow_merge_if_pipeline_succeeds: true,
    },
    hasCi: true,
  },
  {
    path: 'cargo-manifest',
    group: 'fleet',
    name: 'Cargo manifest',
    description: 'What is on board, by weight and by smell',
    settings: { visibility: 'private', merge_method: 'merge' },
    hasCi: false,
  },
];

const labels = [
  { name: 'bug', color: '#c0392b', description: 'Takes on water' },
  { name: 'feature', color: '#2471a3', description: 'New on board' },
  { name: 'refactoring', color: '#7d3c98', description: 'The same, tidier' },
  { name: 'docs', color: '#148f77', description: 'For those who read' },
  { name: 'urgent', color: '#e67e22', description: 'Before the tide turns', priority: 1 },
  { name: 'tide::high', color: '#1f618d', description: 'Needs deep water' },
  { name: 'tide::low', color: '#b7950b', description: 'Can wait on the mud' },
];

/** Groups with members, labels and milestones, and empty projects in them. */
export async function addPlaces(world: World): Promise<Project[]> {
  const ids = new Map<string, number>();
  for (const { path, parent, members, ...rest } of groups) {
    world.pass(30);
    const parent_id = parent === undefined ? undefined : ids.get(parent);
    const body = { ...rest, path, visibility: 'public', parent_id };
    const { id, full_path } = await world.call<{ id: number; full_path: string }>(
      'root',
      'POST /groups',
      body,
    );
    ids.set(full_path, id);
    for (const [name, access_level] of Object.entries(members)) {
      // The keys of a part's members are names of the cast.
      const user_id = personOf(world.people, name as Name).id;
      await world.call('root', `POST /groups/${id}/members`, { user_id, access_level });
    }
    if (parent !== undefined) continue;
    for (const label of labels) await world.call('maintainer', `POST /groups/${id}/labels`, label);
  }
  const made: Project[] = [];
  for (const part of projects) made.push(await addProject(world, part, ids.get(part.group)));
  await world.settle();
  return made;
}

async function addProject(
  world: World,
  { path, name, description, settings, hasCi }: ProjectPart,
  namespace_id: number | undefined,
): Promise<Project> {
  world.pass(45);
  const body = { name, path, description, namespace_id, ...settings };
  const { id, path_with_namespace: fullPath } = await world.call<{
    id: number;
    path_with_namespace: string;
  }>('maintainer', 'POST /projects', body);
  const milestones: number[] = [];
  for (const [index, title] of ['Spring tide', 'Neap tide', 'Storm season'].entries()) {
    const month = 6 + index * 2;
    const milestone = await world.call<{ id: number }>(
      'maintainer',
      `POST /projects/${id}/milestones`,
      {
        title,
        description: `What is to be done before ${title.toLowerCase()} is over.`,
        start_date: `2026-0${month - 1}-01`,
        due_date: month < 10 ? `2026-0${month}-28` : `2026-${month}-28`,
      },
    );
    milestones.push(milestone.id);
  }
  await world.call('maintainer', `POST /projects/${id}/labels`, {
    name: `${path}: core`,
    color: '#566573',
  });
  const isLinear = 'merge_method' in settings && settings.merge_method !== 'merge';
  const names = labels.map((label) => label.name);
  return { id, path, fullPath, milestones, labels: names, hasCi, isLinear };
}
