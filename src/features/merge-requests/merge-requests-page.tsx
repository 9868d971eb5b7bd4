import IconGitPullRequest from '@tabler/icons-react/icons/IconGitPullRequest';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { labelsOf, milestonesOf, peopleOf } from '../../api/planning.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListPage } from '../../table/list-query.ts';
import { labelNames } from '../../planning/bulk-actions.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { mergeRequestActions } from './bulk-actions.tsx';
import { mergeRequestColumns } from './columns.tsx';
import { excludingFilters, type MergeRequestSearch, typedFilters } from './filters.ts';
import { mergeRequestList } from './list-queries.ts';

const { filters: filterWords } = mergeRequestWords;

const listNames = {
  all: 'merge-requests',
  group: 'group-merge-requests',
  project: 'project-merge-requests',
} as const;

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
  {
    name: 'approved',
    label: filterWords.approved,
    choices: [
      { value: 'yes', label: filterWords.yes },
      { value: 'no', label: filterWords.no },
    ],
  },
  {
    name: 'in',
    label: filterWords.in,
    choices: [
      { value: 'title', label: filterWords.inTitle },
      { value: 'description', label: filterWords.inDescription },
    ],
  },
  ...[...typedFilters, ...excludingFilters].map((name) => ({ name, label: filterWords[name] })),
];
const groupFilters: readonly Filter[] = [
  ...filters,
  {
    name: 'non_archived',
    label: filterWords.non_archived,
    choices: [{ value: 'no', label: filterWords.withArchived }],
  },
];
// A project's own list does not ask about deployments by time.
const projectFilters: readonly Filter[] = [
  ...filters.filter(({ name }) => !name.startsWith('deployed_')),
  { name: 'iids', label: filterWords.iids },
];

/** Merge requests of one project, of a group, or of all that may be seen. */
export function MergeRequestsPage(props: {
  project?: string;
  group?: string;
  search: MergeRequestSearch;
  tabs: readonly ReactNode[];
  action?: ReactNode;
}) {
  const { project, group, search, tabs, action } = props;
  const user = useCurrentUser();
  const query = mergeRequestList(
    { ...(project !== undefined && { project }), ...(group !== undefined && { group }) },
    search,
  );
  const { data: page } = useListPage(query);
  const enabled = project !== undefined;
  const known = useQuery({ ...labelsOf({ kind: 'project', id: project ?? '' }), enabled });
  const columns = useMemo(
    () => mergeRequestColumns(user.id, project === undefined ? 'all' : 'project'),
    [user.id, project],
  );
  const rows = page?.rows ?? [];
  // Milestones are of one project; people of the instance are refused row by row where they may not.
  const projects = new Set(rows.map(({ project_id }) => String(project_id)));
  const place = project ?? (projects.size === 1 ? [...projects][0] : undefined);
  const people = useQuery(peopleOf(place));
  const milestones = useQuery({ ...milestonesOf(place ?? ''), enabled: place !== undefined });
  // Over all projects only labels that are in use here are sure to exist.
  const labels = known.data?.rows.map(({ name }) => name) ?? rows.flatMap(labelNames);
  const planning = { people: people.data?.rows ?? [], milestones: milestones.data?.rows ?? [] };
  return (
    <Page
      title={mergeRequestWords.title}
      actions={action}
      tabs={<TabBar label={mergeRequestWords.tabs} tabs={tabs} />}
    >
      <DataList
        list={listNames[group !== undefined ? 'group' : enabled ? 'project' : 'all']}
        label={mergeRequestWords.title}
        query={query}
        columns={columns}
        state={useListState(search)}
        sorted={{ by: 'updated_at', sort: 'desc' }}
        placeholder={mergeRequestWords.searchPlaceholder}
        filters={enabled ? projectFilters : group === undefined ? filters : groupFilters}
        nameOf={({ title, references }) => `${title} ${references.full}`}
        actions={mergeRequestActions({ labels, ...planning }, rows)}
        empty={{
          icon: <IconGitPullRequest aria-hidden size={20} />,
          ...mergeRequestWords.empty,
          action,
        }}
      />
    </Page>
  );
}
