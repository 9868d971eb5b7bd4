import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { draftNotes } from '#contract/draft-notes.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { common } from '../../words/common.ts';
import { reviewWords } from '../../words/reviews.ts';
import { approvalsOf, draftsOf, reviewRoute, touched, type Which } from './queries.ts';
import { useRights } from './rights.ts';
import { useSeenHead } from './seen-head.tsx';

const words = reviewWords.finish;

/** Tells what was written and kept back, with a verdict. */
export function FinishReview({ which, record }: { which: Which; record: MergeRequest }) {
  const [isOpen, setIsOpen] = useState(false);
  const { comment, review } = useRights(which);
  const { data: drafts } = useQuery({ ...draftsOf(which), enabled: comment });
  const count = drafts?.total ?? 0;
  const mayJudge = review && record.state === 'opened';
  const isOffered = comment && (count > 0 || mayJudge) && !isOpen;
  const label = count === 0 ? words.begin : words.beginWith(count);
  useScreenActions(isOffered ? [{ id: 'finish review', label, run: () => setIsOpen(true) }] : []);
  if (!comment || (count === 0 && !mayJudge)) return null;
  if (isOpen) return <Ending which={which} mayJudge={mayJudge} onClose={() => setIsOpen(false)} />;
  return (
    <Button variant="default" onClick={() => setIsOpen(true)}>
      {label}
    </Button>
  );
}

function Ending(props: { which: Which; mayJudge: boolean; onClose: () => void }) {
  const { which, mayJudge, onClose } = props;
  const { data: approvals } = useQuery(approvalsOf(which));
  const { sha } = useSeenHead();
  const client = useQueryClient();
  const form = useContractForm(draftNotes.publishAll.body, {
    note: '',
    // Who looks at their own can do nothing but approve.
    reviewer_state: mayJudge ? 'reviewed' : 'approved',
  });
  const publish = useCommand(draftNotes.publishAll, { invalidates: touched, done: words.done });
  useEffect(() => form.setFocus('note'), [form]);
  const states = [
    ...(mayJudge ? (['reviewed', 'requested_changes'] as const) : []),
    ...(approvals?.user_can_approve ? (['approved'] as const) : []),
  ];
  return (
    <section aria-label={words.label}>
      <Form
        form={form}
        plain
        within={reviewRoute}
        onSubmit={async ({ note, reviewer_state: state }) => {
          try {
            await publish.mutateAsync({
              id: which.project,
              merge_request_iid: which.iid,
              ...(note?.trim() && { note }),
              ...(states.length > 0 && { reviewer_state: state }),
              // What was not seen is not approved: a newer head is refused.
              ...(state === 'approved' && sha !== null && { sha }),
            });
          } catch (error) {
            // The box beside it then says what came, and leads there.
            void client.invalidateQueries({ queryKey: [mergeRequests.show.id] });
            throw error;
          }
          onClose();
        }}
        bar={
          <SubmitBar
            form={form}
            label={words.submit}
            isSecondary
            cancel={
              <Button variant="subtle" color="gray" onClick={onClose}>
                {common.actions.cancel}
              </Button>
            }
          />
        }
      >
        <TextareaField control={form.control} name="note" label={words.note} rows={2} />
        {states.length > 0 && (
          <SelectField
            control={form.control}
            name="reviewer_state"
            label={words.verdict}
            choices={states.map((value) => ({ value, label: words.verdicts[value] }))}
          />
        )}
      </Form>
    </section>
  );
}
