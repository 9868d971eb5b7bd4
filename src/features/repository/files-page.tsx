import { Button, Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconFolderOpen from '@tabler/icons-react/icons/IconFolderOpen';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { archives } from '#contract/repository.ts';
import { requestOf } from '../../api/client.ts';
import { asApiError } from '../../api/error.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListPage } from '../../table/list-query.ts';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { repositoryWords } from '../../words/repository.ts';
import { CodeStates, NotInRef } from './code-states.tsx';
import { LastCommit } from './last-commit.tsx';
import { PathCrumbs } from './path-crumbs.tsx';
import { type Project, refOf, treeList } from './queries.ts';
import { Readme } from './readme.tsx';
import { RefSelect } from './ref-select.tsx';
import classes from './repository.module.css';
import { treeColumns } from './tree-columns.tsx';

const route = getRouteApi('/_auth/projects/$project/files/');
const words = repositoryWords.files;

/** Folder after folder of a repository, at a branch, tag or commit. */
export function FilesPage() {
  const { project: path } = route.useParams();
  const { ref } = route.useSearch();
  return (
    <CodeStates path={path}>
      {(project) => (
        <Page
          title={words.title}
          actions={<Archives project={path} refName={refOf(project, ref)} />}
        >
          <Folder path={path} project={project} />
        </Page>
      )}
    </CodeStates>
  );
}

function Folder({ path, project }: { path: string; project: Project }) {
  const search = route.useSearch();
  const state = useListState(search);
  const { path: folder = '', ref } = search;
  const refName = refOf(project, ref);
  const query = treeList(path, search);
  const { data: page, error } = useListPage(query);
  const columns = useMemo(() => treeColumns(path, ref), [path, ref]);
  const place = (
    <div className={classes.place}>
      <RefSelect
        project={path}
        value={refName}
        onChange={(chosen) => state.set({ ref: chosen, page: undefined })}
      />
      <PathCrumbs project={path} root={project.path} path={folder} refName={ref} />
    </div>
  );
  const problem = error === null ? undefined : asApiError(error);
  if (problem?.status === 404) {
    return (
      <>
        {place}
        <NotInRef project={path} path={folder} refName={refName} message={problem.message} />
      </>
    );
  }
  return (
    <>
      {place}
      <DataList
        list="files"
        label={words.title}
        query={query}
        columns={columns}
        state={state}
        lead={<LastCommit project={path} path={folder} refName={ref} hasHistory />}
        below={page !== undefined && <Readme project={path} folder={folder} refName={refName} />}
        nameOf={({ name }) => name}
        empty={{ icon: <IconFolderOpen aria-hidden size={20} />, ...words.page }}
      />
    </>
  );
}

function Archives({ project, refName }: { project: string; refName: string }) {
  const href = (kind: 'zip' | 'tar.gz') =>
    requestOf(archives[kind], { id: project, sha: refName }).url;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload aria-hidden size={16} />}>
          {words.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={href('zip')} download>
          {words.formats.zip}
        </Menu.Item>
        <Menu.Item component="a" href={href('tar.gz')} download>
          {words.formats.tarGz}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
