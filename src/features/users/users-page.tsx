import IconBan from '@tabler/icons-react/icons/IconBan';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import { getRouteApi } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { users } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../lib/format.ts';
import { ButtonLink, TextLink } from '../../lib/links.tsx';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { userWords } from '../../words/users.ts';
import { userList } from './queries.ts';
import { UserState } from './user-state.tsx';

const route = getRouteApi('/_auth/admin/users/');

const yes = [{ value: 'true', label: userWords.filters.yes }];
const filters: readonly Filter[] = [
  { name: 'active', label: userWords.filters.active, choices: yes },
  { name: 'blocked', label: userWords.filters.blocked, choices: yes },
  { name: 'admins', label: userWords.filters.admins, choices: yes },
  { name: 'external', label: userWords.filters.external, choices: yes },
];

type ListedUser = ResponseOf<typeof users.list>[number];
const helper = columnsOf<ListedUser>();
const words = userWords.columns;

function roleOf(user: ListedUser): string {
  if (user.is_admin) return userWords.admin;
  return user.external ? userWords.external : userWords.regular;
}

const columns = helper.columns([
  helper.display({
    id: 'name',
    header: words.name,
    meta: { link: true, phone: 'title', sort: 'name' },
    cell: ({ row: { original } }) => (
      <TextLink to="/admin/users/$user" params={{ user: String(original.id) }}>
        {original.name}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'username',
    header: words.username,
    meta: { width: 'm', quiet: true, sort: 'username' },
    cell: ({ row: { original } }) => original.username,
  }),
  helper.display({
    id: 'email',
    header: words.email,
    meta: { width: 'l', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => original.email,
  }),
  helper.display({
    id: 'role',
    header: words.role,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => roleOf(original),
  }),
  helper.display({
    id: 'state',
    header: words.state,
    meta: { width: 's' },
    cell: ({ row: { original } }) => <UserState state={original.state} />,
  }),
  helper.display({
    id: 'last_activity_on',
    header: words.activity,
    meta: { width: 's', numeric: true, quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) =>
      original.last_activity_on ? formatDay(original.last_activity_on) : common.time.never,
  }),
  helper.display({
    id: 'created_at',
    header: words.created,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end', sort: 'created_at' },
    cell: ({ row: { original } }) =>
      original.created_at && <RelativeTime at={original.created_at} />,
  }),
]);

const stale = { invalidates: [users.list, users.show] };
const block = (user: ListedUser) => call(users.block, { id: user.id });
const unblock = (user: ListedUser) => call(users.unblock, { id: user.id });
const isBlocked = (user: ListedUser) => user.state === 'blocked';

const actionsFor = (self: number): readonly BulkAction<ListedUser>[] => [
  {
    ...stale,
    name: 'block',
    label: userWords.block,
    icon: <IconBan aria-hidden size={14} />,
    fits: (user) => !isBlocked(user) && user.id !== self,
    confirm: (rows) => ({ title: userWords.bulk.title(rows.length), help: userWords.bulk.help }),
    run: block,
    undo: unblock,
    done: userWords.bulk.blocked,
  },
  {
    ...stale,
    name: 'unblock',
    label: userWords.unblock,
    icon: <IconCircleCheck aria-hidden size={14} />,
    fits: isBlocked,
    run: unblock,
    undo: block,
    done: userWords.bulk.unblocked,
  },
];

/** Everybody on the instance. */
export function UsersPage() {
  const search = route.useSearch();
  const self = useCurrentUser().id;
  return (
    <Page
      title={userWords.title}
      actions={
        <ButtonLink to="/admin/users/new" leftSection={<IconPlus aria-hidden size={16} />}>
          {userWords.create}
        </ButtonLink>
      }
    >
      <DataList
        list="users"
        label={userWords.title}
        query={userList(search)}
        columns={columns}
        state={useListState(search)}
        sorted={{ by: 'created_at', sort: 'desc' }}
        placeholder={userWords.searchPlaceholder}
        filters={filters}
        nameOf={(user) => user.name}
        actions={actionsFor(self)}
        empty={{
          icon: <IconUsers aria-hidden size={20} />,
          ...userWords.empty,
          action: (
            <ButtonLink to="/admin/users/new" variant="default">
              {userWords.create}
            </ButtonLink>
          ),
        }}
      />
    </Page>
  );
}
