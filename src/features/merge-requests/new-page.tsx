import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { MergeRequestForm } from './merge-request-form.tsx';
import { projectOf } from './queries.ts';

const route = getRouteApi('/_auth/projects/$project/merge-requests/new');
const words = mergeRequestWords.form;

/** Proposes a branch; what would be merged is shown as soon as both are chosen. */
export function NewMergeRequestPage() {
  const { project: path } = route.useParams();
  const { source_branch: source = '' } = route.useSearch();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const mayCreate = mayInProject(user, project, 'create_merge_request');
  const isClosed = !mayCreate || project.empty_repo;
  const back = (
    <ButtonLink
      to="/projects/$project/merge-requests"
      params={{ project: path }}
      variant={isClosed ? 'default' : 'subtle'}
      color="gray"
    >
      {isClosed ? common.actions.back : common.actions.cancel}
    </ButtonLink>
  );
  return (
    <Page title={mergeRequestWords.create}>
      {isClosed ? (
        <EmptyState title={mayCreate ? words.empty : words.mayNotCreate} action={back}>
          {mayCreate
            ? words.emptyHelp
            : project.archived
              ? words.archivedHelp
              : words.mayNotCreateHelp}
        </EmptyState>
      ) : (
        <MergeRequestForm path={path} project={project} source={source} cancel={back} />
      )}
    </Page>
  );
}
