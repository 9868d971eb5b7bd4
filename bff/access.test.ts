import { describe, expect, it } from 'vitest';
import { groupAbilities, projectAbilities, type ProjectAbility } from '#contract/abilities.ts';
import { canInGroup, canInProject, canSee, type Standing } from './access.ts';

const nobody: Standing = { level: 0, signedIn: false, admin: false, external: false };
const user: Standing = { ...nobody, signedIn: true };
const role = (level: number): Standing => ({ ...user, level });

describe('seeing', () => {
  it.each([
    ['anonymous', nobody, [false, false, true]],
    ['a user', user, [false, true, true]],
    ['an external user', { ...user, external: true }, [false, false, true]],
    ['a guest', role(10), [true, true, true]],
    ['a minimal member', role(5), [false, true, true]],
    ['an administrator', { ...user, admin: true }, [true, true, true]],
  ])('%s', (_, standing, wanted) => {
    const seen = (['private', 'internal', 'public'] as const).map((visibility) =>
      canSee(standing, { visibility }),
    );
    expect(seen).toEqual(wanted);
  });
});

describe('doing', () => {
  it('what needs a role is refused below it and allowed from it on, in every visibility', () => {
    for (const [name, ability] of Object.entries(projectAbilities)) {
      for (const visibility of ['private', 'internal', 'public'] as const) {
        for (const level of [10, 15, 20, 30, 40, 50]) {
          const least =
            visibility === 'private' && 'member' in ability
              ? Math.max(ability.level, ability.member)
              : ability.level;
          const allowed = canInProject(name as ProjectAbility, role(level), { visibility });
          expect([name, visibility, level, allowed]).toEqual([
            name,
            visibility,
            level,
            level >= least,
          ]);
        }
      }
    }
  });

  it('anonymous callers change nothing, whatever the visibility', () => {
    for (const [name, ability] of Object.entries(projectAbilities)) {
      if ('reads' in ability) continue;
      expect(canInProject(name as ProjectAbility, nobody, { visibility: 'public' })).toBe(false);
    }
  });

  it('an archived project is read-only, but can be taken back', () => {
    const archived = { visibility: 'public', archived: true } as const;
    expect(canInProject('read_code', role(30), archived)).toBe(true);
    expect(canInProject('push_code', role(50), archived)).toBe(false);
    expect(canInProject('archive_project', role(50), archived)).toBe(true);
  });

  it('a guest of a private project reads no code and no merge requests', () => {
    const hidden = { visibility: 'private' } as const;
    expect(canInProject('read_code', role(10), hidden)).toBe(false);
    expect(canInProject('read_merge_request', role(10), hidden)).toBe(false);
    expect(canInProject('read_issue', role(10), hidden)).toBe(true);
  });

  it('groups follow the same table', () => {
    expect(Object.keys(groupAbilities)).toContain('admin_group');
    expect(canInGroup('create_subgroup', role(40), { visibility: 'private' })).toBe(true);
    expect(canInGroup('admin_group', role(40), { visibility: 'private' })).toBe(false);
  });
});
