import { Button } from '@mantine/core';
import * as z from 'zod';
import { deployKeyScreens, deployKeys } from '#contract/deploy-keys.ts';
import { useCommand } from '../../api/client.ts';
import { useSshState } from '../../api/ssh-state.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { KeyField } from '../../form/key-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { SwitchField } from '../../form/switch-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { deployKeyWords } from '../../words/deploy-keys.ts';

const words = deployKeyWords.form;

const keyForm = z.object({
  title: z.string().min(1).max(255),
  key: z.string().min(1),
  can_push: z.boolean(),
  /** A day is typed; the key ends with it. */
  expires_at: z.iso.date().optional(),
});

const bodyOf = ({ expires_at: day, can_push, ...rest }: z.output<typeof keyForm>) => ({
  ...rest,
  ...(day && { expires_at: `${day}T23:59:59Z` }),
  can_push,
});

/** Adds a key: to a project, or for every project to enable. */
export function KeyDialog({ project, onClose }: { project?: string; onClose: () => void }) {
  const { max_key_lifetime: days } = useSshState();
  const added = {
    invalidates: [deployKeyScreens.list, deployKeyScreens.inventory],
    done: ({ title }: { title: string }) => words.added(title),
  };
  const create = useCommand(deployKeys.create, added);
  const createForAll = useCommand(deployKeys.createForInstance, added);
  const form = useContractForm(keyForm, { title: '', key: '', can_push: false, expires_at: '' });
  const save = async (values: z.output<typeof keyForm>) => {
    const { can_push, ...body } = bodyOf(values);
    if (project === undefined) await createForAll.mutateAsync(body);
    else await create.mutateAsync({ id: project, ...body, can_push });
    onClose();
  };
  const request = (typed: z.output<typeof keyForm>) => {
    const { can_push, ...body } = bodyOf(typed);
    return project === undefined
      ? { endpoint: deployKeys.createForInstance, input: body }
      : { endpoint: deployKeys.create, input: { id: project, ...body, can_push } };
  };
  return (
    <Dialog
      testId="deploy-key"
      onClose={onClose}
      title={project === undefined ? deployKeyWords.admin.create : deployKeyWords.create}
    >
      <Form
        form={form}
        plain
        request={request}
        onSubmit={save}
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
          control={form.control}
          name="title"
          label={words.title}
          help={words.titleHelp}
          required
          autoFocus
        />
        <KeyField control={form.control} name="key" {...(project !== undefined && { project })} />
        {project !== undefined && (
          <SwitchField
            control={form.control}
            name="can_push"
            label={words.mayPush}
            help={words.mayPushHelp}
          />
        )}
        <TextField
          control={form.control}
          name="expires_at"
          type="date"
          label={words.expires}
          help={days === null ? words.expiresHelp : words.expiresWithin(days)}
        />
      </Form>
    </Dialog>
  );
}
