import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconClock from '@tabler/icons-react/icons/IconClock';
import IconPlayerPause from '@tabler/icons-react/icons/IconPlayerPause';
import IconSend from '@tabler/icons-react/icons/IconSend';
import { useSearch } from '@tanstack/react-router';
import type { IntegrationDelivery } from '#contract/integration-deliveries.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { common } from '../../words/common.ts';
import { integrationWords } from '../../words/integrations.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { useSlug } from './integration-layout.tsx';
import { useIntegrationPlace } from './place.ts';
import { type DeliverySearch, deliveryList } from './queries.ts';

const words = integrationWords.deliveries;
const helper = columnsOf<IntegrationDelivery>();

const states = {
  waiting: { tone: 'draft', Icon: IconClock },
  succeeded: { tone: 'open', Icon: IconCircleCheck },
  failed: { tone: 'closed', Icon: IconAlertTriangle },
  skipped: { tone: 'warning', Icon: IconPlayerPause },
} as const;

const filters = [
  {
    name: 'state',
    label: words.filters.state,
    choices: (['waiting', 'succeeded', 'failed', 'skipped'] as const).map((value) => ({
      value,
      label: words.states[value],
    })),
  },
];

function DeliveryState({ state }: { state: IntegrationDelivery['state'] }) {
  const { tone, Icon } = states[state];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {words.states[state]}
    </StateText>
  );
}

const nameOf = ({ event, id }: IntegrationDelivery) => words.nameOf(event, id);

const columns = helper.columns([
  helper.display({
    id: 'event',
    header: words.columns.event,
    meta: { link: true, phone: 'title' },
    cell: ({ row: { original } }) => (
      <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
        {nameOf(original)}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'state',
    header: words.columns.state,
    meta: { width: 'm' },
    cell: ({ row: { original } }) => <DeliveryState state={original.state} />,
  }),
  helper.display({
    id: 'project',
    header: words.columns.project,
    meta: { width: 'l', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => original.project?.path_with_namespace ?? common.time.none,
  }),
  helper.display({
    id: 'response_status',
    header: words.columns.status,
    meta: { width: 's', numeric: true, phone: 'hidden' },
    cell: ({ row: { original } }) => original.response_status ?? common.time.none,
  }),
  helper.display({
    id: 'duration_ms',
    header: words.columns.duration,
    meta: { width: 's', numeric: true, quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) =>
      original.duration_ms === null ? common.time.none : words.milliseconds(original.duration_ms),
  }),
  helper.display({
    id: 'attempts',
    header: words.columns.attempts,
    meta: { width: 's', numeric: true, quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => original.attempts,
  }),
  helper.display({
    id: 'created_at',
    header: words.columns.created,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
  }),
]);

/** What was sent or was to be sent, each with its request and its answer. */
export function DeliveriesTab() {
  const place = useIntegrationPlace();
  const slug = useSlug();
  const search: DeliverySearch = useSearch({ strict: false });
  return (
    <DataList
      list="integration-deliveries"
      label={words.label}
      query={deliveryList({ place, slug }, search)}
      columns={columns}
      state={useListState(search)}
      filters={filters}
      nameOf={nameOf}
      empty={{ icon: <IconSend aria-hidden size={20} />, ...words.empty }}
      panel={(delivery) => (
        <DeliveryPanel key={delivery.id} place={place} slug={slug} id={delivery.id} />
      )}
    />
  );
}
