import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDot from '@tabler/icons-react/icons/IconCircleDot';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTarget from '@tabler/icons-react/icons/IconTarget';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type Epic, epics } from '#contract/epics.ts';
import { call } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useMayInGroup } from '../../api/places.ts';
import { labelsOf } from '../../api/planning.ts';
import { labelActions, type Planning, stateActions } from '../../planning/bulk-actions.tsx';
import type { BulkAction } from '../../table/bulk.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListPage } from '../../table/list-query.ts';
import { useListState } from '../../table/use-list-state.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { epicWords } from '../../words/epics.ts';
import { epicColumns } from './columns.tsx';
import { EpicDialog } from './epic-form.tsx';
import { typedFilters } from './filters.ts';
import { epicList, type ListStateName, listStates, touched } from './queries.ts';

const route = getRouteApi('/_auth/groups/$group/epics/');
const { filters: filterWords } = epicWords;

const filters: readonly Filter[] = [
  {
    name: 'below',
    label: filterWords.below,
    choices: [{ value: 'no', label: filterWords.ownOnly }],
  },
  ...typedFilters.map((name) => ({ name, label: filterWords[name] })),
];

const planning: Planning<Epic> = {
  change: ({ group_id, iid }, body) =>
    call(epics.update, { id: String(group_id), epic_iid: iid, ...body }),
  invalidates: touched,
  noun: epicWords.noun,
};

const icons = {
  close: <IconCircleCheck aria-hidden size={14} />,
  reopen: <IconCircleDot aria-hidden size={14} />,
};

/** Labels, closing and reopening, for those who plan in the group. */
function useActions(
  group: string,
  rows: readonly Epic[],
  mayPlan: boolean,
): readonly BulkAction<Epic>[] {
  const labels = useQuery({ ...labelsOf({ kind: 'group', id: group }), enabled: mayPlan });
  if (!mayPlan) return [];
  const names = labels.data?.rows.map(({ name }) => name) ?? [];
  return [...labelActions(planning, names, rows), ...stateActions(planning, icons)];
}

// The first tab is what the URL without a state shows.
const stateOf = (name: ListStateName) => (name === 'opened' ? undefined : name);

/** Epics of a group and of the groups in it. */
export function EpicsPage() {
  const { group } = route.useParams();
  const search = route.useSearch();
  const self = useCurrentUser().id;
  const mayPlan = useMayInGroup(group, 'admin_epic');
  const [isOpening, setIsOpening] = useState(false);
  const query = epicList(group, search);
  const actions = useActions(group, useListPage(query).data?.rows ?? [], mayPlan);
  const columns = useMemo(() => epicColumns(self), [self]);
  const create = (variant: 'filled' | 'default') =>
    mayPlan && (
      <Button
        variant={variant}
        leftSection={<IconPlus aria-hidden size={16} />}
        onClick={() => setIsOpening(true)}
      >
        {epicWords.create}
      </Button>
    );
  return (
    <Page
      title={epicWords.title}
      actions={create('filled')}
      tabs={
        <TabBar
          label={epicWords.tabs}
          tabs={listStates.map((name) => (
            <Link
              key={name}
              to="/groups/$group/epics"
              params={{ group }}
              search={{ ...search, page: undefined, state: stateOf(name) }}
              aria-current={search.state === stateOf(name) ? 'page' : undefined}
              activeProps={{}}
            >
              {epicWords.states[name]}
            </Link>
          ))}
        />
      }
    >
      <DataList
        list="group-epics"
        label={epicWords.title}
        query={query}
        columns={columns}
        state={useListState(search)}
        sorted={{ by: 'updated_at', sort: 'desc' }}
        placeholder={epicWords.searchPlaceholder}
        filters={filters}
        nameOf={({ title, references }) => `${title} ${references.relative}`}
        actions={actions}
        empty={{
          icon: <IconTarget aria-hidden size={20} />,
          ...epicWords.empty,
          action: create('default'),
        }}
      />
      {isOpening && <EpicDialog group={group} onClose={() => setIsOpening(false)} />}
    </Page>
  );
}
