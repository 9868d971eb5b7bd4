import { Button } from '@mantine/core';
import type { Milestone } from '#contract/milestones.ts';
import { useCommand } from '../../api/client.ts';
import type { Place } from '../../api/places.ts';
import { changedOnly, useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { milestoneWords } from '../../words/milestones.ts';
import { milestonesOf } from './queries.ts';

const words = milestoneWords.form;

interface Props {
  readonly place: Place;
  readonly milestone: Milestone | undefined;
  readonly onClose: () => void;
}

/** Creates a milestone, or changes the one that is given. */
export function MilestoneDialog(props: Props) {
  const { milestone, onClose } = props;
  return (
    <Dialog
      testId="milestone"
      onClose={onClose}
      title={
        milestone === undefined ? milestoneWords.create : milestoneWords.editTitle(milestone.title)
      }
    >
      <MilestoneForm {...props} />
    </Dialog>
  );
}

function MilestoneForm({ place, milestone, onClose }: Props) {
  const { list, create, update } = milestonesOf[place.kind];
  const add = useCommand<typeof create>(create, {
    invalidates: [list],
    done: ({ title }) => words.created(title),
  });
  const change = useCommand<typeof update>(update, {
    invalidates: [list],
    done: ({ title }) => words.saved(title),
  });
  const form = useContractForm(
    create.body,
    {
      title: milestone?.title ?? '',
      description: milestone?.description ?? '',
      start_date: milestone?.start_date ?? '',
      due_date: milestone?.due_date ?? '',
    },
    { keepBlank: milestone !== undefined },
  );
  return (
    <Form
      form={form}
      plain
      request={(typed) =>
        milestone === undefined
          ? { endpoint: create, input: { id: place.id, ...typed } }
          : {
              endpoint: update,
              input: { id: place.id, milestone_id: milestone.id, ...changedOnly(form, typed) },
            }
      }
      onSubmit={async (values) => {
        if (milestone === undefined) await add.mutateAsync({ id: place.id, ...values });
        else {
          const changed = changedOnly(form, values);
          await change.mutateAsync({ id: place.id, milestone_id: milestone.id, ...changed });
        }
        onClose();
      }}
      bar={
        <SubmitBar
          form={form}
          label={milestone === undefined ? words.submit : words.save}
          needsChange={milestone !== undefined}
          cancel={
            <Button variant="subtle" color="gray" onClick={onClose}>
              {common.actions.cancel}
            </Button>
          }
        />
      }
    >
      <TextField control={form.control} name="title" label={words.title} required autoFocus />
      <TextareaField control={form.control} name="description" label={words.description} rows={4} />
      <TextField control={form.control} name="start_date" type="date" label={words.start} />
      <TextField control={form.control} name="due_date" type="date" label={words.due} />
    </Form>
  );
}
