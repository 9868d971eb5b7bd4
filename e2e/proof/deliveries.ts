import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { api } from '../server.ts';
import { type Instance, prepareInstance } from './instance.ts';
import { openRows } from './rows.ts';

interface Flood {
  told: number;
  /** 90 % of the reads were answered in so many milliseconds, without and with the dead receiver. */
  calm: number;
  flooded: number;
  problems: string[];
}

/**
 * A thousand issues for a receiver that takes the connection and says nothing: the API must read as
 * fast as it does beside the same writes without the receiver, a kill in the middle must lose none
 * of the events, and none is told twice.
 */
export async function floodDeadReceiver(events: number, databaseUrl?: string): Promise<Flood> {
  const receiver = await deadReceiver();
  const instance = await prepareInstance(databaseUrl);
  try {
    await instance.start();
    const call = api(instance.rootToken, instance.url);
    await call('PUT', '/application/settings', {
      allow_local_requests_from_web_hooks_and_services: true,
      issues_create_limit: 0,
    });
    const quiet = await place(instance, 'quiet');
    const loud = await place(instance, 'loud');
    const webhook = `http://127.0.0.1:${receiver.port}/`;
    const set = await call('PUT', `/groups/${loud.group}/integrations/pumble`, { webhook });
    if (set.status !== 200) throw new Error(`The integration was not set up: ${set.status}`);
    const calm = await measure(instance, quiet.project, events);
    const flooded = await measure(instance, loud.project, events);
    await instance.kill();
    await instance.start();
    const told = await settled(instance, events);
    const problems = [
      ...(told === events ? [] : [`${told} of ${events} events were told`]),
      ...(flooded <= 2 * calm ? [] : [`reads took ${flooded} ms instead of ${calm} ms`]),
    ];
    return { told, calm, flooded, problems };
  } catch (error) {
    throw new Error(`${String(error)}\n${instance.printed()}`, { cause: error });
  } finally {
    await instance.remove();
    receiver.close();
  }
}

async function deadReceiver() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function place({ url, rootToken }: Instance, name: string) {
  const call = api(rootToken, url);
  const group = await call<{ id: number }>('POST', '/groups', { name, path: name });
  const named = { name: 'quay', namespace_id: group.body.id };
  const project = await call<{ id: number }>('POST', '/projects', named);
  return { group: group.body.id, project: project.body.id };
}

/** Writes so many issues, four at a time, and reads beside them; gives the slowest tenth's bound. */
async function measure({ url, rootToken }: Instance, project: number, events: number) {
  const call = api(rootToken, url);
  let written = 0;
  const write = async () => {
    while (written < events) {
      written += 1;
      const made = await call('POST', `/projects/${project}/issues`, { title: `Wave ${written}` });
      if (made.status !== 201) throw new Error(`An issue was answered with ${made.status}`);
    }
  };
  const times: number[] = [];
  let isOver = false;
  const read = async () => {
    while (!isOver) {
      const from = performance.now();
      await call('GET', `/projects/${project}/issues?per_page=20`);
      times.push(performance.now() - from);
    }
  };
  const writing = Promise.all(Array.from({ length: 4 }, write)).finally(() => {
    isOver = true;
  });
  await Promise.all([writing, read()]);
  times.sort((a, b) => a - b);
  return Math.round((times[Math.floor(times.length * 0.9)] ?? 0) * 10) / 10;
}

/** How many events are written down, once all jobs that tell them are done. */
async function settled(instance: Instance, events: number): Promise<number> {
  const patience = performance.now() + 120_000;
  const rows = await openRows(instance);
  try {
    for (;;) {
      const [jobs] = await rows.all(
        `select count(*) as count from jobs where kind = 'tell_integrations' and state in ('queued', 'running')`,
      );
      const [told] = await rows.all(
        `select count(distinct event_id) as count, count(*) as rows from integration_deliveries where event = 'issues_events'`,
      );
      const count = Number(told?.count ?? 0);
      const isDone = Number(jobs?.count ?? 0) === 0;
      if (isDone && Number(told?.rows ?? 0) !== count) throw new Error('An event was told twice');
      if ((isDone && count >= events) || performance.now() > patience) return count;
      await new Promise<void>((resolve) => setTimeout(resolve, 250));
    }
  } finally {
    await rows.close();
  }
}
