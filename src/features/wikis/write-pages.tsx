import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '../../lib/links.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { wikiWords } from '../../words/wikis.ts';
import { pageShown } from './queries.ts';
import { WikiForm } from './wiki-form.tsx';
import { WikiStates } from './wiki-states.tsx';

const newRoute = getRouteApi('/_auth/projects/$project/wiki/new');
const editRoute = getRouteApi('/_auth/projects/$project/wiki/pages/$page/edit');
const words = wikiWords.form;

/** Writes a page. */
export function NewWikiPage() {
  const { project } = newRoute.useParams();
  const { title } = newRoute.useSearch();
  return (
    <WikiStates path={project}>
      {({ may_write }) => {
        const back = (
          <ButtonLink
            to="/projects/$project/wiki"
            params={{ project }}
            variant={may_write ? 'subtle' : 'default'}
            color="gray"
          >
            {may_write ? common.actions.cancel : common.actions.back}
          </ButtonLink>
        );
        return (
          <Page title={wikiWords.create}>
            {may_write ? (
              <WikiForm project={project} title={title} cancel={back} />
            ) : (
              <EmptyState title={words.mayNot} action={back}>
                {words.mayNotHelp}
              </EmptyState>
            )}
          </Page>
        );
      }}
    </WikiStates>
  );
}

/** Changes a page. */
export function EditWikiPage() {
  const { project } = editRoute.useParams();
  return <WikiStates path={project}>{({ may_write }) => <Edit mayWrite={may_write} />}</WikiStates>;
}

function Edit({ mayWrite }: { mayWrite: boolean }) {
  const { project, page: slug } = editRoute.useParams();
  const { data: page, error, refetch } = useQuery(pageShown({ project, slug }));
  if (page === undefined && error !== null) {
    return <ErrorState error={error} retry={() => void refetch()} isScreen />;
  }
  if (page === undefined) return <RowsSkeleton />;
  const back = (
    <ButtonLink
      to="/projects/$project/wiki/pages/$page"
      params={{ project, page: slug }}
      variant={mayWrite ? 'subtle' : 'default'}
      color="gray"
    >
      {mayWrite ? common.actions.cancel : common.actions.back}
    </ButtonLink>
  );
  return (
    <Page title={words.editTitle(page.title)}>
      {mayWrite ? (
        <WikiForm key={slug} project={project} page={page} cancel={back} />
      ) : (
        <EmptyState title={words.mayNot} action={back}>
          {words.mayNotHelp}
        </EmptyState>
      )}
    </Page>
  );
}
