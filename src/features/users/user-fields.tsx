import type { Control } from 'react-hook-form';
import type * as z from 'zod';
import { users } from '#contract/users.ts';
import { CheckboxField, PasswordField, TextField } from '../../form/fields.tsx';
import { FieldGroup } from '../../form/form.tsx';
import { userWords } from '../../words/users.ts';

const words = userWords.form;

/** What the screens edit of a user. A new one also needs the password. */
export const userBody = users.create.body.pick({
  name: true,
  username: true,
  email: true,
  password: true,
  admin: true,
  external: true,
  can_create_group: true,
});

export type UserInput = z.input<typeof userBody>;
export type UserOutput = z.output<typeof userBody>;

/** The fields of a user, new or not. */
export function UserFields(props: {
  control: Control<UserInput, unknown, UserOutput>;
  isNew: boolean;
}) {
  const { control, isNew } = props;
  return (
    <>
      <FieldGroup title={words.who} about={words.whoAbout}>
        <TextField control={control} name="name" label={words.name} required autoFocus={isNew} />
        <TextField control={control} name="username" label={words.username} mono required />
        <TextField control={control} name="email" type="email" label={words.email} required />
      </FieldGroup>
      <FieldGroup title={words.access} about={words.accessAbout}>
        <PasswordField
          control={control}
          name="password"
          label={isNew ? words.password : words.newPassword}
          help={isNew ? words.passwordHelp : words.newPasswordHelp}
          autoComplete="new-password"
          required={isNew}
        />
        <CheckboxField control={control} name="admin" label={words.admin} help={words.adminHelp} />
        <CheckboxField
          control={control}
          name="external"
          label={words.external}
          help={words.externalHelp}
        />
        <CheckboxField control={control} name="can_create_group" label={words.canCreateGroup} />
      </FieldGroup>
    </>
  );
}
