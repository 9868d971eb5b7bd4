import { getRouteApi } from '@tanstack/react-router';
import { users } from '#contract/users.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { Page } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { userWords } from '../../words/users.ts';
import { UserFields, userBody } from './user-fields.tsx';

const route = getRouteApi('/_auth/admin/users/new');

/** A new user with a password that the administrator hands over. */
export function NewUserPage() {
  const navigate = route.useNavigate();
  const create = useCommand(users.create, {
    invalidates: [users.list],
    done: ({ name }) => userWords.form.created(name),
  });
  const form = useContractForm(userBody, {
    name: '',
    username: '',
    email: '',
    password: '',
    admin: false,
    external: false,
    can_create_group: true,
  });
  return (
    <Page title={userWords.create}>
      <Form
        form={form}
        request={(typed) => ({
          endpoint: users.create,
          input: { ...typed, skip_confirmation: true },
        })}
        onSubmit={async (values) => {
          if (values.password === undefined) {
            form.setError('password', { message: common.required }, { shouldFocus: true });
            return;
          }
          await create.mutateAsync({ ...values, skip_confirmation: true });
          await navigate({ to: '/admin/users' });
        }}
        bar={
          <SubmitBar
            form={form}
            label={userWords.form.submit}
            cancel={
              <ButtonLink to="/admin/users" variant="subtle" color="gray">
                {common.actions.cancel}
              </ButtonLink>
            }
          />
        }
      >
        <UserFields control={form.control} isNew />
      </Form>
    </Page>
  );
}
