import {
  type Ability,
  type GroupAbility,
  groupAbilities,
  type ProjectAbility,
  projectAbilities,
} from '#contract/abilities.ts';

export interface Person {
  readonly is_admin?: boolean | undefined;
}

interface Role {
  readonly access_level: number;
}

export interface Place {
  readonly visibility: 'private' | 'internal' | 'public';
  readonly archived?: boolean;
  readonly permissions?: {
    readonly project_access: Role | null;
    readonly group_access: Role | null;
  };
}

/** What a control is enabled by; the server decides by the same table. */
export function mayInProject(user: Person, project: Place, ability: ProjectAbility): boolean {
  const rule: Ability = projectAbilities[ability];
  const level =
    project.visibility === 'private' ? Math.max(rule.level, rule.member ?? 0) : rule.level;
  const isFrozen = project.archived === true && !rule.archived && !rule.reads;
  return !isFrozen && (user.is_admin === true || roleIn(project) >= level);
}

/** The caller's own role in a project, 0 where there is none. */
export const roleIn = ({ permissions }: Pick<Place, 'permissions'>): number =>
  Math.max(
    permissions?.project_access?.access_level ?? 0,
    permissions?.group_access?.access_level ?? 0,
  );

/** Likewise in a group, by the role there (none where there is none). */
export function mayInGroup(user: Person, role: number, ability: GroupAbility): boolean {
  return user.is_admin === true || role >= groupAbilities[ability].level;
}

/** Whether one may comment, and why comments are closed. */
export interface Speaking {
  readonly comment: boolean;
  readonly silence?: 'archived' | 'locked';
}

/** A locked discussion is open to members, an archived project to nobody. */
export function speaking(
  user: Person,
  project: Place,
  record: { readonly discussion_locked: boolean | null },
): Speaking {
  if (project.archived === true) return { comment: false, silence: 'archived' };
  const isMember = user.is_admin === true || roleIn(project) > 0;
  if (record.discussion_locked === true && !isMember) return { comment: false, silence: 'locked' };
  return { comment: true };
}
