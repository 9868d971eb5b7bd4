import { describe, expect, it } from 'vitest';
import { acrossChanges, overTenYears } from '../../testing/cron-agreement.ts';

/** The same numbers on each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const zones = [
  'America/Nuuk',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Antarctica/Troll',
  'Asia/Kolkata',
];

describe('the runs of a schedule', () => {
  it('are those of a walk over the minutes that clocks show, across changes and over years', () => {
    const dice = seeded(20_261_127);
    const near = acrossChanges(zones, dice);
    const far = overTenYears(['Europe/Berlin'], { count: 15, most: 60, dice });
    expect([...near.problems, ...far.problems]).toEqual([]);
    expect(near.compared + far.compared).toBeGreaterThan(1000);
  });
});
