import IconUserMinus from '@tabler/icons-react/icons/IconUserMinus';
import IconUserShield from '@tabler/icons-react/icons/IconUserShield';
import { call } from '../../api/client.ts';
import { membersOf, type Place } from '../../api/places.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { memberWords } from '../../words/members.ts';
import { roleChoices } from './add-member.tsx';

export interface Member {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly access_level: number;
  readonly created_at: string;
  readonly expires_at: string | null;
}

const words = memberWords.bulk;

/** Other roles, and no role; both come back by undo, as they were. */
export function memberActions(place: Place, self: number): readonly BulkAction<Member>[] {
  const { id } = place;
  const endpoints = membersOf[place.kind];
  const setRole = (user_id: number, access_level: number) =>
    call(endpoints.update, { id, user_id, access_level });
  const invalidates = [endpoints.list, endpoints.listAll];
  return [
    {
      name: 'role',
      label: words.role,
      icon: <IconUserShield aria-hidden size={14} />,
      // One's own role might go before the others are changed.
      fits: (member) => member.id !== self,
      choices: roleChoices.map(({ value, label }) => ({ value: String(value), label })),
      run: (member, choice) => setRole(member.id, Number(choice)),
      undo: (member) => setRole(member.id, member.access_level),
      done: words.changed,
      invalidates,
    },
    {
      name: 'remove',
      label: memberWords.remove,
      icon: <IconUserMinus aria-hidden size={14} />,
      // Whoever leaves cannot come back by themselves.
      fits: (member) => member.id !== self,
      confirm: (rows) => ({ title: words.title(rows.length), help: words.help }),
      run: (member) => call(endpoints.remove, { id, user_id: member.id }),
      undo: ({ id: user_id, access_level, expires_at }) =>
        call(endpoints.add, { id, user_id: [String(user_id)], access_level, expires_at }),
      done: words.removed,
      invalidates,
    },
  ];
}
