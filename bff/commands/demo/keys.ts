import { createHash } from 'node:crypto';
import { noteKeyUse } from '../../modules/ssh-keys/sign-in-rules.ts';
import { findStoredKey } from '../../modules/ssh-keys/rules.ts';
import { type Name, rootName } from './cast.ts';
import type { Project } from './project.ts';
import type { World } from './world.ts';

const ed25519 = 'ssh-ed25519';
const onDevice = 'sk-ssh-ed25519@openssh.com';

interface Part {
  title: string;
  /** Whose key it is, or who adds it to the projects. */
  by: Name;
  /** Opens these; without any it is a person's own. */
  projects?: readonly string[];
  /** Of the whole server. */
  isPublic?: boolean;
  can_push?: boolean;
  expires_at?: string;
  algorithm?: string;
  isUsed?: boolean;
}

/** Keys that are used and that are not, that end soon and that have ended. */
const parts: readonly Part[] = [
  {
    title: 'Mirror of the office',
    by: rootName,
    isPublic: true,
    projects: ['tide-tables', 'logbook'],
    isUsed: true,
  },
  {
    title: 'Tide gauge',
    by: 'maintainer',
    projects: ['tide-tables'],
    can_push: true,
    isUsed: true,
  },
  {
    title: 'Printer of the tables',
    by: 'maintainer',
    projects: ['tide-tables', 'berth-planner'],
    expires_at: '2026-12-12T23:59:59Z',
    isUsed: true,
  },
  { title: 'Old buoy', by: 'maintainer', projects: ['signal-flags'] },
  {
    title: 'Survey of last summer',
    by: 'windlass',
    projects: ['silt-survey'],
    expires_at: '2026-09-30T23:59:59Z',
  },
  { title: 'Laptop', by: 'maintainer', isUsed: true },
  { title: 'Laptop of last year', by: 'maintainer', expires_at: '2026-10-01T23:59:59Z' },
  { title: 'Desk at the pier', by: 'developer', isUsed: true },
  { title: 'Security key', by: 'developer', algorithm: onDevice },
];

const field = (bytes: Buffer | string): Buffer => {
  const body = Buffer.from(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
};

/** The public half of a key whose private half nobody has: a demo has no secrets. */
function keyOf({ title, by, algorithm = ed25519 }: Part) {
  const point = createHash('sha256').update(`${by} ${title}`).digest();
  const application = algorithm === onDevice ? ['ssh:'] : [];
  const blob = Buffer.concat([algorithm, point, ...application].map(field));
  const print = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { text: `${algorithm} ${blob.toString('base64')} ${by}`, print: `SHA256:${print}` };
}

/** Deploy keys, and SSH keys of people. */
export async function addKeys(world: World, projects: readonly Project[]): Promise<void> {
  for (const part of parts) {
    world.pass(5);
    const { title, by, expires_at, can_push } = part;
    const body = { title, key: keyOf(part).text, expires_at };
    if (part.isPublic) await world.call(by, 'POST /deploy_keys', body);
    for (const path of part.projects ?? []) {
      const project = projects.find((one) => one.path === path);
      if (project === undefined) throw new Error(`there is no project ${path}`);
      const adds = by === rootName ? 'maintainer' : by;
      await world.call(adds, `POST /projects/${project.id}/deploy_keys`, { ...body, can_push });
    }
    if (part.projects === undefined) await world.call(by, 'POST /user/keys', body);
  }
}

/** Lets those keys that are used be used now. */
export async function noteUses(world: World): Promise<void> {
  for (const part of parts) {
    if (!part.isUsed) continue;
    world.pass(3);
    const row = await findStoredKey(world.ctx, keyOf(part).print);
    if (row === undefined) throw new Error(`there is no key ${part.title}`);
    await noteKeyUse(world.ctx, row);
  }
}
