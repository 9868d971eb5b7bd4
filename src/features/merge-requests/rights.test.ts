import { expect, test } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { rightsOf } from './rights.ts';

const { guest, reporter, developer, owner } = accessLevels;

const person = (id: number) => ({
  id,
  username: `person${id}`,
  public_email: null,
  name: `Person ${id}`,
  state: 'active' as const,
  locked: false,
  avatar_url: null,
  web_url: `/person${id}`,
});

const record = {
  author: person(1),
  assignees: [person(2)],
  reviewers: [person(3)],
  discussion_locked: null,
  user: { can_merge: false },
};

const project = (level: number, archived = false) => ({
  visibility: 'public' as const,
  archived,
  permissions: {
    project_access: level === 0 ? null : { access_level: level },
    group_access: null,
  },
});

const allowed = (id: number, level: number, archived = false) =>
  Object.entries(rightsOf({ id }, project(level, archived), record))
    .filter(([, value]) => value === true)
    .map(([name]) => name);

test.each<[string, number, number, string[]]>([
  ['a visitor', 9, 0, ['comment']],
  ['a reporter', 9, reporter, ['comment']],
  ['a developer', 9, developer, ['update', 'review', 'resolve', 'time', 'comment']],
  ['an owner', 9, owner, ['update', 'review', 'resolve', 'time', 'remove', 'comment']],
  ['the author', 1, guest, ['update', 'resolve', 'comment']],
  ['an assignee', 2, guest, ['update', 'comment']],
  ['a reviewer', 3, guest, ['review', 'comment']],
])('%s is offered what the server lets them do', (_who, id, level, rights) => {
  expect(allowed(id, level)).toEqual(rights);
});

test('an archived project takes nothing any more, and says so', () => {
  expect(allowed(1, owner, true)).toEqual([]);
  expect(rightsOf({ id: 1 }, project(owner, true), record).silence).toBe('archived');
});

test('a locked discussion is for members', () => {
  const locked = { ...record, discussion_locked: true };
  expect(rightsOf({ id: 9 }, project(0), locked)).toMatchObject({
    comment: false,
    silence: 'locked',
  });
  expect(rightsOf({ id: 9 }, project(guest), locked).comment).toBe(true);
});
