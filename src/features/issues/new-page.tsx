import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject, roleIn } from '../../lib/permissions.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { issueWords } from '../../words/issues.ts';
import { IssueForm } from './issue-form.tsx';
import { projectOf } from './queries.ts';
import { IssuesOff } from './states.tsx';

const route = getRouteApi('/_auth/projects/$project/issues/new');
const words = issueWords.form;

/** Opens an issue. */
export function NewIssuePage() {
  const { project: path } = route.useParams();
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  if (!project.issues_enabled) return <IssuesOff path={path} />;
  const mayCreate = mayInProject(user, project, 'create_issue');
  const back = (
    <ButtonLink
      to="/projects/$project/issues"
      params={{ project: path }}
      variant={mayCreate ? 'subtle' : 'default'}
      color="gray"
    >
      {mayCreate ? common.actions.cancel : common.actions.back}
    </ButtonLink>
  );
  return (
    <Page title={issueWords.create}>
      {mayCreate ? (
        <IssueForm
          path={path}
          mayPlan={user.is_admin === true || roleIn(project) > 0}
          cancel={back}
        />
      ) : (
        <EmptyState title={words.mayNotCreate} action={back}>
          {words.archivedHelp}
        </EmptyState>
      )}
    </Page>
  );
}
