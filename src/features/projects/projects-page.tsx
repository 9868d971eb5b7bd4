import IconArchive from '@tabler/icons-react/icons/IconArchive';
import IconArchiveOff from '@tabler/icons-react/icons/IconArchiveOff';
import IconFolderPlus from '@tabler/icons-react/icons/IconFolderPlus';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { getRouteApi } from '@tanstack/react-router';
import { visibility } from '#contract/common.ts';
import { projects } from '#contract/projects.ts';
import { call } from '../../api/client.ts';
import { ButtonLink } from '../../lib/links.tsx';
import type { BulkAction } from '../../table/bulk.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { projectWords } from '../../words/projects.ts';
import { type ListedProject, projectColumns } from './columns.tsx';
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

const isFrozen = (project: ListedProject) => 'archived' in project && project.archived;
const archiving = { invalidates: [projects.list, projects.show] };
const archive = (project: ListedProject) => call(projects.archive, { id: String(project.id) });
const unarchive = (project: ListedProject) => call(projects.unarchive, { id: String(project.id) });

const actions: readonly BulkAction<ListedProject>[] = [
  {
    ...archiving,
    name: 'archive',
    label: projectWords.bulk.archive,
    icon: <IconArchive aria-hidden size={14} />,
    fits: (project) => !isFrozen(project),
    run: archive,
    undo: unarchive,
    done: projectWords.bulk.archived,
  },
  {
    ...archiving,
    name: 'unarchive',
    label: projectWords.bulk.unarchive,
    icon: <IconArchiveOff aria-hidden size={14} />,
    fits: isFrozen,
    run: unarchive,
    undo: archive,
    done: projectWords.bulk.unarchived,
  },
];

/** All projects that may be seen. */
export function ProjectsPage() {
  const search = route.useSearch();
  return (
    <Page title={projectWords.title} actions={create}>
      <DataList
        list="projects"
        label={projectWords.title}
        query={projectList(search)}
        columns={projectColumns}
        state={useListState(search)}
        sorted={{ by: 'last_activity_at', sort: 'desc' }}
        placeholder={projectWords.searchPlaceholder}
        filters={filters}
        nameOf={(project) => project.path_with_namespace}
        actions={actions}
        empty={{
          icon: <IconFolderPlus aria-hidden size={20} />,
          ...projectWords.empty,
          action: (
            <ButtonLink to="/projects/new" variant="default">
              {projectWords.create}
            </ButtonLink>
          ),
        }}
      />
    </Page>
  );
}
