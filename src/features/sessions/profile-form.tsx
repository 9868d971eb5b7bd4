import { useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { users } from '#contract/users.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useGuidelines } from '../../api/guidelines.ts';
import { changedOnly, saveAndStay, useContractForm } from '../../form/contract-form.ts';
import { CheckboxField, PasswordField, TextField } from '../../form/fields.tsx';
import { FieldGroup, Form } from '../../form/form.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { Guidelines } from '../../ui/guidelines.tsx';
import { common } from '../../words/common.ts';
import { accountWords as words } from '../../words/account.ts';
import { touchedByProfile } from './queries.ts';

type User = ReturnType<typeof useCurrentUser>;

const valuesOf = (user: User) => ({
  name: user.name,
  username: user.username,
  email: user.email,
  current_password: '',
  pronouns: user.pronouns ?? '',
  job_title: user.job_title,
  organization: user.organization ?? '',
  location: user.location ?? '',
  website_url: user.website_url,
  bio: user.bio,
  commit_email: user.commit_email === user.email ? user.email : '_private',
  private_profile: user.private_profile,
});

const body = users.updateOwn.body.pick({
  name: true,
  username: true,
  email: true,
  current_password: true,
  pronouns: true,
  job_title: true,
  organization: true,
  location: true,
  website_url: true,
  bio: true,
  commit_email: true,
  private_profile: true,
});

/** Who one is. What one signs in with asks for the password. */
export function ProfileForm() {
  const user = useCurrentUser();
  const { profileImage } = useGuidelines();
  const update = useCommand(users.updateOwn, {
    invalidates: touchedByProfile,
    done: words.saved,
  });
  const form = useContractForm(body, valuesOf(user), { keepBlank: true });
  const { control } = form;
  const [username, email] = useWatch({ control, name: ['username', 'email'] });
  const asksPassword = username !== user.username || email !== user.email;
  // A password that was typed and is not asked for any more stays here.
  const changes = ({ current_password, ...values }: z.output<typeof body>) => ({
    ...changedOnly(form, values),
    ...(asksPassword && current_password !== '' && { current_password }),
  });
  return (
    <Form
      form={form}
      plain
      staysOpen
      request={(typed) => ({
        endpoint: users.updateOwn,
        // Commands are kept by shells: whoever runs it puts the password in.
        input: changes({ ...typed, current_password: words.passwordPlace }),
      })}
      onSubmit={(values) =>
        saveAndStay(form, async () => valuesOf(await update.mutateAsync(changes(values))))
      }
      bar={<SubmitBar form={form} label={words.save} needsChange />}
    >
      <FieldGroup title={words.who} about={words.whoAbout}>
        <Guidelines title={common.navigation.guidelines} text={profileImage} />
        <TextField control={control} name="name" label={words.name} autoComplete="name" required />
        <TextField
          control={control}
          name="username"
          label={words.username}
          help={words.usernameHelp}
          autoComplete="username"
          mono
          required
        />
        <TextField
          control={control}
          name="email"
          type="email"
          label={words.email}
          autoComplete="email"
          required
        />
        {asksPassword && (
          <PasswordField
            control={control}
            name="current_password"
            label={words.password}
            help={words.passwordHelp}
            autoComplete="current-password"
            required
          />
        )}
      </FieldGroup>
      <FieldGroup title={words.profile} about={words.profileAbout}>
        <TextField control={control} name="pronouns" label={words.pronouns} />
        <TextField control={control} name="job_title" label={words.jobTitle} />
        <TextField control={control} name="organization" label={words.organization} />
        <TextField control={control} name="location" label={words.location} />
        <TextField control={control} name="website_url" label={words.website} />
        <TextareaField control={control} name="bio" label={words.bio} rows={3} />
        <SelectField
          control={control}
          name="commit_email"
          label={words.commitEmail}
          help={words.commitEmailHelp}
          choices={[
            { value: user.email, label: user.email },
            { value: '_private', label: words.commitEmailPrivate },
          ]}
        />
        <CheckboxField
          control={control}
          name="private_profile"
          label={words.privateProfile}
          help={words.privateProfileHelp}
        />
      </FieldGroup>
    </Form>
  );
}
