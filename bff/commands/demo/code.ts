import type { Name } from './cast.ts';
import type { Picker } from './chance.ts';
import type { Project } from './project.ts';
import { lockFile } from './lock-file.ts';
import { slug, words } from './words.ts';
import type { World } from './world.ts';

const ciFile = `stages: [build, test]

build:
  stage: build
  script: [make]

unit:
  stage: test
  script: [make test]

soundings:
  stage: test
  allow_failure: true
  script: [make soundings]
`;

/** The jobs that the CI file of the demo makes. */
export const ciJobNames = ['build', 'unit', 'soundings'] as const;

export const modulePath = (number: number): string => `src/${slug(words.thing(number))}.ts`;

const camel = (text: string) =>
  text.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());

/** The lines of one source file, the same for the same number. */
export function moduleLines(number: number): string[] {
  const name = camel(words.thing(number));
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  return [
    `/** One entry of the ${words.thing(number)}. */`,
    `export interface ${type} {`,
    '  station: string;',
    '  metres: number;',
    '  at: string;',
    '}',
    '',
    `const least = ${(number % 7) + 1};`,
    `const most = ${(number % 11) * 10 + 40};`,
    '',
    `/** Leaves out what cannot be true. */`,
    `export function plausible(entries: readonly ${type}[]): ${type}[] {`,
    '  return entries.filter(({ metres }) => metres >= least && metres <= most);',
    '}',
    '',
    `/** The highest entry of each station. */`,
    `export function highest(entries: readonly ${type}[]): Map<string, ${type}> {`,
    `  const found = new Map<string, ${type}>();`,
    '  for (const entry of plausible(entries)) {',
    '    const before = found.get(entry.station);',
    '    if (before === undefined || before.metres < entry.metres) {',
    '      found.set(entry.station, entry);',
    '    }',
    '  }',
    '  return found;',
    '}',
    '',
    `export const ${name}Unit = 'm';`,
  ];
}

export const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** Lines with some of them changed, and where the new ones are, counted from 1. */
export interface Edit {
  lines: string[];
  changed: number[];
}

/** Rewrites a line in the middle and puts some behind it. */
export function editOf(lines: readonly string[], pick: Picker): Edit {
  const at = 7 + pick.below(2);
  const added = [
    `const least = ${pick.below(5)} - ${pick.below(90) / 100};`,
    '// Soundings below the keel are reported as negative.',
    `const tolerance = 0.${1 + pick.below(8)};`,
    ...Array.from(
      { length: pick.below(4) },
      (_, index) => `const step${index} = tolerance * ${index + 2};`,
    ),
  ];
  return {
    lines: [...lines.slice(0, at), ...added, ...lines.slice(at + 1)],
    changed: added.map((_, index) => at + 1 + index),
  };
}

interface Action {
  action: 'create' | 'update' | 'delete' | 'move';
  file_path: string;
  previous_path?: string;
  content?: string;
}

export interface NewCommit {
  branch: string;
  /** The branch is made here. */
  start_branch?: string;
  message: string;
  actions: readonly Action[];
}

/** One commit through the API; gives its id. */
export async function commit(
  world: World,
  project: Pick<Project, 'id'>,
  { by, message, ...rest }: NewCommit & { by: Name },
): Promise<string> {
  const made = await world.call<{ id: string }>(
    by,
    `POST /projects/${project.id}/repository/commits`,
    { ...rest, commit_message: message, stats: false },
  );
  return made.id;
}

const readme = (project: Project) => `# ${project.path}

Part of \`${project.fullPath.split('/')[0]}\`. Every file in \`src/\` is one table.

| Table | Unit |
|---|---|
| ${words.thing(0)} | m |
| ${words.thing(1)} | m |

1. Sound the channel.
2. Write it down.
3. Ask somebody to review it.
`;

const filesInCommit = 8;

/** The first commits of a project: a readme, the CI file and a module for each merge request. */
export async function addHistory(world: World, project: Project, modules: number): Promise<void> {
  const create = (file_path: string, content: string): Action => ({
    action: 'create',
    file_path,
    content,
  });
  await commit(world, project, {
    by: 'maintainer',
    branch: 'main',
    message: 'Lay the keel',
    actions: [
      create('README.md', readme(project)),
      create('CHANGELOG.md', '# Changes\n\nNothing yet.\n'),
      create('package-lock.json', lockFile),
      ...(project.hasCi ? [create('.gitlab-ci.yml', ciFile)] : []),
    ],
  });
  for (let first = 0; first < modules; first += filesInCommit) {
    world.pass(90);
    const numbers = Array.from(
      { length: Math.min(filesInCommit, modules - first) },
      (_, index) => first + index,
    );
    await commit(world, project, {
      by: 'maintainer',
      branch: 'main',
      message: `Add the ${words.thing(first)} and others`,
      actions: numbers.map((number) => create(modulePath(number), textOf(moduleLines(number)))),
    });
  }
  await world.call('maintainer', `POST /projects/${project.id}/repository/tags`, {
    tag_name: 'v1.0.0',
    ref: 'main',
    message: 'First voyage',
  });
  await world.settle();
}
