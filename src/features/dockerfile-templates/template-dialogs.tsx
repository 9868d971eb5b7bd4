import { Button } from '@mantine/core';
import { ownTemplates } from '#contract/dockerfile-templates.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { templateWords } from '../../words/dockerfile-templates.ts';
import { type Template, templateReads } from './queries.ts';
import classes from './templates.module.css';

const words = templateWords.form;

const rows = 12;

const cancelButton = (onClose: () => void) => (
  <Button variant="subtle" color="gray" onClick={onClose}>
    {common.actions.cancel}
  </Button>
);

/** Writes a template of the instance's own, from nothing or from the one that it will replace. */
export function NewTemplateDialog(props: {
  from: Template | undefined;
  onMade: (key: string) => void;
  onClose: () => void;
}) {
  const { from, onMade, onClose } = props;
  const create = useCommand(ownTemplates.create, {
    invalidates: templateReads,
    done: ({ key }) => words.made(key),
  });
  const form = useContractForm(ownTemplates.create.body, {
    key: from?.key ?? '',
    content: from?.content ?? '',
  });
  return (
    <Dialog
      testId="new-template"
      size="xl"
      title={from === undefined ? templateWords.create : templateWords.replaceTitle(from.key)}
      onClose={onClose}
    >
      <Form
        form={form}
        plain
        bare
        request={(input) => ({ endpoint: ownTemplates.create, input })}
        onSubmit={async (values) => onMade((await create.mutateAsync(values)).key)}
        bar={<SubmitBar form={form} label={words.submit} cancel={cancelButton(onClose)} />}
      >
        <div className={classes.fields}>
          <TextField
            control={form.control}
            name="key"
            label={words.key}
            help={words.keyHelp}
            required
            mono
            autoFocus={from === undefined}
          />
          <TextareaField
            control={form.control}
            name="content"
            label={words.content}
            rows={rows}
            required
            mono
            autoFocus={from !== undefined}
          />
        </div>
      </Form>
    </Dialog>
  );
}

/** Changes the text of a template of the instance's own. */
export function EditTemplateDialog(props: { template: Template; onClose: () => void }) {
  const { template, onClose } = props;
  const { key } = template;
  const update = useCommand(ownTemplates.update, {
    invalidates: templateReads,
    done: words.saved(key),
  });
  const form = useContractForm(ownTemplates.update.body, { content: template.content });
  return (
    <Dialog testId="edit-template" size="xl" title={templateWords.editTitle(key)} onClose={onClose}>
      <Form
        form={form}
        plain
        bare
        request={(typed) => ({ endpoint: ownTemplates.update, input: { key, ...typed } })}
        onSubmit={async (values) => {
          await update.mutateAsync({ key, ...values });
          onClose();
        }}
        bar={
          <SubmitBar form={form} label={words.save} needsChange cancel={cancelButton(onClose)} />
        }
      >
        <TextareaField
          control={form.control}
          name="content"
          label={words.content}
          rows={rows}
          required
          mono
          autoFocus
        />
      </Form>
    </Dialog>
  );
}

/** Asks before a text is lost, and says what takes its place. */
export function RemoveTemplateDialog(props: {
  template: Template;
  onGone: () => void;
  onClose: () => void;
}) {
  const { key, replaces } = props.template;
  const remove = useCommand(ownTemplates.remove, {
    invalidates: templateReads,
    done: templateWords.ask.done(key),
    showsError: true,
  });
  return (
    <ConfirmDialog
      testId="delete-template"
      isOpen
      title={templateWords.ask.title(key)}
      confirm={templateWords.remove}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ key }, { onSuccess: props.onGone })}
      onCancel={props.onClose}
    >
      {replaces === null ? templateWords.ask.lost : templateWords.ask.back[replaces]}
    </ConfirmDialog>
  );
}
