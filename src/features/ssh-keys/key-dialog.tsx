import { Button } from '@mantine/core';
import * as z from 'zod';
import { usageTypes } from '#contract/ssh-key-types.ts';
import { sshKeys } from '#contract/ssh-keys.ts';
import { useCommand } from '../../api/client.ts';
import { useSshState } from '../../api/ssh-state.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { KeyField } from '../../form/key-field.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { deployKeyWords } from '../../words/deploy-keys.ts';
import { sshKeyWords } from '../../words/ssh-keys.ts';

const words = deployKeyWords.form;
const usages = usageTypes.map((value) => ({ value, label: sshKeyWords.usages[value] }));

const keyForm = z.object({
  title: z.string().min(1).max(255),
  key: z.string().min(1),
  usage_type: z.enum(usageTypes),
  /** A day is typed; the key ends with it. */
  expires_at: z.iso.date().optional(),
});

const bodyOf = ({ expires_at: day, ...rest }: z.output<typeof keyForm>) => ({
  ...rest,
  ...(day && { expires_at: `${day}T23:59:59Z` }),
});

/** Adds a key of one's own. */
export function SshKeyDialog({ onClose }: { onClose: () => void }) {
  const { max_key_lifetime: days } = useSshState();
  const create = useCommand(sshKeys.create, {
    invalidates: [sshKeys.list],
    done: ({ title }) => words.added(title),
  });
  const form = useContractForm(keyForm, {
    title: '',
    key: '',
    usage_type: 'auth_and_signing',
    expires_at: '',
  });
  const { control } = form;
  return (
    <Dialog testId="new-ssh-key" onClose={onClose} title={sshKeyWords.create}>
      <Form
        form={form}
        plain
        request={(typed) => ({ endpoint: sshKeys.create, input: bodyOf(typed) })}
        onSubmit={async (values) => {
          await create.mutateAsync(bodyOf(values));
          onClose();
        }}
        bar={
          <SubmitBar
            form={form}
            label={words.submit}
            cancel={
              <Button variant="subtle" color="gray" onClick={onClose}>
                {common.actions.cancel}
              </Button>
            }
          />
        }
      >
        <TextField
          control={control}
          name="title"
          label={words.title}
          help={sshKeyWords.form.titleHelp}
          required
          autoFocus
        />
        <KeyField control={control} name="key" />
        <SelectField
          control={control}
          name="usage_type"
          label={sshKeyWords.form.usage}
          choices={usages}
        />
        <TextField
          control={control}
          name="expires_at"
          type="date"
          label={words.expires}
          help={days === null ? sshKeyWords.form.expiresHelp : words.expiresWithin(days)}
        />
      </Form>
    </Dialog>
  );
}
