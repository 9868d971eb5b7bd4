import { expect, test } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { rightsOf } from './rights.ts';

const person = (id: number) => ({
  id,
  username: `person${id}`,
  public_email: null,
  name: `Person ${id}`,
  state: 'active',
  locked: false,
  avatar_url: null,
  web_url: '',
});
const me = { id: 1, is_admin: false };

const judge = (level: number, more: { mine?: boolean; locked?: boolean; archived?: boolean }) => {
  const project = {
    visibility: 'public',
    archived: more.archived === true,
    permissions: { project_access: { access_level: level }, group_access: null },
  } as const;
  const issue = {
    author: person(more.mine ? 1 : 2),
    assignees: [],
    discussion_locked: more.locked ?? null,
  };
  const { update, plan, remove, comment, silence } = rightsOf(me, project, issue);
  return { update, plan, remove, comment, silence };
};

const { none, guest, reporter, owner } = accessLevels;
const yes = { update: true, plan: true, remove: true, comment: true, silence: undefined };
const speaks = { ...yes, update: false, plan: false, remove: false };

test.each([
  ['a stranger speaks', judge(none, {}), speaks],
  ['an author also changes the text', judge(none, { mine: true }), { ...speaks, update: true }],
  ['a reporter plans', judge(reporter, {}), { ...yes, remove: false }],
  ['an owner also deletes', judge(owner, {}), yes],
  [
    'a locked discussion is closed to strangers',
    judge(none, { locked: true }),
    { ...speaks, comment: false, silence: 'locked' },
  ],
  ['a locked discussion is open to members', judge(guest, { locked: true }), speaks],
  [
    'an archived project is closed to everybody',
    judge(owner, { mine: true, archived: true }),
    { update: false, plan: false, remove: false, comment: false, silence: 'archived' },
  ],
])('%s', (_who, rights, expected) => {
  expect(rights).toEqual(expected);
});
