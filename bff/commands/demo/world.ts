import type { createApp } from '../../app.ts';
import type { stillClock } from '../../clock.ts';
import type { Ctx } from '../../context.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import type { Name } from './cast.ts';
import type { Picker } from './chance.ts';
import type { Size } from './size.ts';

const minute = 60_000;

/** A person of the demo, who calls the API with a token. */
export interface Person {
  id: number;
  name: string;
  token: string;
}

/** The instance that is being filled, its people and its time. */
export interface World {
  size: Size;
  pick: Picker;
  people: Map<Name, Person>;
  /** Acts as the system, for what has no endpoint. */
  ctx: Ctx;
  /** `METHOD /path` below `/api/v4` by somebody; whatever is not a success stops the build. */
  call<T>(by: Name, request: string, body?: object): Promise<T>;
  /** Lets time go by. */
  pass(minutes: number): void;
  /** Lets it become this instant, unless it is later already. */
  reach(instant: number): void;
  now(): number;
  /** Works through all jobs that are due. */
  settle(): Promise<void>;
}

interface Parts {
  size: Size;
  pick: Picker;
  ctx: Ctx;
  clock: ReturnType<typeof stillClock>;
  api: ReturnType<typeof createApp>;
  jobs: JobRunner;
}

/** A world without people. */
export function createWorld({ size, pick, ctx, clock, api, jobs }: Parts): World {
  const people = new Map<Name, Person>();
  return {
    size,
    pick,
    people,
    ctx,
    async call<T>(by: Name, request: string, body?: object) {
      const space = request.indexOf(' ');
      const url = `${ctx.publicUrl}/api/v4${request.slice(space + 1)}`;
      const answer = await api.hono.fetch(
        new Request(url, {
          method: request.slice(0, space),
          headers: {
            'PRIVATE-TOKEN': personOf(people, by).token,
            'Content-Type': 'application/json',
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${by} ${request}: ${answer.status} ${text}`);
      // The caller names the record of the endpoint, whose shape the server has just checked.
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    pass: (minutes) => clock.set(clock.now() + minutes * minute),
    reach: (instant) => clock.set(Math.max(clock.now(), instant)),
    now: () => clock.now(),
    settle: () => jobs.drain(),
  };
}

/** Somebody who is there. */
export function personOf(people: ReadonlyMap<Name, Person>, name: Name): Person {
  const person = people.get(name);
  if (person === undefined) throw new Error(`there is no ${name}`);
  return person;
}
