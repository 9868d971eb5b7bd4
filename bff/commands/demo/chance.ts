import { createHash } from 'node:crypto';
import type { Chance } from '../../chance.ts';

/** Bytes that follow from a seed: the same seed gives the same bytes in the same order. */
export function seededChance(seed: string): Chance {
  let block = 0;
  let rest = Buffer.alloc(0);
  return (bytes) => {
    while (rest.length < bytes) {
      const next = createHash('sha256').update(`${seed}\0${block}`).digest();
      rest = Buffer.concat([rest, next]);
      block += 1;
    }
    const given = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return given;
  };
}

/** Choices that follow from a seed. */
export interface Picker {
  /** A whole number from 0 up to, but not, the limit. */
  below(limit: number): number;
  of<T>(list: readonly [T, ...T[]]): T;
  /** Several different ones, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[];
  /** True in so many of a hundred cases. */
  percent(chance: number): boolean;
}

/** Choices made of these bytes. */
export function pickerOf(chance: Chance): Picker {
  const below = (limit: number) => chance(4).readUInt32BE() % limit;
  return {
    below,
    // The index is below the length of a list that has at least one entry.
    of: <T>(list: readonly [T, ...T[]]) => list[below(list.length)] as T,
    some(list, count) {
      const left = [...list.keys()];
      const taken: number[] = [];
      while (taken.length < count && left.length > 0) {
        taken.push(...left.splice(below(left.length), 1));
      }
      const wanted = new Set(taken);
      return list.filter((_, index) => wanted.has(index));
    },
    percent: (chance) => below(100) < chance,
  };
}
