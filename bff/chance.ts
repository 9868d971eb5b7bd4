import { randomBytes } from 'node:crypto';

/**
 * Chance in what people see, such as the ids of threads: a demo takes it from a seed. Secrets,
 * tokens and names of temporary files never come from here.
 */
export type Chance = (bytes: number) => Buffer;

export const systemChance: Chance = randomBytes;
