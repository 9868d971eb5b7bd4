import { api } from '../server.ts';
import { checkAgreement, comeAgain } from './agreement.ts';
import { chanceOf } from './chance.ts';
import { type Client, joinCrew } from './crew.ts';
import { type Instance, prepareInstance } from './instance.ts';
import { acknowledged } from './ledger.ts';
import { readBack } from './read-back.ts';
import { openRows } from './rows.ts';

export interface CrashOptions {
  rounds: number;
  seed: number;
  /** Writes of a round before the kill, at most. */
  most?: number;
  /** Undefined: SQLite. */
  databaseUrl?: string | undefined;
  say?: (line: string) => void;
}

export interface CrashResult {
  acknowledged: number;
  problems: string[];
}

const clients = 8;
const project = 'fleet/harbor';

/** Longer than any lease and any delay of a repair. */
const leasesAreOver = 20 * 60_000;

/**
 * Kills the server in the middle of the work of eight clients, starts it again and looks for what
 * was acknowledged and is lost, for refs and rows that disagree, and for work that never ended.
 */
export async function crashRounds(options: CrashOptions): Promise<CrashResult> {
  const { rounds, seed, most = 40, say = () => undefined } = options;
  const instance = await prepareInstance(options.databaseUrl);
  const crew: Client[] = [];
  const problems: string[] = [];
  try {
    await instance.start();
    const projectId = await furnish(instance);
    for (let number = 1; number <= clients; number++) {
      crew.push(await recruit(instance, `hand-${number}`));
    }
    const ledgers = crew.map((client) => client.ledger);
    const place = { url: instance.url, token: instance.rootToken, project };
    for (let round = 1; round <= rounds && problems.length === 0; round++) {
      const report = (problem: string) => problems.push(`round ${round}: ${problem}`);
      const chance = chanceOf(seed + round);
      const writes = chance.between(5, most);
      const milliseconds = chance.between(0, 60);
      const before = acknowledged(ledgers);
      const work = crew.map((client, index) =>
        client
          .work(chanceOf(seed + round * 100 + index), round)
          .catch((error: unknown) => report(String(error))),
      );
      // Counted in writes, not in time: a slow machine is killed as deep in its work as a fast one.
      await until(() => acknowledged(ledgers) >= before + writes || problems.length > 0);
      await pause(milliseconds);
      await instance.kill();
      await Promise.all(work);
      await instance.start();
      await readBack(place, ledgers, report);
      await instance.pass(leasesAreOver);
      await untilIdle(instance);
      await checkAgreement(instance, projectId, report);
      await readBack(place, ledgers, report);
      for (const { requests } of ledgers) {
        // What was in doubt is settled: the next round may not change its mind.
        for (const request of requests) if (request.iid !== undefined) request.sure = true;
      }
      say(`round ${round}: killed after ${acknowledged(ledgers) - before} writes`);
    }
    return { acknowledged: acknowledged(ledgers), problems };
  } catch (error) {
    throw new Error(`${String(error)}\n${problems.join('\n')}\n${instance.printed()}`, {
      cause: error,
    });
  } finally {
    for (const client of crew) client.remove();
    await instance.remove();
  }
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('The clients get nowhere');
    await pause(5);
  }
}

async function furnish({ url, rootToken }: Instance): Promise<number> {
  const send = api(rootToken, url);
  const group = await send<{ id: number }>('POST', '/groups', { name: 'fleet', path: 'fleet' });
  const made = await send<{ id: number }>('POST', '/projects', {
    name: 'harbor',
    path: 'harbor',
    namespace_id: group.body.id,
    // The branches stay, so that each can be compared with what was pushed.
    remove_source_branch_after_merge: false,
    initialize_with_readme: true,
  });
  if (made.status !== 201) throw new Error(`No project: ${JSON.stringify(made.body)}`);
  return made.body.id;
}

async function recruit({ url, rootToken }: Instance, username: string): Promise<Client> {
  const send = api(rootToken, url);
  const user = await send<{ id: number }>('POST', '/users', {
    username,
    name: username,
    email: `${username}@example.test`,
    password: `the password of ${username}`,
    skip_confirmation: true,
  });
  const member = { user_id: user.body.id, access_level: 40 };
  await send('POST', `/projects/${encodeURIComponent(project)}/members`, member);
  const token = await send<{ token: string }>(
    'POST',
    `/users/${user.body.id}/personal_access_tokens`,
    { name: 'crew', scopes: ['api', 'write_repository'] },
  );
  if (token.status !== 201) throw new Error(`No token: ${JSON.stringify(token.body)}`);
  return joinCrew({ url, project }, username, token.body.token);
}

/**
 * Waits until no job is running, due or soon to be tried again. The daily ones are far off; those
 * that chain the audit rows, look for due schedules, tend controls and tend exports come again and again.
 */
async function untilIdle(instance: Instance): Promise<void> {
  const rows = await openRows(instance);
  const deadline = Date.now() + 120_000;
  try {
    for (;;) {
      const soon = new Date(instance.now() + leasesAreOver).toISOString();
      const open = await rows.all(
        `select id, kind, state, attempts, last_error from jobs where kind not in (${comeAgain})
         and (state = 'running' or (state = 'queued' and run_at <= '${soon}'))`,
      );
      if (open.length === 0) return;
      if (Date.now() > deadline) throw new Error(`Never idle: ${JSON.stringify(open)}`);
      await pause(100);
    }
  } finally {
    await rows.close();
  }
}
