import { Alert } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MailSettings, mailSecurities, mailSettings } from '#contract/mail-settings.ts';
import { mails } from '#contract/mails.ts';
import { system } from '#contract/system.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { saveAndStay, useContractForm } from '../../form/contract-form.ts';
import { CheckboxField, TextField } from '../../form/fields.tsx';
import { FieldGroup, Form } from '../../form/form.tsx';
import { NumberField } from '../../form/number-field.tsx';
import { SecretField } from '../../form/secret-field.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ActionSection } from '../../ui/action-section.tsx';
import { Content, Facts, Narrow, Page, Section } from '../../ui/page.tsx';
import { mailSettingsWords as words } from '../../words/mail-settings.ts';
import { mailServer } from './queries.ts';
import { SystemTabs } from './tabs.tsx';

const touched = [mailSettings.show, system.show];
const choices = mailSecurities.map((value) => ({ value, label: words.securities[value] }));

const valuesOf = (shown: MailSettings) => ({
  host: shown.host ?? '',
  port: shown.port ?? undefined,
  // Of the environment alone, which has no form.
  security: shown.security === 'starttls_if_offered' ? ('starttls' as const) : shown.security,
  user: shown.user ?? '',
  password: shown.password ?? '',
  verify_certificate: shown.verify_certificate,
  sender: shown.source === 'none' ? '' : shown.sender,
});

/** The mail server: where it is, who signs in there, and whether it takes a mail. */
export function MailServerPage() {
  const { data } = useSuspenseQuery(mailServer());
  return (
    <Page title={words.title} tabs={<SystemTabs />}>
      <Content>
        <Narrow>
          {data.source === 'none' && <Alert>{words.none}</Alert>}
          {data.source === 'environment' ? (
            <OfEnvironment shown={data} />
          ) : (
            <Stored key={data.source} shown={data} />
          )}
          {data.source !== 'none' && <TestMail />}
          {data.source === 'stored' && <StopUsing />}
        </Narrow>
      </Content>
    </Page>
  );
}

function OfEnvironment({ shown }: { shown: MailSettings }) {
  return (
    <Section title={words.reach} about={words.environment}>
      <Facts
        rows={[
          [words.host, shown.host],
          [words.port, shown.port],
          [words.security, words.securities[shown.security]],
          ...(shown.user === null ? [] : [[words.user, shown.user] as const]),
          [words.sender, shown.sender],
        ]}
      />
    </Section>
  );
}

function Stored({ shown }: { shown: MailSettings }) {
  const update = useCommand(mailSettings.update, { invalidates: touched, done: words.saved });
  const form = useContractForm(mailSettings.update.body, valuesOf(shown));
  const [isForgotten, setIsForgotten] = useState(false);
  const { control } = form;
  return (
    <Form
      form={form}
      plain
      staysOpen
      // Commands are kept by shells: whoever runs it puts the password in.
      request={(typed) => ({
        endpoint: mailSettings.update,
        input: { ...typed, password: words.passwordPlace },
      })}
      onSubmit={(values) =>
        saveAndStay(form, async () => {
          const stored = await update.mutateAsync(values);
          setIsForgotten(values.password !== undefined && stored.password === null);
          return valuesOf(stored);
        })
      }
      bar={<SubmitBar form={form} label={words.save} needsChange />}
    >
      {isForgotten && (
        <Alert color="yellow" role="status">
          {words.forgotten}
        </Alert>
      )}
      <FieldGroup title={words.reach} about={words.reachAbout}>
        <TextField
          control={control}
          name="host"
          label={words.host}
          help={words.hostHelp}
          mono
          required
        />
        <NumberField control={control} name="port" label={words.port} help={words.portHelp} />
        <SelectField control={control} name="security" label={words.security} choices={choices} />
        <CheckboxField control={control} name="verify_certificate" label={words.verify} />
      </FieldGroup>
      <FieldGroup title={words.signIn} about={words.signInAbout}>
        <TextField control={control} name="user" label={words.user} autoComplete="off" mono />
        <SecretField
          control={control}
          name="password"
          label={words.password}
          help={words.passwordHelp}
        />
      </FieldGroup>
      <FieldGroup title={words.letters}>
        <TextField control={control} name="sender" label={words.sender} help={words.senderHelp} />
      </FieldGroup>
    </Form>
  );
}

function TestMail() {
  const { email } = useCurrentUser();
  const test = useCommand(mailSettings.test, { invalidates: [mails.list] });
  const form = useContractForm(mailSettings.test.body, { to: email });
  const result = test.data;
  return (
    <Section title={words.test.title} about={words.test.help}>
      <Form
        form={form}
        plain
        unguarded
        staysOpen
        request={(typed) => ({ endpoint: mailSettings.test, input: typed })}
        onSubmit={(values) => test.mutateAsync(values)}
        bar={<SubmitBar form={form} label={words.test.action} isSecondary />}
      >
        <TextField control={form.control} name="to" label={words.test.to} type="email" />
        {result !== undefined && (
          <Alert
            role="status"
            color={result.accepted ? 'green' : 'red'}
            title={result.accepted ? words.test.taken(result.to) : words.test.refused(result.to)}
          >
            <Facts rows={[[words.test.answer, result.answer]]} />
          </Alert>
        )}
      </Form>
    </Section>
  );
}

function StopUsing() {
  const update = useCommand(mailSettings.update, {
    invalidates: touched,
    done: words.remove.done,
  });
  return (
    <ActionSection
      testId="remove-mail-server"
      title={words.remove.action}
      help={words.remove.help}
      action={words.remove.action}
      isDangerous
      ask={{ title: words.remove.question, help: words.remove.help }}
      run={() => update.mutateAsync({ host: null })}
    />
  );
}
