import { sessions } from '#contract/sessions.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { PasswordField } from '../../form/fields.tsx';
import { FieldGroup, Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { Content, Facts, Page, Section } from '../../ui/page.tsx';
import { SecondFactor } from './second-factor.tsx';
import { sessionWords } from '../../words/sessions.ts';

const words = sessionWords.account;

/** One's own account: who one is, and the password. */
export function AccountPage() {
  const user = useCurrentUser();
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
    <Page title={words.title}>
      <Form
        form={form}
        request={(input) => ({ endpoint: sessions.changePassword, input })}
        onSubmit={async (values) => {
          await change.mutateAsync(values);
          form.reset();
        }}
        bar={<SubmitBar form={form} label={words.change} />}
      >
        <Facts
          rows={[
            [words.facts.name, user.name],
            [words.facts.username, user.username],
            [words.facts.email, user.email],
            [words.facts.role, user.is_admin ? words.administrator : words.regular],
          ]}
        />
        <FieldGroup title={words.change} about={words.about}>
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
        </FieldGroup>
      </Form>
      <Content>
        <Section title={sessionWords.secondFactor.title} about={sessionWords.secondFactor.about}>
          <SecondFactor />
        </Section>
      </Content>
    </Page>
  );
}
