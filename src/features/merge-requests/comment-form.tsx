import { mergeRequestDiscussions, mergeRequestNotes } from '#contract/notes.ts';
import { useCommand } from '../../api/client.ts';
import { CommentForm } from '../../notes/comment-form.tsx';
import { noteWords } from '../../words/notes.ts';
import { touched, type Which } from './queries.ts';

/** A new comment at the end of the activity. */
export function NewComment({ which }: { which: Which }) {
  const add = useCommand(mergeRequestNotes.create, {
    invalidates: touched,
    done: noteWords.added,
  });
  const at = { id: which.project, merge_request_iid: which.iid };
  return (
    <CommentForm
      label={noteWords.write}
      submit={noteWords.comment}
      rows={3}
      request={(typed) => ({ endpoint: mergeRequestNotes.create, input: { ...at, ...typed } })}
      onSend={(comment) => add.mutateAsync({ ...at, ...comment })}
    />
  );
}

/** An answer in a thread. */
export function ReplyForm(props: { which: Which; thread: string; to: string }) {
  const { which, thread, to } = props;
  const reply = useCommand(mergeRequestDiscussions.createNote, {
    invalidates: touched,
    done: noteWords.replied,
  });
  const at = { id: which.project, merge_request_iid: which.iid, discussion_id: thread };
  return (
    <CommentForm
      label={noteWords.replyTo(to)}
      submit={noteWords.reply}
      rows={2}
      request={({ body }) => ({
        endpoint: mergeRequestDiscussions.createNote,
        input: { ...at, body },
      })}
      onSend={({ body }) => reply.mutateAsync({ ...at, body })}
    />
  );
}
