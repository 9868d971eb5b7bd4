import IconHistory from '@tabler/icons-react/icons/IconHistory';
import { getRouteApi } from '@tanstack/react-router';
import type { auditEvents } from '#contract/audit-events.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { formatMoment } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Mono } from '../../ui/marks.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Values } from '../../ui/values.tsx';
import { auditWords } from '../../words/audit-events.ts';
import { ChainLine } from './chain-line.tsx';
import { auditFilters } from './filters.ts';
import { auditList } from './queries.ts';

const route = getRouteApi('/_auth/admin/audit');

type AuditEvent = ResponseOf<typeof auditEvents.list>[number];
const helper = columnsOf<AuditEvent>();
const words = auditWords.columns;

const filters = auditFilters.map((name) => ({ name, label: auditWords.filters[name] }));

const actorOf = ({ actor, impersonator }: AuditEvent): string =>
  impersonator === null ? actor.name : auditWords.onBehalf(actor.name, impersonator.name);

const subjectOf = ({ subject }: AuditEvent): string => `${subject.type} ${subject.name}`;

const columns = helper.columns([
  helper.display({
    id: 'action',
    header: words.action,
    meta: { width: 'l', phone: 'title', link: true },
    cell: ({ row: { original } }) => (
      <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
        {original.action}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'actor',
    header: words.actor,
    meta: { width: 'm' },
    cell: ({ row: { original } }) => actorOf(original),
  }),
  helper.display({
    id: 'subject',
    header: words.subject,
    meta: { phone: 'fill' },
    cell: ({ row: { original } }) => subjectOf(original),
  }),
  helper.display({
    id: 'ip',
    header: words.ip,
    meta: { width: 'm', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => original.ip ?? auditWords.none,
  }),
  helper.display({
    id: 'created_at',
    header: words.when,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
  }),
]);

/** Who did what to what on the whole instance. */
export function AuditPage() {
  const search = route.useSearch();
  return (
    <Page title={auditWords.title} about={auditWords.about} meta={<ChainLine />}>
      <DataList
        list="audit-events"
        label={auditWords.title}
        query={auditList(search)}
        columns={columns}
        state={useListState(search)}
        filters={filters}
        nameOf={({ action }) => action}
        empty={{ icon: <IconHistory aria-hidden size={20} />, ...auditWords.empty }}
        panel={(event) => <EventFacts event={event} />}
      />
    </Page>
  );
}

function EventFacts({ event }: { event: AuditEvent }) {
  const { facts, none } = auditWords;
  return (
    <Facts
      rows={[
        [facts.id, String(event.id)],
        [facts.when, formatMoment(event.created_at)],
        [facts.actor, actorOf(event)],
        [facts.action, <Mono key="action">{event.action}</Mono>],
        [facts.subject, subjectOf(event)],
        [facts.ip, event.ip ?? none],
        [facts.request, event.request_id === null ? none : <Mono>{event.request_id}</Mono>],
        [auditWords.reason, event.reason ?? none],
        [facts.before, <Values key="before" values={event.before} none={none} />],
        [facts.after, <Values key="after" values={event.after} none={none} />],
      ]}
    />
  );
}
