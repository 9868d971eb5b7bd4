import { Menu } from '@mantine/core';
import IconMoodPlus from '@tabler/icons-react/icons/IconMoodPlus';
import { useQuery } from '@tanstack/react-query';
import {
  type AwardEmoji,
  mergeRequestAwards,
  mergeRequestNoteAwards,
} from '#contract/award-emoji.ts';
import { listOf, useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { ErrorLine } from '../../ui/states.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import classes from './reactions.module.css';
import { noteAwardsOf, useBeat, type Which } from './queries.ts';

const words = mergeRequestWords.reactions;

// Those on offer; any other that somebody gave by the API is shown by its name.
const signs: Readonly<Record<string, string>> = {
  thumbsup: '👍',
  thumbsdown: '👎',
  heart: '❤️',
  tada: '🎉',
  rocket: '🚀',
  eyes: '👀',
  smile: '😄',
  confused: '😕',
};

const idOf = ({ project, iid }: Which) => ({ id: project, merge_request_iid: iid });

/** Emoji of a merge request, to read where one may not give any. */
export function Reactions({ which, mayGive }: { which: Which; mayGive: boolean }) {
  const list = listOf(mergeRequestAwards.list, { ...idOf(which), per_page: 100 });
  const { data, error } = useQuery({ ...list, ...useBeat(which) });
  const after = { invalidates: [mergeRequestAwards.list] } as const;
  const give = useCommand(mergeRequestAwards.create, after);
  const take = useCommand(mergeRequestAwards.remove, after);
  if (error) return <ErrorLine error={error} />;
  return (
    <ReactionRow
      given={data?.rows ?? []}
      mayGive={mayGive}
      give={(name) => give.mutate({ ...idOf(which), name })}
      take={(award_id) => take.mutate({ ...idOf(which), award_id })}
    />
  );
}

/** Emoji of a comment; those of all comments are asked for together. */
export function NoteReactions(props: { which: Which; note: number; mayGive: boolean }) {
  const { which, note, mayGive } = props;
  const id = { ...idOf(which), note_id: note };
  const { data = [], error } = useQuery({ ...noteAwardsOf(which), ...useBeat(which) });
  const after = { invalidates: [mergeRequestNoteAwards.listAll] } as const;
  const give = useCommand(mergeRequestNoteAwards.create, after);
  const take = useCommand(mergeRequestNoteAwards.remove, after);
  if (error) return <ErrorLine error={error} />;
  return (
    <ReactionRow
      given={data.filter((award) => award.awardable_id === note)}
      mayGive={mayGive}
      give={(name) => give.mutate({ ...id, name })}
      take={(award_id) => take.mutate({ ...id, award_id })}
    />
  );
}

function ReactionRow(props: {
  given: readonly AwardEmoji[];
  mayGive: boolean;
  give: (name: string) => void;
  take: (awardId: number) => void;
}) {
  const { given, mayGive, give, take } = props;
  const self = useCurrentUser().id;
  const names = [...new Set(given.map(({ name }) => name))];
  const own = (name: string) => given.find((one) => one.name === name && one.user.id === self);
  const toggle = (name: string) => {
    const mine = own(name);
    if (mine === undefined) give(name);
    else take(mine.id);
  };
  if (!mayGive && names.length === 0) return null;
  return (
    <div className={classes.row}>
      {names.map((name) => {
        const people = given.filter((one) => one.name === name).map(({ user }) => user.name);
        return (
          <button
            key={name}
            type="button"
            className={classes.reaction}
            aria-pressed={own(name) !== undefined}
            aria-label={words.givenBy(name, people)}
            title={words.givenBy(name, people)}
            disabled={!mayGive}
            onClick={() => toggle(name)}
          >
            <span aria-hidden>{signs[name] ?? `:${name}:`}</span> {people.length}
          </button>
        );
      })}
      {mayGive && <AddReaction onChoose={toggle} />}
    </div>
  );
}

function AddReaction({ onChoose }: { onChoose: (name: string) => void }) {
  return (
    <Menu position="top-start">
      <Menu.Target>
        <button type="button" className={classes.reaction} aria-label={words.add}>
          <IconMoodPlus aria-hidden size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(signs).map(([name, sign]) => (
          <Menu.Item
            key={name}
            leftSection={<span aria-hidden>{sign}</span>}
            onClick={() => onChoose(name)}
          >
            {words.names[name] ?? name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
