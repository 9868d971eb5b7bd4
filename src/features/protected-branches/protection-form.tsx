import { Button } from '@mantine/core';
import { branches } from '#contract/branches.ts';
import { protectedBranches } from '#contract/protected-branches.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { SwitchField } from '../../form/switch-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { protectedBranchWords } from '../../words/protected-branches.ts';
import { changedTo, hasNamed, levelOf, levels, type ProtectedBranch } from './levels.ts';

const words = protectedBranchWords.form;

const choices = levels.map((value) => ({
  value,
  label: protectedBranchWords.levels[value] ?? String(value),
}));

const body = protectedBranches.create.body.pick({
  name: true,
  merge_access_level: true,
  push_access_level: true,
  allow_force_push: true,
});

interface Props {
  readonly project: string;
  /** The one to change; a new one without it. */
  readonly rule: ProtectedBranch | undefined;
  readonly onClose: () => void;
}

/** Protects a branch or a wildcard, or changes how one is protected. */
export function ProtectionDialog(props: Props) {
  const { rule, onClose } = props;
  const title =
    rule === undefined ? protectedBranchWords.create : protectedBranchWords.editTitle(rule.name);
  return (
    <Dialog testId="protected-branch" title={title} onClose={onClose}>
      <ProtectionForm {...props} />
    </Dialog>
  );
}

function ProtectionForm({ project, rule, onClose }: Props) {
  const invalidates = [protectedBranches.list, branches.list, branches.show];
  const create = useCommand(protectedBranches.create, {
    invalidates,
    done: ({ name }) => words.created(name),
  });
  const update = useCommand(protectedBranches.update, {
    invalidates,
    done: ({ name }) => words.saved(name),
  });
  const isNew = rule === undefined;
  const form = useContractForm(body, {
    name: rule?.name ?? '',
    merge_access_level: isNew ? 40 : levelOf(rule.merge_access_levels),
    push_access_level: isNew ? 40 : levelOf(rule.push_access_levels),
    allow_force_push: rule?.allow_force_push ?? false,
  });
  const { control } = form;
  const changes = (old: ProtectedBranch) => {
    const {
      merge_access_level: merge = 0,
      push_access_level: push = 0,
      ...typed
    } = form.getValues();
    const { dirtyFields } = form.formState;
    return {
      id: project,
      name: old.name,
      ...(dirtyFields.merge_access_level && {
        allowed_to_merge: changedTo(old.merge_access_levels, merge),
      }),
      ...(dirtyFields.push_access_level && {
        allowed_to_push: changedTo(old.push_access_levels, push),
      }),
      ...(dirtyFields.allow_force_push && { allow_force_push: typed.allow_force_push ?? false }),
    };
  };
  return (
    <Form
      form={form}
      plain
      request={(typed) =>
        isNew
          ? { endpoint: protectedBranches.create, input: { id: project, ...typed } }
          : { endpoint: protectedBranches.update, input: changes(rule) }
      }
      onSubmit={async (values) => {
        if (isNew) await create.mutateAsync({ id: project, ...values });
        else await update.mutateAsync(changes(rule));
        onClose();
      }}
      bar={
        <SubmitBar
          form={form}
          label={isNew ? words.submit : words.save}
          needsChange={!isNew}
          cancel={
            <Button variant="subtle" color="gray" onClick={onClose}>
              {common.actions.cancel}
            </Button>
          }
        />
      }
    >
      {isNew && (
        <TextField
          control={control}
          name="name"
          label={words.name}
          help={words.nameHelp}
          mono
          required
          autoFocus
        />
      )}
      <SelectField
        control={control}
        name="merge_access_level"
        label={words.merge}
        choices={choices}
      />
      <SelectField
        control={control}
        name="push_access_level"
        label={words.push}
        help={!isNew && hasNamed(rule) ? words.others : undefined}
        choices={choices}
      />
      <SwitchField
        control={control}
        name="allow_force_push"
        label={words.force}
        help={words.forceHelp}
      />
    </Form>
  );
}
