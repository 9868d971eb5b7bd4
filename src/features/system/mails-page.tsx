import IconMail from '@tabler/icons-react/icons/IconMail';
import { getRouteApi } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { mails } from '#contract/mails.ts';
import { formatMoment } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Facts, Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { PlainText } from '../../ui/values.tsx';
import { common } from '../../words/common.ts';
import { systemWords } from '../../words/system.ts';
import { mailList, mailStates } from './queries.ts';
import { WorkState } from './state-text.tsx';
import { SystemTabs } from './tabs.tsx';

const route = getRouteApi('/_auth/admin/system/mails');

type Mail = ResponseOf<typeof mails.list>[number];
const helper = columnsOf<Mail>();
const words = systemWords.mail;

const filters = [
  {
    name: 'state',
    label: words.filters.state,
    choices: mailStates.map((value) => ({ value, label: systemWords.mailStates[value] })),
  },
  { name: 'to', label: words.filters.to },
];

const columns = helper.columns([
  helper.display({
    id: 'subject',
    header: words.columns.subject,
    meta: { phone: 'title', link: true },
    cell: ({ row: { original } }) => (
      <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
        {original.subject}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'to',
    header: words.columns.to,
    meta: { width: 'l', quiet: true },
    cell: ({ row: { original } }) => original.to,
  }),
  helper.display({
    id: 'state',
    header: words.columns.state,
    meta: { width: 's' },
    cell: ({ row: { original } }) => (
      <WorkState state={original.state} word={systemWords.mailStates[original.state]} />
    ),
  }),
  helper.display({
    id: 'created_at',
    header: words.columns.created,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
  }),
]);

/** What the instance wrote to people. */
export function MailsPage() {
  const search = route.useSearch();
  return (
    <Page title={systemWords.title} tabs={<SystemTabs />}>
      <DataList
        list="mails"
        label={systemWords.mails}
        query={mailList(search)}
        columns={columns}
        state={useListState(search)}
        filters={filters}
        nameOf={({ subject }) => subject}
        empty={{ icon: <IconMail aria-hidden size={20} />, ...words.empty }}
        panel={(mail) => <MailFacts mail={mail} />}
      />
    </Page>
  );
}

function MailFacts({ mail }: { mail: Mail }) {
  const { facts } = words;
  return (
    <>
      <Facts
        rows={[
          [facts.to, mail.to],
          [facts.state, systemWords.mailStates[mail.state]],
          [facts.sent, mail.sent_at === null ? common.time.never : formatMoment(mail.sent_at)],
          [facts.error, mail.error ?? common.time.none],
        ]}
      />
      <PlainText text={mail.text} />
    </>
  );
}
