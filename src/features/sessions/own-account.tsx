import { Button } from '@mantine/core';
import { account } from '#contract/account.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { PasswordField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { Section } from '../../ui/page.tsx';
import { accountWords as words } from '../../words/account.ts';

/** Deletes one's own account, by its password. */
export function RemoveAccount() {
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
