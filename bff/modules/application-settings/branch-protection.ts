import type * as z from 'zod';
import type { shapes } from '#contract/settings/shapes.ts';

export type BranchDefaults = z.output<typeof shapes.default_branch_protection_defaults>;

const push = (level: 30 | 40) => [{ access_level: level }];

/** What the numbers of the older code stand for. */
const protections: readonly BranchDefaults[] = [
  { allowed_to_push: push(30), allow_force_push: true, allowed_to_merge: push(30) },
  { allowed_to_push: push(30), allow_force_push: false, allowed_to_merge: push(40) },
  { allowed_to_push: push(40), allow_force_push: false, allowed_to_merge: push(40) },
  { allowed_to_push: push(40), allow_force_push: false, allowed_to_merge: push(30) },
  {
    allowed_to_push: push(40),
    allow_force_push: false,
    allowed_to_merge: push(40),
    developer_can_initial_push: true,
  },
];

/** The protection that a number of the older code stands for. */
export const defaultsOfCode = (code: number): BranchDefaults | undefined => protections[code];

/** The number of a protection; what the older code cannot say is the strictest of what it can. */
export function codeOfDefaults(defaults: object): number {
  const at = protections.findIndex((one) => JSON.stringify(one) === JSON.stringify(defaults));
  return at === -1 ? 2 : at;
}
