import { sessions } from '#contract/sessions.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { PasswordField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { Content, Narrow, Page, Section } from '../../ui/page.tsx';
import { accountWords as words } from '../../words/account.ts';
import { signUpWords } from '../../words/sign-up.ts';
import { RemoveAccount } from './own-account.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactor } from './second-factor.tsx';

/** One's own account: who one is, and the password. */
export function AccountPage() {
  return (
    <Page title={words.title}>
      <Content>
        <Narrow>
          <ProfileForm />
          <ChangePassword />
          <Section title={signUpWords.secondFactor.title} about={signUpWords.secondFactor.about}>
            <SecondFactor />
          </Section>
          <RemoveAccount />
        </Narrow>
      </Content>
    </Page>
  );
}

function ChangePassword() {
  const change = useCommand(sessions.changePassword, {
    // The session has a new id and a new CSRF token.
    invalidates: [sessions.current, sessions.list],
    done: words.changed,
  });
  const form = useContractForm(sessions.changePassword.body, {
    current_password: '',
    password: '',
  });
  return (
    <Section title={words.change} about={words.about}>
      <Form
        form={form}
        plain
        staysOpen
        // Commands are kept by shells: whoever runs it puts the passwords in.
        request={() => ({
          endpoint: sessions.changePassword,
          input: { current_password: words.passwordPlace, password: words.passwordPlace },
        })}
        onSubmit={async (values) => {
          await change.mutateAsync(values);
          form.reset();
        }}
        bar={<SubmitBar form={form} label={words.change} isSecondary />}
      >
        <PasswordField
          control={form.control}
          name="current_password"
          label={words.current}
          autoComplete="current-password"
          required
        />
        <PasswordField
          control={form.control}
          name="password"
          label={words.next}
          autoComplete="new-password"
          required
        />
      </Form>
    </Section>
  );
}
