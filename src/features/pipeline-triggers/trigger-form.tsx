import { Button } from '@mantine/core';
import * as z from 'zod';
import { type PipelineTrigger, pipelineTriggers } from '#contract/pipeline-triggers.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { triggerWords } from '../../words/pipeline-triggers.ts';
import { nameOf } from './queries.ts';

const words = triggerWords.form;

const { body } = pipelineTriggers.create;
/** A day is typed; the token ends with it. */
const triggerForm = z.object({
  description: body.shape.description.min(1),
  expires_at: z.iso.date().optional(),
});

const bodyOf = ({ description, expires_at: day }: z.output<typeof triggerForm>) => ({
  description,
  ...(day && { expires_at: `${day}T23:59:59Z` }),
});

const cancelButton = (onClose: () => void) => (
  <Button variant="subtle" color="gray" onClick={onClose}>
    {common.actions.cancel}
  </Button>
);

/** What a new token is for and how long it lives; inside of a dialog. */
export function TriggerForm(props: {
  project: string;
  onMade: (made: PipelineTrigger) => void;
  onClose: () => void;
}) {
  const { project, onMade, onClose } = props;
  const create = useCommand(pipelineTriggers.create, { invalidates: [pipelineTriggers.list] });
  const form = useContractForm(triggerForm, { description: '', expires_at: '' });
  return (
    <Form
      form={form}
      plain
      request={(typed) => ({
        endpoint: pipelineTriggers.create,
        input: { id: project, ...bodyOf(typed) },
      })}
      onSubmit={async (values) =>
        onMade(await create.mutateAsync({ id: project, ...bodyOf(values) }))
      }
      bar={<SubmitBar form={form} label={words.submit} cancel={cancelButton(onClose)} />}
    >
      <TextField
        control={form.control}
        name="description"
        label={words.description}
        help={words.descriptionHelp}
        required
        autoFocus
      />
      <TextField
        control={form.control}
        name="expires_at"
        type="date"
        label={words.expires}
        help={words.expiresHelp}
      />
    </Form>
  );
}

const editBody = z.object({ description: body.shape.description.min(1) });

/** Describes one's own token anew. */
export function EditTriggerDialog(props: {
  project: string;
  trigger: PipelineTrigger;
  onClose: () => void;
}) {
  const { project, trigger, onClose } = props;
  const update = useCommand(pipelineTriggers.update, {
    invalidates: [pipelineTriggers.list],
    done: (saved) => words.saved(nameOf(saved)),
  });
  const form = useContractForm(editBody, { description: trigger.description });
  const input = (typed: z.output<typeof editBody>) => ({
    id: project,
    trigger_id: trigger.id,
    ...typed,
  });
  return (
    <Dialog testId="trigger" onClose={onClose} title={triggerWords.editTitle(nameOf(trigger))}>
      <Form
        form={form}
        plain
        request={(typed) => ({ endpoint: pipelineTriggers.update, input: input(typed) })}
        onSubmit={async (values) => {
          await update.mutateAsync(input(values));
          onClose();
        }}
        bar={
          <SubmitBar form={form} label={words.save} needsChange cancel={cancelButton(onClose)} />
        }
      >
        <TextField
          control={form.control}
          name="description"
          label={words.description}
          help={words.descriptionHelp}
          required
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
