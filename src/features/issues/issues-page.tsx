import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDot from '@tabler/icons-react/icons/IconCircleDot';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { issues } from '#contract/issues.ts';
import { call } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { labelsOf, milestonesOf, peopleOf } from '../../api/planning.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import {
  assignmentActions,
  labelActions,
  type Planning,
  stateActions,
} from '../../planning/bulk-actions.tsx';
import type { BulkAction } from '../../table/bulk.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListPage } from '../../table/list-query.ts';
import { useListState } from '../../table/use-list-state.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { issueWords } from '../../words/issues.ts';
import { issueColumns } from './columns.tsx';
import { typedFilters } from './filters.ts';
import {
  issueList,
  type ListedIssue,
  type ListStateName,
  listStates,
  projectOf,
  touched,
} from './queries.ts';
import { IssuesOff } from './states.tsx';

const route = getRouteApi('/_auth/projects/$project/issues/');
const { filters: filterWords } = issueWords;

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const filters: readonly Filter[] = [
  { name: 'scope', label: filterWords.scope, choices: choicesOf(filterWords.scopes) },
  {
    name: 'confidential',
    label: filterWords.confidential,
    choices: choicesOf({ yes: filterWords.yes, no: filterWords.no }),
  },
  { name: 'issue_type', label: filterWords.issue_type, choices: choicesOf(issueWords.types) },
  { name: 'due_date', label: filterWords.due_date, choices: choicesOf(filterWords.due) },
  { name: 'in', label: filterWords.in, choices: choicesOf(filterWords.parts) },
  ...typedFilters.map((name) => ({ name, label: filterWords[name] })),
];

const planning: Planning<ListedIssue> = {
  change: ({ project_id, iid }, body) =>
    call(issues.update, { id: String(project_id), issue_iid: iid, ...body }),
  invalidates: touched,
  noun: issueWords.noun,
};

const icons = {
  close: <IconCircleCheck aria-hidden size={14} />,
  reopen: <IconCircleDot aria-hidden size={14} />,
};

/** Labels, assignee, milestone, closing and reopening, for those who plan the project's issues. */
function useActions(
  project: string,
  rows: readonly ListedIssue[],
  mayPlan: boolean,
): readonly BulkAction<ListedIssue>[] {
  const enabled = mayPlan;
  const labels = useQuery({ ...labelsOf({ kind: 'project', id: project }), enabled });
  const people = useQuery({ ...peopleOf(project), enabled });
  const milestones = useQuery({ ...milestonesOf(project), enabled });
  if (!mayPlan) return [];
  const names = labels.data?.rows.map(({ name }) => name) ?? [];
  return [
    ...labelActions(planning, names, rows),
    ...assignmentActions(planning, people.data?.rows ?? [], milestones.data?.rows ?? []),
    ...stateActions(planning, icons),
  ];
}

// The first tab is what the URL without a state shows.
const stateOf = (name: ListStateName) => (name === 'opened' ? undefined : name);

/** Issues of a project. */
export function IssuesPage() {
  const { project: path } = route.useParams();
  const { data: project } = useSuspenseQuery(projectOf(path));
  if (!project.issues_enabled) return <IssuesOff path={path} />;
  return <List path={path} />;
}

function List({ path }: { path: string }) {
  const search = route.useSearch();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const query = issueList(path, search);
  const rows = useListPage(query).data?.rows ?? [];
  const actions = useActions(path, rows, mayInProject(user, project, 'update_issue'));
  const columns = useMemo(() => issueColumns(path, user.id), [path, user.id]);
  const action = mayInProject(user, project, 'create_issue') && (
    <ButtonLink
      to="/projects/$project/issues/new"
      params={{ project: path }}
      leftSection={<IconPlus aria-hidden size={16} />}
    >
      {issueWords.create}
    </ButtonLink>
  );
  return (
    <Page
      title={issueWords.title}
      actions={action}
      tabs={
        <TabBar
          label={issueWords.tabs}
          tabs={listStates.map((name) => (
            <Link
              key={name}
              to="/projects/$project/issues"
              params={{ project: path }}
              search={{ ...search, page: undefined, state: stateOf(name) }}
              aria-current={search.state === stateOf(name) ? 'page' : undefined}
              activeProps={{}}
            >
              {issueWords.states[name]}
            </Link>
          ))}
        />
      }
    >
      <DataList
        list="project-issues"
        label={issueWords.title}
        query={query}
        columns={columns}
        state={useListState(search)}
        sorted={{ by: 'updated_at', sort: 'desc' }}
        placeholder={issueWords.searchPlaceholder}
        filters={filters}
        nameOf={({ title, references }) => `${title} ${references.short}`}
        actions={actions}
        empty={{ icon: <IconCircleDot aria-hidden size={20} />, ...issueWords.empty, action }}
      />
    </Page>
  );
}
