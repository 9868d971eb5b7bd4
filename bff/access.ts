import {
  type Ability,
  accessLevels,
  type GroupAbility,
  groupAbilities,
  type ProjectAbility,
  projectAbilities,
} from '#contract/abilities.ts';
import type { Visibility } from '#contract/common.ts';

/** What access decides on: the caller's role in a subject and how visible the subject is. */
export interface Standing {
  /** Highest role of the caller in the subject, ancestors counted; 0 for none. */
  level: number;
  signedIn: boolean;
  admin: boolean;
  /** External users see internal subjects only as members. */
  external: boolean;
}

interface Subject {
  visibility: Visibility;
  archived?: boolean;
}

/** May the subject be seen at all? What may not be seen is 404. */
export function canSee(standing: Standing, subject: Subject): boolean {
  if (standing.admin || standing.level >= accessLevels.guest) return true;
  if (subject.visibility === 'public') return true;
  return subject.visibility === 'internal' && standing.signedIn && !standing.external;
}

function allows(ability: Ability, standing: Standing, subject: Subject): boolean {
  if (!canSee(standing, subject)) return false;
  if (subject.archived && !ability.reads && !ability.archived) return false;
  if (standing.admin) return true;
  if (!ability.reads && !standing.signedIn) return false;
  const least =
    subject.visibility === 'private' ? Math.max(ability.level, ability.member ?? 0) : ability.level;
  return standing.level >= least;
}

/** May this be done in the project? What may be seen but not done is 403. */
export const canInProject = (ability: ProjectAbility, standing: Standing, project: Subject) =>
  allows(projectAbilities[ability], standing, project);

/** May this be done in the group? */
export const canInGroup = (ability: GroupAbility, standing: Standing, group: Subject) =>
  allows(groupAbilities[ability], standing, group);

/** Who looks at a list: decides which rows exist for them. */
export interface Viewer {
  userId: number | null;
  admin: boolean;
  external: boolean;
}
