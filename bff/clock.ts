/** The only source of time: SQL never asks the database for now. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Only where the clock may be moved: in tests. */
  set?(instant: number): void;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that starts at an instant and runs on; `set` moves it. */
export function movableClock(startsAt: number): Clock & { set(instant: number): void } {
  let offset = startsAt - Date.now();
  return {
    now: () => Date.now() + offset,
    set: (instant) => {
      offset = instant - Date.now();
    },
  };
}

/** A clock that stands until it is set. */
export function stillClock(instant: number): Clock & { set(instant: number): void } {
  let standsAt = instant;
  return {
    now: () => standsAt,
    set: (next) => {
      standsAt = next;
    },
  };
}

/** An instant as every record carries it: UTC with milliseconds. */
export const isoOf = (instant: number) => new Date(instant).toISOString();
