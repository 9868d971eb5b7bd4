import type { FieldDef } from '../field.ts';

const levels = ['private', 'internal', 'public'] as const;

export const visibilitySettings = [
  {
    key: 'default_project_visibility',
    type: 'enum',
    options: levels,
    default: 'private',
    label: 'Default project visibility',
    help: 'Level given to new projects; may not be a restricted level',
    enforced_by: 'projects',
  },
  {
    key: 'default_group_visibility',
    type: 'enum',
    options: levels,
    default: 'private',
    label: 'Default group visibility',
    help: 'Level given to new groups; may not be a restricted level',
    enforced_by: 'groups',
  },
  {
    key: 'restricted_visibility_levels',
    type: 'string_list',
    options: levels,
    default: [],
    label: 'Restricted visibility levels',
    help: 'Levels that only administrators may use',
    enforced_by: 'projects',
  },
  {
    key: 'default_project_creation',
    type: 'integer_enum',
    options: [0, 1, 2, 3, 4],
    default: 2,
    label: 'Default project creation protection',
    help: 'Who may create projects in a new group: 0 nobody, 1 Maintainers, 2 Developers, 3 administrators, 4 Owners',
    enforced_by: 'groups',
  },
  {
    key: 'default_branch_name',
    type: 'string',
    default: null,
    max: 255,
    label: 'Initial default branch name',
    help: 'Name of the default branch of new projects; empty: main',
    enforced_by: 'projects',
  },
] as const satisfies readonly FieldDef[];
