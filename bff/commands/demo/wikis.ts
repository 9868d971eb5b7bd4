import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { wikiPath } from '../../modules/wikis/place-rules.ts';
import type { Project } from './project.ts';
import type { World } from './world.ts';

/** Who wrote what, in this order; a title that comes again is a change of its page. */
const writes = [
  {
    by: 'maintainer',
    title: 'home',
    content: `# Tide tables

What every harbour master asks before a ship comes in.

- [How the tables are made](How-to/Make-a-table)
- [How to read one](How-to/Read-a-table)
- [Words that we use](Glossary)
`,
  },
  {
    by: 'developer',
    title: 'How to/Read a table',
    content: `Each row is one **turn of the tide**.

| Column | Meaning |
| --- | --- |
| time | in the zone of the harbour |
| height | above chart datum, in metres |
| kind | high or low water |

> A height below zero is real: the water stands below the datum.
`,
  },
  {
    by: 'developer',
    title: 'How to/Make a table',
    content: `1. Read the constants of the harbour.
2. Add up the harmonics for each minute.
3. Keep the turns.

\`\`\`sh
npm run table -- --harbour Quay --year 2026
\`\`\`
`,
  },
  {
    by: 'maintainer',
    title: 'Glossary',
    content: `**Chart datum**: the level that depths are measured from.

**Neap tide**: the small one, at half moon.
`,
  },
  {
    by: 'developer',
    title: 'Glossary',
    content: `**Chart datum**: the level that depths are measured from.

**Neap tide**: the small one, at half moon.

**Spring tide**: the large one, at new and at full moon.
`,
    message: 'Say what a spring tide is',
  },
  {
    by: 'maintainer',
    title: 'Releases',
    content: '* 2026 A\n** Heights in metres everywhere\n* 2025 B\n** The first tables\n',
    format: 'org',
  },
] as const;

/** The wiki of one project, written by two people over some days. */
export async function addWiki(world: World, projects: readonly Project[]): Promise<void> {
  const project = projects.find((one) => one.path === 'tide-tables');
  if (project === undefined) throw new Error('there is no project tide-tables');
  const path = `/projects/${project.id}/wikis`;
  const known = new Map<string, string>();
  for (const { by, ...body } of writes) {
    world.pass(35);
    const slug = known.get(body.title);
    const request = slug === undefined ? `POST ${path}` : `PUT ${path}/${encodeURIComponent(slug)}`;
    const page = await world.call<{ slug: string }>(by, request, body);
    known.set(body.title, page.slug);
  }
  // What is never asked for; few files are copied fast.
  rmSync(join(wikiPath(world.ctx, project.id), 'logs'), { recursive: true, force: true });
}
