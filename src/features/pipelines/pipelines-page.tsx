import IconBan from '@tabler/icons-react/icons/IconBan';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import IconRefresh from '@tabler/icons-react/icons/IconRefresh';
import IconTimeline from '@tabler/icons-react/icons/IconTimeline';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pipelines } from '#contract/pipelines.ts';
import { call } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page, TabBar } from '../../ui/page.tsx';
import { pipelineWords } from '../../words/pipelines.ts';
import { pipelineColumns } from './columns.tsx';
import { typedFilters } from './filters.ts';
import { type ListedPipeline, pipelineList, projectOf, scopes, touched } from './queries.ts';
import { mayCancel, mayRetry } from './states.ts';

const route = getRouteApi('/_auth/projects/$project/pipelines/');
const { filters: filterWords, bulk } = pipelineWords;

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const filters: readonly Filter[] = [
  { name: 'status', label: filterWords.status, choices: choicesOf(pipelineWords.statuses) },
  { name: 'source', label: filterWords.source, choices: choicesOf(pipelineWords.sources) },
  {
    name: 'yaml_errors',
    label: filterWords.yaml_errors,
    choices: choicesOf({ yes: filterWords.invalid, no: filterWords.valid }),
  },
  ...typedFilters.map((name) => ({ name, label: filterWords[name] })),
];

const idOf = ({ id, project_id }: ListedPipeline) => ({ id: String(project_id), pipeline_id: id });

const actionsFor = (may: { update: boolean; remove: boolean }): BulkAction<ListedPipeline>[] => {
  const changes: BulkAction<ListedPipeline>[] = [
    {
      name: 'retry',
      label: pipelineWords.retry,
      icon: <IconRefresh aria-hidden size={14} />,
      fits: mayRetry,
      run: (row) => call(pipelines.retry, idOf(row)),
      done: bulk.retried,
      invalidates: touched,
    },
    {
      name: 'cancel',
      label: pipelineWords.cancel,
      icon: <IconBan aria-hidden size={14} />,
      fits: mayCancel,
      confirm: (rows) => ({ title: bulk.cancelTitle(rows.length), help: bulk.cancelHelp }),
      run: (row) => call(pipelines.cancel, idOf(row)),
      done: bulk.canceled,
      invalidates: touched,
    },
  ];
  const removal: BulkAction<ListedPipeline> = {
    name: 'remove',
    label: pipelineWords.remove,
    icon: <IconTrash aria-hidden size={14} />,
    confirm: (rows) => ({ title: bulk.removeTitle(rows.length), help: bulk.removeHelp }),
    run: (row) => call(pipelines.remove, idOf(row)),
    done: bulk.removed,
    invalidates: touched,
  };
  return [...(may.update ? changes : []), ...(may.remove ? [removal] : [])];
};

/** Pipelines of a project. */
export function PipelinesPage() {
  const { project: path } = route.useParams();
  const search = route.useSearch();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const columns = useMemo(() => pipelineColumns(path), [path]);
  const run = mayInProject(user, project, 'create_pipeline') && (
    <ButtonLink
      to="/projects/$project/pipelines/new"
      params={{ project: path }}
      leftSection={<IconPlayerPlay aria-hidden size={16} />}
    >
      {pipelineWords.run}
    </ButtonLink>
  );
  return (
    <Page
      title={pipelineWords.title}
      actions={run}
      tabs={
        <TabBar
          label={pipelineWords.tabs}
          tabs={[undefined, ...scopes].map((scope) => (
            <Link
              key={scope ?? 'all'}
              to="/projects/$project/pipelines"
              params={{ project: path }}
              search={{ ...search, page: undefined, scope }}
              aria-current={search.scope === scope ? 'page' : undefined}
              activeProps={{}}
            >
              {pipelineWords.scopes[scope ?? 'all']}
            </Link>
          ))}
        />
      }
    >
      <DataList
        list="project-pipelines"
        label={pipelineWords.title}
        query={pipelineList(path, search)}
        columns={columns}
        state={useListState(search)}
        sorted={{ by: 'id', sort: 'desc' }}
        filters={filters}
        nameOf={({ id }) => pipelineWords.pipeline(id)}
        actions={actionsFor({
          update: mayInProject(user, project, 'update_pipeline'),
          remove: mayInProject(user, project, 'remove_pipeline'),
        })}
        empty={{
          icon: <IconTimeline aria-hidden size={20} />,
          ...pipelineWords.empty,
          action: run,
        }}
      />
    </Page>
  );
}
