import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconUsersGroup from '@tabler/icons-react/icons/IconUsersGroup';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { visibility } from '#contract/common.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { type Filter, FilterBar } from '../../table/filter-bar.tsx';
import { NothingFound } from '../../table/nothing-found.tsx';
import { Pager } from '../../table/pager.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { groupWords } from '../../words/groups.ts';
import { groupColumns } from './columns.tsx';
import { groupList } from './queries.ts';

const route = getRouteApi('/_auth/groups/');

const { filters: filterWords } = groupWords;
const yes = [{ value: 'true', label: filterWords.yes }];
const filters: readonly Filter[] = [
  { name: 'top_level_only', label: filterWords.topLevel, choices: yes },
  { name: 'owned', label: filterWords.owned, choices: yes },
  {
    name: 'visibility',
    label: filterWords.visibility,
    choices: visibility.options.map((value) => ({ value, label: common.visibility[value] })),
  },
];

/** All groups that may be seen. */
export function GroupsPage() {
  const search = route.useSearch();
  const state = useListState(search);
  const { data: page } = useSuspenseQuery(groupList(search));
  return (
    <Page
      title={groupWords.title}
      actions={
        <ButtonLink to="/groups/new" leftSection={<IconPlus aria-hidden size={16} />}>
          {groupWords.create}
        </ButtonLink>
      }
    >
      <FilterBar state={state} placeholder={groupWords.searchPlaceholder} filters={filters} />
      <DataTable
        label={groupWords.title}
        columns={groupColumns}
        rows={page.rows}
        state={state}
        sorted={{ by: 'name', sort: 'asc' }}
        empty={
          <NothingFound state={state}>
            <EmptyState
              icon={<IconUsersGroup aria-hidden size={20} />}
              title={groupWords.empty.title}
            >
              {groupWords.empty.help}
            </EmptyState>
          </NothingFound>
        }
        footer={<Pager page={page} state={state} />}
      />
    </Page>
  );
}
