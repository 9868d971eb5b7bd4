import { Button } from '@mantine/core';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import { useState } from 'react';
import { type Discussion, resolutionOf } from '#contract/notes.ts';
import { StateText } from '../../ui/state-badge.tsx';
import { noteWords } from '../../words/notes.ts';
import classes from './merge-requests.module.css';
import type { Which } from './queries.ts';
import { Thread } from './thread.tsx';

/** A thread below its line; a resolved one is folded to one line. */
export function DiffThread(props: { which: Which; thread: Discussion; isOlder: boolean }) {
  const { which, thread, isOlder } = props;
  const isResolved = resolutionOf(thread.notes) === 'resolved';
  const [isOpen, setIsOpen] = useState<boolean>();
  const position = thread.notes[0]?.position;
  const line = position?.new_line ?? position?.old_line;
  const suggestions = thread.notes.flatMap((note) => note.suggestions ?? []).length;
  const isShown = isOpen ?? !isResolved;
  return (
    <div className={classes.inDiff}>
      {isOlder && line != null && <p className={classes.older}>{noteWords.older(line)}</p>}
      {isShown ? (
        <>
          <Thread which={which} thread={thread} isInDiff />
          {isResolved && (
            <Button variant="subtle" color="gray" size="xs" onClick={() => setIsOpen(false)}>
              {noteWords.fold}
            </Button>
          )}
        </>
      ) : (
        <div className={classes.foldedThread}>
          <StateText tone="open" icon={<IconMessage aria-hidden size={16} />}>
            {noteWords.resolved}
          </StateText>
          <span>{noteWords.folded(thread.notes.length, suggestions)}</span>
          <Button variant="subtle" size="xs" onClick={() => setIsOpen(true)}>
            {noteWords.open}
          </Button>
        </div>
      )}
    </div>
  );
}
