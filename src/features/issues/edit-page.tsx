import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '../../lib/links.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { issueWords } from '../../words/issues.ts';
import { IssueForm } from './issue-form.tsx';
import { issueShown, projectOf } from './queries.ts';
import { useRights } from './rights.ts';

const route = getRouteApi('/_auth/projects/$project/issues/$iid_/edit');
const words = issueWords.form;

/** Changes what an issue says of itself. */
export function EditIssuePage() {
  const { project: path, iid } = route.useParams();
  const which = { project: path, iid: Number(iid) };
  const { data: project } = useSuspenseQuery(projectOf(path));
  const { data: record } = useSuspenseQuery(issueShown(which));
  const { update, plan } = useRights(which);
  const back = (
    <ButtonLink
      to="/projects/$project/issues/$iid"
      params={{ project: path, iid }}
      variant={update ? 'subtle' : 'default'}
      color="gray"
    >
      {update ? common.actions.cancel : common.actions.back}
    </ButtonLink>
  );
  return (
    <Page title={words.editTitle} number={record.references.short}>
      {update ? (
        <IssueForm key={record.id} path={path} record={record} mayPlan={plan} cancel={back} />
      ) : (
        <EmptyState title={words.mayNotEdit} action={back}>
          {project.archived ? words.archivedHelp : words.mayNotEditHelp}
        </EmptyState>
      )}
    </Page>
  );
}
