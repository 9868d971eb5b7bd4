import { api } from '../server.ts';
import { chanceOf } from './chance.ts';
import { type Instance, prepareInstance } from './instance.ts';
import { openRows } from './rows.ts';

interface Killed {
  fired: number;
  problems: string[];
}

const count = 10;
const between = 10 * 60_000;

/**
 * Lets ten schedules become due and kills the server before, while or after it makes their
 * pipelines; once it is back each of them must have run exactly once.
 */
export async function killWhileDue(options: {
  rounds: number;
  seed: number;
  databaseUrl?: string | undefined;
}): Promise<Killed> {
  const chance = chanceOf(options.seed);
  const instance = await prepareInstance(options.databaseUrl);
  const problems: string[] = [];
  try {
    await instance.start();
    const project = await furnish(instance);
    for (let round = 1; round <= options.rounds; round++) {
      const due = between - (instance.now() % between);
      await instance.pass(due + 100);
      await pause(chance.between(0, 120));
      await instance.kill();
      await instance.start();
      const counts = await settled(instance, { project, wanted: round });
      if (counts.length !== count || counts.some((fired) => fired !== round)) {
        problems.push(`round ${round}: the schedules have run ${counts.join(', ')} times`);
        break;
      }
    }
    return { fired: options.rounds * count, problems };
  } catch (error) {
    throw new Error(`${String(error)}\n${instance.printed()}`, { cause: error });
  } finally {
    await instance.remove();
  }
}

const many = 1000;

/** Two servers on one database look at a thousand due schedules; each must run exactly once. */
export async function fireFromTwo(databaseUrl: string): Promise<Killed> {
  const first = await prepareInstance(databaseUrl);
  const second = await prepareInstance(databaseUrl, { beside: first });
  try {
    await first.start();
    await second.start();
    const project = await furnish(first);
    const rows = await openRows(first);
    const text = new Date(first.now()).toISOString();
    await rows.all(`delete from pipeline_schedules`);
    await rows.all(
      `insert into pipeline_schedules (project_id, owner_id, description, description_lower, ref,
         cron, cron_timezone, next_run_at, created_at, updated_at)
       select ${project}, u.id, 'many', 'many', 'refs/heads/main', '0 3 * * *', 'UTC', '${text}',
         '${text}', '${text}'
       from users u, generate_series(1, ${many}) where u.username = 'root'`,
    );
    await rows.close();
    const due = 60_000 - (first.now() % 60_000);
    await Promise.all([first.pass(due), second.pass(due)]);
    const counts = await settled(first, { project, wanted: 1, patience: 240_000 });
    const wrong = counts.filter((fired) => fired !== 1).length;
    const problems = counts.length === many && wrong === 0 ? [] : [`${wrong} did not run once`];
    return { fired: counts.length, problems };
  } catch (error) {
    throw new Error(`${String(error)}\n${first.printed()}\n${second.printed()}`, { cause: error });
  } finally {
    await second.remove();
    await first.remove();
  }
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function furnish({ url, rootToken }: Instance): Promise<number> {
  const send = api(rootToken, url);
  const named = { name: 'harbor', initialize_with_readme: true };
  const project = (await send<{ id: number }>('POST', '/projects', named)).body.id;
  await send('POST', `/projects/${project}/repository/files/%2Egitlab-ci%2Eyml`, {
    branch: 'main',
    commit_message: 'Jobs [skip ci]',
    content: 'build: { script: make }\n',
  });
  for (let at = 0; at < count; at++) {
    const often = { description: `Number ${at}`, ref: 'main', cron: '*/10 * * * *' };
    const made = await send('POST', `/projects/${project}/pipeline_schedules`, often);
    if (made.status !== 201) throw new Error(`No schedule: ${JSON.stringify(made.body)}`);
  }
  return project;
}

/** How many pipelines each schedule has, once nothing is left to be done for them. */
async function settled(
  instance: Instance,
  { project, wanted, patience = 60_000 }: { project: number; wanted: number; patience?: number },
): Promise<number[]> {
  const rows = await openRows(instance);
  const deadline = Date.now() + patience;
  try {
    for (;;) {
      const found = await rows.all(
        `select s.id, s.next_run_at as next,
           (select count(*) from pipelines p where p.pipeline_schedule_id = s.id) as fired,
           (select count(*) from pipeline_schedule_runs r
             where r.pipeline_schedule_id = s.id and r.state = 'waiting') as waiting
         from pipeline_schedules s where s.project_id = ${project} order by s.id`,
      );
      const now = new Date(instance.now()).toISOString();
      const isOpen = found.some((row) => Number(row.waiting) > 0 || String(row.next) <= now);
      const counts = found.map((row) => Number(row.fired));
      if (!isOpen || Date.now() > deadline) return counts;
      // What a server that died had taken is free once its lease is over.
      if (
        patience <= 60_000 &&
        instance.databaseUrl !== undefined &&
        counts.some((fired) => fired < wanted)
      ) {
        await instance.pass(60_000);
      }
      await pause(100);
    }
  } finally {
    await rows.close();
  }
}
