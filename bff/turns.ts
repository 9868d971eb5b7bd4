import { DomainError } from './errors.ts';

/** Who has a turn gives it back when done. */
type Done = () => void;

/** Turns at a kind of work of which only so much is done at a time. */
export interface Turns {
  /**
   * Resolves when it is one's turn; throws 503 where too many wait already, or too long. Whoever is
   * named holds a share of the turns at most, so that one alone cannot take them all.
   */
  take(who?: string): Promise<Done>;
}

interface Bounds {
  most: number;
  waiting: number;
}

const secondsUntilNext = 5;

interface Waiting {
  who: string | undefined;
  start: () => void;
}

/**
 * At most `most` at work and `waiting` behind them, each for `patience` milliseconds at most; of
 * one that is named no more than `ofOne` says.
 */
export function createTurns(bounds: Bounds & { patience: number; ofOne?: Bounds }): Turns {
  let working = 0;
  const held = new Map<string, number>();
  // A Map keeps the order in which they came, and lets one go from the middle.
  const queue = new Map<object, Waiting>();
  const refusal = () => new DomainError({ kind: 'unavailable', retryAfter: secondsUntilNext });

  const count = (who: string | undefined, by: 1 | -1) => {
    working += by;
    if (who === undefined) return;
    const now = (held.get(who) ?? 0) + by;
    if (now === 0) held.delete(who);
    else held.set(who, now);
  };
  const hasTurnFor = (who: string | undefined) =>
    working < bounds.most &&
    (who === undefined || (held.get(who) ?? 0) < (bounds.ofOne?.most ?? bounds.most));
  const hasPlaceFor = (who: string | undefined) => {
    if (queue.size >= bounds.waiting) return false;
    if (who === undefined || bounds.ofOne === undefined) return true;
    return [...queue.values()].filter((one) => one.who === who).length < bounds.ofOne.waiting;
  };

  const turn = (who: string | undefined): Done => {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      count(who, -1);
      // Counted for whoever is next at once, so that nobody slips in between.
      for (const [place, next] of queue) {
        if (!hasTurnFor(next.who)) continue;
        queue.delete(place);
        count(next.who, 1);
        next.start();
        return;
      }
    };
  };

  return {
    async take(who) {
      if (hasTurnFor(who)) {
        count(who, 1);
        return turn(who);
      }
      if (!hasPlaceFor(who)) throw refusal();
      const place = {};
      await new Promise<void>((resolve, reject) => {
        const impatient = setTimeout(() => {
          queue.delete(place);
          reject(refusal());
        }, bounds.patience);
        const start = () => {
          clearTimeout(impatient);
          resolve();
        };
        queue.set(place, { who, start });
      });
      return turn(who);
    },
  };
}

/** The turns of one server: its requests, and the git processes that talk to clients. */
export interface ServerTurns {
  requests: Turns;
  git: Turns;
}

const patience = 10_000;

/**
 * Four wait for each one at work: what comes in a burst is served, what would pile up is not. Git
 * is held for as long as a client likes, so one client holds a quarter of it at most.
 */
export const serverTurns = (most: { requests: number; git: number }): ServerTurns => ({
  requests: createTurns({ most: most.requests, waiting: 4 * most.requests, patience }),
  git: createTurns({
    most: most.git,
    waiting: 4 * most.git,
    patience,
    ofOne: { most: Math.ceil(most.git / 4), waiting: most.git },
  }),
});
