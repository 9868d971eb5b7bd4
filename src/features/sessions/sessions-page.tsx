import { Button } from '@mantine/core';
import IconLogout from '@tabler/icons-react/icons/IconLogout';
import { getRouteApi } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { sessions } from '#contract/sessions.ts';
import { call, useCommand } from '../../api/client.ts';
import { readUserAgent } from '../../lib/user-agent.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { LabelChip } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { accountWords } from '../../words/account.ts';
import { ownSessions } from './queries.ts';

type Session = ResponseOf<typeof sessions.list>[number];
const route = getRouteApi('/_auth/profile/sessions');
const helper = columnsOf<Session>();
const words = accountWords.list;

function browserOf(session: Session): string {
  const { browser, system } = readUserAgent(session.user_agent ?? '');
  if (browser === undefined) return session.user_agent || words.unknownBrowser;
  return system === undefined ? browser : words.on(browser, system);
}

const columns = helper.columns([
  helper.display({
    id: 'browser',
    header: words.columns.browser,
    meta: { phone: 'title' },
    cell: ({ row: { original } }) => (
      <span title={original.user_agent ?? undefined}>
        {browserOf(original)}{' '}
        {original.current && <LabelChip name={words.current} color={undefined} />}
      </span>
    ),
  }),
  helper.display({
    id: 'ip',
    header: words.columns.ip,
    meta: { width: 'm', quiet: true },
    cell: ({ row: { original } }) => original.ip,
  }),
  helper.display({
    id: 'created_at',
    header: words.columns.created,
    meta: { width: 'm', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
  }),
  helper.display({
    id: 'last_used_at',
    header: words.columns.used,
    meta: { width: 'm', quiet: true },
    cell: ({ row: { original } }) => <RelativeTime at={original.last_used_at} />,
  }),
  helper.display({
    id: 'actions',
    header: words.columns.actions,
    meta: { width: 'm', numeric: true, phone: 'end' },
    cell: ({ row: { original } }) => !original.current && <EndSession session={original} />,
  }),
]);

const actions: readonly BulkAction<Session>[] = [
  {
    name: 'end',
    label: words.end,
    icon: <IconLogout aria-hidden size={14} />,
    fits: ({ current }) => !current,
    confirm: (rows) => ({ title: words.bulk.title(rows.length), help: words.bulk.help }),
    run: ({ id }) => call(sessions.revoke, { session_id: id }),
    done: words.bulk.ended,
    invalidates: [sessions.list],
  },
];

/** Where one is signed in. */
export function SessionsPage() {
  return (
    <Page title={words.title} about={words.about}>
      <DataList
        list="sessions"
        label={words.title}
        query={ownSessions}
        columns={columns}
        state={useListState(route.useSearch())}
        nameOf={(session) => words.from(browserOf(session), session.ip)}
        actions={actions}
        empty={words.empty}
      />
    </Page>
  );
}

function EndSession({ session }: { session: Session }) {
  const end = useCommand(sessions.revoke, { invalidates: [sessions.list], done: words.ended });
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={words.endLabel(browserOf(session))}
      loading={end.isPending}
      onClick={() => end.mutate({ session_id: session.id })}
    >
      {words.end}
    </Button>
  );
}
