import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { DataTable } from '../../table/data-table.tsx';
import { type Filter, FilterBar } from '../../table/filter-bar.tsx';
import { NothingFound } from '../../table/nothing-found.tsx';
import { Pager } from '../../table/pager.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { mergeRequestColumns, wholeRecords } from './columns.tsx';
import { type MergeRequestSearch, mergeRequestList } from './queries.ts';

const { filters: filterWords } = mergeRequestWords;

const filters: readonly Filter[] = [
  {
    name: 'scope',
    label: filterWords.scope,
    choices: Object.entries(filterWords.scopes).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'wip',
    label: filterWords.draft,
    choices: [
      { value: 'yes', label: filterWords.yes },
      { value: 'no', label: filterWords.no },
    ],
  },
];

/** Merge requests of one project, or of all that may be seen. */
export function MergeRequestsPage(props: {
  project?: string;
  search: MergeRequestSearch;
  tabs: readonly ReactNode[];
  action?: ReactNode;
}) {
  const { project, search, tabs, action } = props;
  const user = useCurrentUser();
  const state = useListState(search);
  const { data: page } = useSuspenseQuery(mergeRequestList(project, search));
  const rows = useMemo(() => wholeRecords(page.rows), [page.rows]);
  const columns = useMemo(
    () => mergeRequestColumns(user.id, project === undefined ? 'all' : 'project'),
    [user.id, project],
  );
  return (
    <Page
      title={mergeRequestWords.title}
      actions={action}
      tabs={<TabBar label={mergeRequestWords.tabs} tabs={tabs} />}
    >
      <FilterBar
        state={state}
        placeholder={mergeRequestWords.searchPlaceholder}
        filters={filters}
      />
      <DataTable
        label={mergeRequestWords.title}
        columns={columns}
        rows={rows}
        state={state}
        sorted={{ by: 'updated_at', sort: 'desc' }}
        empty={
          <NothingFound state={state}>
            <EmptyState
              icon={<IconGitPullRequest aria-hidden size={20} />}
              title={mergeRequestWords.empty.title}
              action={action}
            >
              {mergeRequestWords.empty.help}
            </EmptyState>
          </NothingFound>
        }
        footer={<Pager page={page} state={state} />}
      />
    </Page>
  );
}
