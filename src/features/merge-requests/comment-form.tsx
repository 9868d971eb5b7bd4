import { Button } from '@mantine/core';
import { mergeRequestDiscussions, mergeRequestNotes, type NotePosition } from '#contract/notes.ts';
import { useQuery } from '@tanstack/react-query';
import { draftNotes } from '#contract/draft-notes.ts';
import { useCommand } from '../../api/client.ts';
import { CommentForm } from '../../notes/comment-form.tsx';
import { common } from '../../words/common.ts';
import { noteWords } from '../../words/notes.ts';
import { reviewWords } from '../../words/reviews.ts';
import { draftsOf, touched, type Which } from './queries.ts';

/** Keeping what is written for the end of the review: a thread, on lines or not, or an answer. */
export function useKeeping(which: Which, place: { thread?: string; position?: NotePosition } = {}) {
  const { thread, position } = place;
  const { data: drafts } = useQuery(draftsOf(which));
  const keep = useCommand(draftNotes.create, {
    invalidates: touched,
    done: reviewWords.drafts.added,
  });
  const { start, add } = reviewWords.drafts;
  return {
    label: (drafts?.rows ?? []).length === 0 ? start : add,
    onSend: ({ body }: { body: string }) =>
      keep.mutateAsync({
        id: which.project,
        merge_request_iid: which.iid,
        note: body,
        ...(thread !== undefined && { in_reply_to_discussion_id: thread }),
        ...(position !== undefined && { position }),
      }),
  };
}

/** A new comment at the end of the activity. */
export function NewComment({ which }: { which: Which }) {
  const add = useCommand(mergeRequestNotes.create, {
    invalidates: touched,
    done: noteWords.added,
  });
  const keeping = useKeeping(which);
  const at = { id: which.project, merge_request_iid: which.iid };
  return (
    <CommentForm
      label={noteWords.write}
      submit={noteWords.comment}
      rows={3}
      keep="comment"
      request={(typed) => ({ endpoint: mergeRequestNotes.create, input: { ...at, ...typed } })}
      onSend={(comment) => add.mutateAsync({ ...at, ...comment })}
      instead={keeping}
    />
  );
}

/** By what an answer is kept that is not sent yet. */
export const replyKey = (thread: string): string => `reply ${thread}`;

/** An answer in a thread. */
export function ReplyForm(props: {
  which: Which;
  thread: string;
  to: string;
  onClose: () => void;
}) {
  const { which, thread, to, onClose } = props;
  const reply = useCommand(mergeRequestDiscussions.createNote, {
    invalidates: touched,
    done: noteWords.replied,
  });
  const keeping = useKeeping(which, { thread });
  const at = { id: which.project, merge_request_iid: which.iid, discussion_id: thread };
  return (
    <CommentForm
      label={noteWords.replyTo(to)}
      submit={noteWords.reply}
      rows={2}
      keep={replyKey(thread)}
      onLeave={onClose}
      cancel={
        <Button variant="subtle" color="gray" onClick={onClose}>
          {common.actions.cancel}
        </Button>
      }
      request={({ body }) => ({
        endpoint: mergeRequestDiscussions.createNote,
        input: { ...at, body },
      })}
      onSend={({ body }) => reply.mutateAsync({ ...at, body })}
      instead={keeping}
    />
  );
}
