import { DomainError } from './errors.ts';

/** Who has a turn gives it back when done. */
type Done = () => void;

/** Turns at a kind of work of which only so much is done at a time. */
export interface Turns {
  /** Resolves when it is one's turn; throws 503 where too many wait already, or too long. */
  take(): Promise<Done>;
}

const secondsUntilNext = 5;

/** At most `most` at work and `waiting` behind them, each for `patience` milliseconds at most. */
export function createTurns(bounds: { most: number; waiting: number; patience: number }): Turns {
  let working = 0;
  // A Map keeps the order in which they came, and lets one go from the middle.
  const queue = new Map<object, Done>();
  const refusal = () => new DomainError({ kind: 'unavailable', retryAfter: secondsUntilNext });

  const turn = (): Done => {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      const [next] = queue;
      // Whoever is next takes this turn over, so that nobody slips in between.
      if (next === undefined) working -= 1;
      else {
        queue.delete(next[0]);
        next[1]();
      }
    };
  };

  return {
    async take() {
      if (working < bounds.most) {
        working += 1;
        return turn();
      }
      if (queue.size >= bounds.waiting) throw refusal();
      const place = {};
      await new Promise<void>((resolve, reject) => {
        const impatient = setTimeout(() => {
          queue.delete(place);
          reject(refusal());
        }, bounds.patience);
        queue.set(place, () => {
          clearTimeout(impatient);
          resolve();
        });
      });
      return turn();
    },
  };
}

/** The turns of one server: its requests, and the git processes that talk to clients. */
export interface ServerTurns {
  requests: Turns;
  git: Turns;
}

const patience = 10_000;

/** Four wait for each one at work: what comes in a burst is served, what would pile up is not. */
export const serverTurns = (most: { requests: number; git: number }): ServerTurns => ({
  requests: createTurns({ most: most.requests, waiting: 4 * most.requests, patience }),
  git: createTurns({ most: most.git, waiting: 4 * most.git, patience }),
});
