import IconGitCommit from '@tabler/icons-react/icons/IconGitCommit';
import { type ReactNode, useMemo } from 'react';
import { asApiError } from '../../api/error.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListPage } from '../../table/list-query.ts';
import { useListState } from '../../table/use-list-state.ts';
import { repositoryWords } from '../../words/repository.ts';
import { NotInRef } from './code-states.tsx';
import { commitColumns } from './commit-columns.tsx';
import type { CommitSearch } from './filters.ts';
import { commitList } from './queries.ts';
import classes from './repository.module.css';

const words = repositoryWords.commits;

const pathFilter: Filter = { name: 'path', label: words.path };
const filters: readonly Filter[] = [
  { name: 'author', label: words.author },
  { name: 'since', label: words.since },
  { name: 'until', label: words.until },
  { name: 'first_parent', label: words.firstParent, choices: [{ value: 'yes', label: words.yes }] },
];

/** Commits of a ref, all or those of one path, the newest first. */
export function CommitList(props: {
  project: string;
  refName: string;
  /** What the URL holds. */
  search: CommitSearch;
  /** The file whose history it is; without it the path is a filter. */
  path?: string;
  lead?: ReactNode;
}) {
  const { project, refName, search, path, lead } = props;
  const state = useListState(search);
  const asked = { ...search, ref_name: refName, ...(path !== undefined && { path }) };
  const query = commitList(project, asked);
  const { error } = useListPage(query);
  const columns = useMemo(() => commitColumns(project), [project]);
  const problem = error === null ? undefined : asApiError(error);
  if (problem?.status === 404) {
    return (
      <>
        {lead !== undefined && <div className={classes.bar}>{lead}</div>}
        <NotInRef
          project={project}
          path={asked.path ?? ''}
          refName={refName}
          message={problem.message}
        />
      </>
    );
  }
  return (
    <DataList
      list={path === undefined ? 'commits' : 'file-history'}
      label={words.title}
      query={query}
      columns={columns}
      state={state}
      filters={path === undefined ? [pathFilter, ...filters] : filters}
      lead={lead}
      nameOf={({ title }) => title}
      empty={{ icon: <IconGitCommit aria-hidden size={20} />, ...words.empty }}
    />
  );
}
