import { mergeRequestDiscussions, mergeRequestNotes } from '#contract/notes.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextareaField } from '../../form/textarea-field.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { noteWords } from '../../words/notes.ts';
import { touched, type Which } from './queries.ts';

const noteBody = mergeRequestNotes.create.body.pick({ body: true });

/** A new comment at the end of the activity. */
export function CommentForm({ which }: { which: Which }) {
  const add = useCommand(mergeRequestNotes.create, {
    invalidates: touched,
    done: noteWords.added,
  });
  const form = useContractForm(noteBody, { body: '' });
  const at = { id: which.project, merge_request_iid: which.iid };
  return (
    <Form
      form={form}
      plain
      request={(typed) => ({ endpoint: mergeRequestNotes.create, input: { ...at, ...typed } })}
      onSubmit={async ({ body }) => {
        await add.mutateAsync({ ...at, body });
        form.reset();
      }}
      bar={<SubmitBar form={form} label={noteWords.comment} isSecondary />}
    >
      <TextareaField
        control={form.control}
        name="body"
        label={noteWords.write}
        placeholder={noteWords.writePlaceholder}
        rows={3}
      />
    </Form>
  );
}

/** An answer in a thread. */
export function ReplyForm(props: { which: Which; thread: string; to: string }) {
  const { which, thread, to } = props;
  const reply = useCommand(mergeRequestDiscussions.createNote, {
    invalidates: touched,
    done: noteWords.replied,
  });
  const form = useContractForm(noteBody, { body: '' });
  const at = { id: which.project, merge_request_iid: which.iid, discussion_id: thread };
  return (
    <Form
      form={form}
      plain
      request={(typed) => ({
        endpoint: mergeRequestDiscussions.createNote,
        input: { ...at, ...typed },
      })}
      onSubmit={async ({ body }) => {
        await reply.mutateAsync({ ...at, body });
        form.reset();
      }}
      bar={<SubmitBar form={form} label={noteWords.reply} isSecondary />}
    >
      <TextareaField
        control={form.control}
        name="body"
        label={noteWords.replyTo(to)}
        placeholder={noteWords.writePlaceholder}
        rows={2}
      />
    </Form>
  );
}
