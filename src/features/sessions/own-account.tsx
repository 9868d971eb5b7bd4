import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { account } from '#contract/account.ts';
import { openingQuery, useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { PasswordField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { Section } from '../../ui/page.tsx';
import { accountWords as words } from '../../words/account.ts';

/** Deletes one's own account, by its password, where the settings allow it. */
export function RemoveAccount() {
  const { data: opening } = useSuspenseQuery(openingQuery);
  if (opening.account_deletion) return <Removal />;
  return (
    <Section title={words.removal} about={words.removalClosed}>
      {null}
    </Section>
  );
}

function Removal() {
  const remove = useCommand(account.remove, {});
  const form = useContractForm(account.remove.body, { current_password: '' });
  return (
    <Section title={words.removal} about={words.removalHelp}>
      <Form
        form={form}
        plain
        unguarded
        onSubmit={async (values) => {
          await remove.mutateAsync(values);
          // A new page: nothing that was read stays in memory.
          window.location.assign('/sign-in');
        }}
        bar={
          <div>
            <Button type="submit" variant="outline" color="red" loading={remove.isPending}>
              {words.removal}
            </Button>
          </div>
        }
      >
        <PasswordField
          control={form.control}
          name="current_password"
          label={words.current}
          autoComplete="current-password"
          required
        />
      </Form>
    </Section>
  );
}
