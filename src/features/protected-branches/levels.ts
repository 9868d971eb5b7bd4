import type { ResponseOf } from '#contract/endpoint.ts';
import type { protectedBranches } from '#contract/protected-branches.ts';
import { protectedBranchWords as words } from '../../words/protected-branches.ts';

export type ProtectedBranch = ResponseOf<typeof protectedBranches.list>[number];
type Access = ProtectedBranch['push_access_levels'][number];

/** Roles as the API takes them: 0 stands for nobody. */
export const levels = [40, 30, 0, 60] as const;
export type Level = (typeof levels)[number];

/** The entry of a role; people and groups that are named have entries of their own. */
const roleOf = (list: readonly Access[]): Access | undefined =>
  list.find((entry) => entry.access_level !== null);

/** The role that a list is open to. */
export const levelOf = (list: readonly Access[]): Level =>
  levels.find((level) => level === roleOf(list)?.access_level) ?? 0;

const namedIn = (list: readonly Access[]) =>
  list.filter((entry) => entry.access_level === null).length;

export const hasNamed = ({ merge_access_levels, push_access_levels }: ProtectedBranch): boolean =>
  namedIn(merge_access_levels) + namedIn(push_access_levels) > 0;

/** Who is let through, in words: a role, and how many are named besides. */
export function accessText(list: readonly Access[]): string {
  const named = namedIn(list);
  const role = words.levels[levelOf(list)] ?? words.nobody;
  if (named === 0) return role;
  return levelOf(list) === 0 ? words.named(named) : `${role}, ${words.named(named)}`;
}

/** The change that opens a list to another role and leaves those who are named. */
export function changedTo(list: readonly Access[], level: Level) {
  const before = roleOf(list);
  return [{ ...(before !== undefined && { id: before.id }), access_level: level }];
}
