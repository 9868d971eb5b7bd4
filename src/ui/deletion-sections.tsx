import { useDaysKept } from '../api/days-kept.ts';
import { formatDay } from '../lib/format.ts';
import { ActionSection } from './action-section.tsx';

/** What is said of the deletion of one kind of place. */
interface DeletionWords {
  readonly remove: Action & { readonly help: (days: number) => string } & Asked;
  readonly restore: Action & { readonly help: (day: string) => string };
  readonly removeNow: Action & { readonly help: string } & Asked;
}
interface Action {
  readonly title: string;
  readonly action: string;
}
interface Asked {
  readonly ask: (path: string) => string;
  readonly typed: (path: string) => string;
}

/** Marks a project or a group for deletion; once it is marked, keeps it or deletes it at once. */
export function DeletionSections(props: {
  path: string;
  /** The day on which it goes, once it is marked. */
  markedOn: string | null;
  /** Why it cannot be done here. */
  blocked?: string | undefined;
  words: DeletionWords;
  mark: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  removeNow: () => Promise<unknown>;
}) {
  const { path, markedOn, blocked, words } = props;
  const days = useDaysKept();
  const removing = (which: 'remove' | 'removeNow', help: string) => ({
    title: words[which].title,
    help,
    action: words[which].action,
    isDangerous: true,
    blocked,
    ask: {
      title: words[which].ask(path),
      help,
      typed: { name: path, label: words[which].typed(path) },
    },
  });
  if (markedOn === null) {
    return (
      <ActionSection
        testId="delete"
        {...removing('remove', words.remove.help(days))}
        run={props.mark}
      />
    );
  }
  return (
    <>
      <ActionSection
        testId="restore"
        title={words.restore.title}
        help={words.restore.help(formatDay(markedOn))}
        action={words.restore.action}
        blocked={blocked}
        run={props.restore}
      />
      <ActionSection
        testId="delete-now"
        {...removing('removeNow', words.removeNow.help)}
        run={props.removeNow}
      />
    </>
  );
}
