import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDot from '@tabler/icons-react/icons/IconCircleDot';
import IconClock from '@tabler/icons-react/icons/IconClock';
import IconFlag from '@tabler/icons-react/icons/IconFlag';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Milestone } from '#contract/milestones.ts';
import { call } from '../../api/client.ts';
import { type Place, useMay, usePlace } from '../../api/places.ts';
import { formatDay } from '../../lib/format.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { common } from '../../words/common.ts';
import { milestoneWords } from '../../words/milestones.ts';
import { MilestoneDialog } from './milestone-form.tsx';
import { type MilestoneSearch, milestoneList, milestoneStates, milestonesOf } from './queries.ts';

const helper = columnsOf<Milestone>();
const words = milestoneWords.columns;

const filters = [
  {
    name: 'state',
    label: milestoneWords.filters.state,
    choices: milestoneStates.map((value) => ({ value, label: milestoneWords.states[value] })),
  },
];

const looks = {
  active: { tone: 'open', Icon: IconCircleDot },
  closed: { tone: 'merged', Icon: IconCircleCheck },
  expired: { tone: 'warning', Icon: IconClock },
} as const;

function MilestoneState({ milestone }: { milestone: Milestone }) {
  const state = milestone.expired ? 'expired' : milestone.state;
  const { tone, Icon } = looks[state];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {milestoneWords.states[state]}
    </StateText>
  );
}

const dayOf = (day: string | null) => (day === null ? common.time.none : formatDay(day));

const columnsFor = (edit: (milestone: Milestone) => void, mayAdmin: boolean) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.title,
      meta: { phone: 'title' },
      cell: ({ row: { original } }) => original.title,
    }),
    helper.display({
      id: 'state',
      header: words.state,
      meta: { width: 's' },
      cell: ({ row: { original } }) => <MilestoneState milestone={original} />,
    }),
    helper.display({
      id: 'start_date',
      header: words.start,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => dayOf(original.start_date),
    }),
    helper.display({
      id: 'due_date',
      header: words.due,
      meta: { width: 's', quiet: true, phone: 'fill' },
      cell: ({ row: { original } }) => dayOf(original.due_date),
    }),
    helper.display({
      id: 'actions',
      header: words.actions,
      meta: { width: 's', numeric: true, phone: 'end' },
      cell: ({ row: { original } }) =>
        mayAdmin && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={milestoneWords.editLabel(original.title)}
            onClick={() => edit(original)}
          >
            {common.actions.edit}
          </Button>
        ),
    }),
  ]);

const actionsFor = (place: Place): readonly BulkAction<Milestone>[] => {
  const { list, update, remove } = milestonesOf[place.kind];
  const move = (state_event: 'close' | 'activate') => (milestone: Milestone) =>
    call<typeof update>(update, { id: place.id, milestone_id: milestone.id, state_event });
  const invalidates = [list];
  return [
    {
      name: 'close',
      label: milestoneWords.close,
      icon: <IconCircleCheck aria-hidden size={14} />,
      fits: ({ state }) => state === 'active',
      run: move('close'),
      undo: move('activate'),
      done: milestoneWords.closed,
      invalidates,
    },
    {
      name: 'activate',
      label: milestoneWords.activate,
      icon: <IconCircleDot aria-hidden size={14} />,
      fits: ({ state }) => state === 'closed',
      run: move('activate'),
      undo: move('close'),
      done: milestoneWords.activated,
      invalidates,
    },
    {
      name: 'remove',
      label: milestoneWords.remove,
      icon: <IconTrash aria-hidden size={14} />,
      confirm: (rows) => ({
        title: milestoneWords.bulk.title(rows.length),
        help: milestoneWords.bulk.help,
      }),
      run: ({ id }) => call<typeof remove>(remove, { id: place.id, milestone_id: id }),
      done: milestoneWords.bulk.removed,
      invalidates,
    },
  ];
};

/** Milestones of a project or group. */
export function MilestonesPage() {
  const place = usePlace();
  const search: MilestoneSearch = useSearch({ strict: false });
  const mayAdmin = useMay(place, 'admin_milestone');
  const [edited, setEdited] = useState<Milestone | 'new'>();
  const columns = useMemo(() => columnsFor(setEdited, mayAdmin), [mayAdmin]);
  const create = (variant: 'filled' | 'default') =>
    mayAdmin && (
      <Button
        variant={variant}
        leftSection={<IconPlus aria-hidden size={16} />}
        onClick={() => setEdited('new')}
      >
        {milestoneWords.create}
      </Button>
    );
  return (
    <Page title={milestoneWords.title} about={milestoneWords.about} actions={create('filled')}>
      <DataList
        list={`${place.kind}-milestones`}
        label={milestoneWords.title}
        query={milestoneList(place, search)}
        columns={columns}
        state={useListState(search)}
        placeholder={milestoneWords.searchPlaceholder}
        filters={filters}
        nameOf={({ title }) => title}
        actions={mayAdmin ? actionsFor(place) : []}
        empty={{
          icon: <IconFlag aria-hidden size={20} />,
          ...milestoneWords.empty,
          action: create('default'),
        }}
      />
      {edited !== undefined && (
        <MilestoneDialog
          place={place}
          milestone={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}
