import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '../../lib/links.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { MergeRequestForm } from './merge-request-form.tsx';
import { mergeRequestShown, projectOf } from './queries.ts';
import { useRights } from './rights.ts';

const route = getRouteApi('/_auth/projects/$project/merge-requests/$iid_/edit');
const words = mergeRequestWords.form;

/** Changes what a merge request says of itself. */
export function EditMergeRequestPage() {
  const { project: path, iid } = route.useParams();
  const which = { project: path, iid: Number(iid) };
  const { data: project } = useSuspenseQuery(projectOf(path));
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  const { update } = useRights(which);
  const back = (
    <ButtonLink
      to="/projects/$project/merge-requests/$iid"
      params={{ project: path, iid }}
      variant={update ? 'subtle' : 'default'}
      color="gray"
    >
      {update ? common.actions.cancel : common.actions.back}
    </ButtonLink>
  );
  return (
    <Page title={words.editTitle} number={record.reference}>
      {update ? (
        <MergeRequestForm
          key={record.id}
          path={path}
          project={project}
          record={record}
          cancel={back}
        />
      ) : (
        <EmptyState title={words.mayNotEdit} action={back}>
          {project.archived ? words.archivedHelp : words.mayNotEditHelp}
        </EmptyState>
      )}
    </Page>
  );
}
