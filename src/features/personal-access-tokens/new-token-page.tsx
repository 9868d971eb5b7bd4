import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { ResponseOf } from '#contract/endpoint.ts';
import { personalAccessTokens, tokenScopes } from '#contract/personal-access-tokens.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { Content, Page, Section } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { tokenWords } from '../../words/personal-access-tokens.ts';

const words = tokenWords.form;

// A token without a scope would open nothing.
const { body } = personalAccessTokens.create;
const tokenBody = body.extend({ scopes: body.shape.scopes.min(1) });

// Safe: the filter keeps the keys of `scopeHelp`. The API stores more scopes than open something here.
const offered = tokenScopes.filter((scope) => scope in words.scopeHelp) as OfferedScope[];
type OfferedScope = keyof typeof words.scopeHelp;
const forAdmins: readonly OfferedScope[] = ['sudo', 'admin_mode'];

type NewToken = ResponseOf<typeof personalAccessTokens.create>;

/** A new access token; its text is shown this once. */
export function NewTokenPage() {
  const [made, setMade] = useState<NewToken>();
  if (made === undefined) return <TokenForm onMade={setMade} />;
  return (
    <Page title={tokenWords.made.title(made.name)}>
      <Content>
        <Section title={tokenWords.made.copy} about={tokenWords.made.help}>
          <CopyLine value={made.token} label={tokenWords.made.copy} />
        </Section>
        <div>
          <ButtonLink to="/profile/tokens">{tokenWords.made.done}</ButtonLink>
        </div>
      </Content>
    </Page>
  );
}

function TokenForm({ onMade }: { onMade: (token: NewToken) => void }) {
  const create = useCommand(personalAccessTokens.create, {
    invalidates: [personalAccessTokens.list],
  });
  const form = useContractForm(tokenBody, {
    name: '',
    description: '',
    expires_at: '',
    scopes: [],
  });
  const isAdmin = useCurrentUser().is_admin === true;
  const { field, fieldState } = useController({ control: form.control, name: 'scopes' });
  const scopes = offered.filter((scope) => isAdmin || !forAdmins.includes(scope));
  return (
    <Page title={tokenWords.create}>
      <Form
        form={form}
        request={(input) => ({ endpoint: personalAccessTokens.create, input })}
        onSubmit={async (values) => onMade(await create.mutateAsync(values))}
        bar={
          <SubmitBar
            form={form}
            label={words.submit}
            cancel={
              <ButtonLink to="/profile/tokens" variant="subtle" color="gray">
                {common.actions.cancel}
              </ButtonLink>
            }
          />
        }
      >
        <TextField control={form.control} name="name" label={words.name} required autoFocus />
        <TextField control={form.control} name="description" label={words.description} />
        <TextField
          control={form.control}
          name="expires_at"
          type="date"
          label={words.expires}
          help={words.expiresHelp}
        />
        <Checkbox.Group
          label={words.scopes}
          description={words.scopesHelp}
          error={fieldState.error?.message}
          value={field.value}
          onChange={field.onChange}
          withAsterisk
        >
          <Stack mt="sm">
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={scope}
                description={words.scopeHelp[scope]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      </Form>
    </Page>
  );
}
