import { getRouteApi } from '@tanstack/react-router';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { repositoryWords } from '../../words/repository.ts';
import { CodeStates } from './code-states.tsx';
import { CommitList } from './commit-list.tsx';
import { refOf } from './queries.ts';
import { RefSelect } from './ref-select.tsx';

const route = getRouteApi('/_auth/projects/$project/commits/');

/** Commits of a project's branch or tag. */
export function CommitsPage() {
  const { project: id } = route.useParams();
  const search = route.useSearch();
  const state = useListState(search);
  return (
    <CodeStates path={id}>
      {(project) => {
        const refName = refOf(project, search.ref_name);
        return (
          <Page title={repositoryWords.commits.title}>
            <CommitList
              project={id}
              refName={refName}
              search={search}
              lead={
                <RefSelect
                  project={id}
                  value={refName}
                  onChange={(ref_name) => state.set({ ref_name, page: undefined })}
                />
              }
            />
          </Page>
        );
      }}
    </CodeStates>
  );
}
