import { Button } from '@mantine/core';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useGuidelines } from '../../api/guidelines.ts';
import { membersOf, ownRole, type Place } from '../../api/places.ts';
import { formatDay } from '../../lib/format.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Guidelines } from '../../ui/guidelines.tsx';
import { Person } from '../../ui/marks.tsx';
import { Page, TabBar } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { memberWords } from '../../words/members.ts';
import { AddMember, roleChoices } from './add-member.tsx';
import { type Member, memberActions } from './bulk-actions.tsx';
import classes from './members.module.css';
import { type MemberSearch, memberList } from './queries.ts';

const words = memberWords.columns;
const helper = columnsOf<Member>();

const columnsFor = (place: Place, mayChange: boolean, self: number) =>
  helper.columns([
    helper.display({
      id: 'name',
      header: words.name,
      meta: { phone: 'title' },
      cell: ({ row: { original } }) => (
        <Person name={original.name} isSelf={original.id === self} />
      ),
    }),
    helper.display({
      id: 'username',
      header: words.username,
      meta: { width: 'm', quiet: true },
      cell: ({ row: { original } }) => original.username,
    }),
    helper.display({
      id: 'access_level',
      header: words.role,
      meta: { width: 'm' },
      cell: ({ row: { original } }) =>
        mayChange ? (
          <RoleSelect place={place} member={original} />
        ) : (
          (common.roles[original.access_level] ?? original.access_level)
        ),
    }),
    helper.display({
      id: 'expires_at',
      header: words.expires,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.expires_at === null ? common.time.never : formatDay(original.expires_at),
    }),
    helper.display({
      id: 'created_at',
      header: words.added,
      meta: { width: 's', numeric: true, quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
    }),
    helper.display({
      id: 'actions',
      header: words.actions,
      meta: { width: 'm', numeric: true, phone: 'end' },
      cell: ({ row: { original } }) =>
        (mayChange || original.id === self) && (
          <RemoveMember place={place} member={original} isSelf={original.id === self} />
        ),
    }),
  ]);

/** Who has which role in a project or group. */
export function MembersPage(props: {
  place: Place;
  search: MemberSearch;
  /** Direct members, and those with the inherited ones. */
  tabs: readonly ReactNode[];
  /** Leads to those with the inherited ones, where nobody is a direct member. */
  toAll: ReactNode;
}) {
  const { place, search, tabs, toAll } = props;
  const user = useCurrentUser();
  const { data: own } = useSuspenseQuery(ownRole(place, user.username));
  const role = own.rows.find(({ id }) => id === user.id)?.access_level ?? 0;
  const mayAdd = user.is_admin === true || role >= (place.kind === 'project' ? 40 : 50);
  const mayChange = mayAdd && search.show !== 'all';
  const { kind, id } = place;
  const columns = useMemo(
    () => columnsFor({ kind, id }, mayChange, user.id),
    [kind, id, mayChange, user.id],
  );
  return (
    <Page title={memberWords.title} tabs={<TabBar label={memberWords.tabs} tabs={tabs} />}>
      <div className={classes.screen}>
        {mayAdd && <MemberGuidelines />}
        {mayChange && <AddMember place={place} />}
        {!mayAdd && <p className={classes.hint}>{memberWords.onlyAdmins[kind]}</p>}
        <DataList
          list={`${kind}-members`}
          label={memberWords.title}
          query={memberList(place, search)}
          columns={columns}
          state={useListState(search)}
          placeholder={memberWords.searchPlaceholder}
          nameOf={({ name }) => name}
          actions={mayChange ? memberActions(place, user.id) : []}
          empty={{
            icon: <IconUsers aria-hidden size={20} />,
            ...memberWords.empty,
            action: search.show !== 'all' && toAll,
          }}
        />
      </div>
    </Page>
  );
}

function RoleSelect({ place, member }: { place: Place; member: Member }) {
  const endpoints = membersOf[place.kind];
  const change = useCommand(endpoints.update, {
    invalidates: [endpoints.list, endpoints.listAll],
    done: ({ name }) => memberWords.roleChanged(name),
  });
  return (
    <select
      className={classes.role}
      aria-label={memberWords.roleOf(member.name)}
      value={change.isPending ? change.variables.access_level : member.access_level}
      onChange={(event) =>
        change.mutate({
          id: place.id,
          user_id: member.id,
          access_level: Number(event.target.value),
        })
      }
    >
      {roleChoices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function RemoveMember(props: { place: Place; member: Member; isSelf: boolean }) {
  const { place, member, isSelf } = props;
  const [isAsking, setIsAsking] = useState(false);
  const endpoints = membersOf[place.kind];
  const remove = useCommand(endpoints.remove, {
    invalidates: [endpoints.list, endpoints.listAll],
    done: memberWords.removed(member.name),
    showsError: true,
  });
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={memberWords.removeLabel(member.name)}
        onClick={() => setIsAsking(true)}
      >
        {isSelf ? memberWords.leave : memberWords.remove}
      </Button>
      <ConfirmDialog
        testId="remove-member"
        isOpen={isAsking}
        title={memberWords.removeTitle(member.name)}
        confirm={isSelf ? memberWords.leave : memberWords.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(
            { id: place.id, user_id: member.id },
            { onSuccess: () => setIsAsking(false) },
          )
        }
        onCancel={() => setIsAsking(false)}
      >
        {memberWords.removeHelp(member.name)}
      </ConfirmDialog>
    </>
  );
}

function MemberGuidelines() {
  const { members } = useGuidelines();
  return <Guidelines title={common.navigation.guidelines} text={members} />;
}
