import IconFolderPlus from '@tabler/icons-react/icons/IconFolderPlus';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
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
import { projectWords } from '../../words/projects.ts';
import { projectColumns } from './columns.tsx';
import { projectList } from './queries.ts';

const route = getRouteApi('/_auth/projects/');

const { filters: filterWords } = projectWords;
const filters: readonly Filter[] = [
  {
    name: 'membership',
    label: filterWords.membership,
    choices: [{ value: 'true', label: filterWords.yes }],
  },
  {
    name: 'visibility',
    label: filterWords.visibility,
    choices: visibility.options.map((value) => ({ value, label: common.visibility[value] })),
  },
  {
    name: 'archived',
    label: filterWords.archived,
    choices: [
      { value: 'true', label: filterWords.yes },
      { value: 'false', label: filterWords.no },
    ],
  },
];

const create = (
  <ButtonLink to="/projects/new" leftSection={<IconPlus aria-hidden size={16} />}>
    {projectWords.create}
  </ButtonLink>
);

/** All projects that may be seen. */
export function ProjectsPage() {
  const search = route.useSearch();
  const state = useListState(search);
  const { data: page } = useSuspenseQuery(projectList(search));
  return (
    <Page title={projectWords.title} actions={create}>
      <FilterBar state={state} placeholder={projectWords.searchPlaceholder} filters={filters} />
      <DataTable
        label={projectWords.title}
        columns={projectColumns}
        rows={page.rows}
        state={state}
        sorted={{ by: 'last_activity_at', sort: 'desc' }}
        empty={
          <NothingFound state={state}>
            <EmptyState
              icon={<IconFolderPlus aria-hidden size={20} />}
              title={projectWords.empty.title}
            >
              {projectWords.empty.help}
            </EmptyState>
          </NothingFound>
        }
        footer={<Pager page={page} state={state} />}
      />
    </Page>
  );
}
