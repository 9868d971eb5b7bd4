import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { users } from '#contract/users.ts';
import { useCommand } from '../../api/client.ts';
import { changedOnly, useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { Page } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { userWords } from '../../words/users.ts';
import { userShown } from './queries.ts';
import { RemoveUser } from './remove-user.tsx';
import { UserActions } from './user-actions.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserFields, userBody } from './user-fields.tsx';
import { UserState } from './user-state.tsx';

const route = getRouteApi('/_auth/admin/users/$user');

/** One user: who they are, what they may do, whether they may sign in. */
export function UserPage() {
  const { user: id } = route.useParams();
  const { data: user } = useSuspenseQuery(userShown(Number(id)));
  return (
    <Page
      title={user.name}
      badge={<UserState state={user.state} />}
      actions={
        <>
          <UserActions user={user} />
          <RemoveUser user={user} />
        </>
      }
    >
      {/* What another save changed begins a new form. */}
      <UserForm key={user.id} user={user} />
    </Page>
  );
}

function UserForm({ user }: { user: ResponseOf<typeof users.show> }) {
  const navigate = route.useNavigate();
  const update = useCommand(users.update, {
    invalidates: [users.list, users.show],
    done: ({ name }) => userWords.form.saved(name),
  });
  const form = useContractForm(userBody, {
    name: user.name,
    username: user.username,
    email: user.email ?? '',
    password: '',
    admin: user.is_admin ?? false,
    external: user.external ?? false,
    can_create_group: user.can_create_group ?? false,
  });
  return (
    <Form
      form={form}
      request={(typed) => ({
        endpoint: users.update,
        input: { id: user.id, ...changedOnly(form, typed) },
      })}
      onSubmit={async (values) => {
        await update.mutateAsync({ id: user.id, ...changedOnly(form, values) });
        await navigate({ to: '/admin/users' });
      }}
      aside={<UserFacts user={user} />}
      bar={
        <SubmitBar
          form={form}
          label={userWords.form.save}
          needsChange
          cancel={
            <ButtonLink to="/admin/users" variant="subtle" color="gray">
              {common.actions.cancel}
            </ButtonLink>
          }
        />
      }
    >
      <UserFields control={form.control} isNew={false} />
    </Form>
  );
}
