import type { ReactNode } from 'react';
import type { Note } from '#contract/notes.ts';
import { useCurrentUser } from '../api/current-user.ts';
import { InlineMarkdown, Markdown } from '../ui/markdown.tsx';
import { UserAvatar } from '../ui/marks.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { noteWords } from '../words/notes.ts';
import classes from './notes.module.css';

/** What somebody wrote. `actions` stand at its right, `children` in place of the text. */
export function NoteView(props: { note: Note; actions?: ReactNode; children?: ReactNode }) {
  const { note, actions, children } = props;
  const self = useCurrentUser().id;
  return (
    <div className={classes.note} data-internal={note.internal || undefined}>
      <UserAvatar name={note.author.name} isSelf={note.author.id === self} />
      <div className={classes.head}>
        <strong>{note.author.name}</strong>
        <RelativeTime at={note.created_at} />
        {note.internal && <span className={classes.internal}>{noteWords.internalMark}</span>}
      </div>
      {actions}
      <div className={classes.body}>{children || <Markdown text={note.body} />}</div>
    </div>
  );
}

/** What the system noted. */
export function SystemNote({ note }: { note: Note }) {
  return (
    <div className={classes.system}>
      <UserAvatar name={note.author.name} small />
      <span>
        {note.author.name} <InlineMarkdown text={note.body} />
      </span>
      <RelativeTime at={note.created_at} />
    </div>
  );
}
