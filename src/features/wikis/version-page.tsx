import IconEye from '@tabler/icons-react/icons/IconEye';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { asApiError } from '../../api/error.ts';
import { ChangedFiles } from '../../diff/changed-files.tsx';
import { LayoutControl } from '../../diff/layout-control.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { Mono, Person } from '../../ui/marks.tsx';
import { Page, TabBar } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { wikiWords } from '../../words/wikis.ts';
import { versionDiffAt, versionDiffs, versionShown } from './queries.ts';
import { WikiStates } from './wiki-states.tsx';

const route = getRouteApi('/_auth/projects/$project/wiki/pages/$page/history/$version');
const words = wikiWords.versions;

/** What one commit changed in a page. */
export function WikiVersion() {
  const { project } = route.useParams();
  return <WikiStates path={project}>{() => <Version />}</WikiStates>;
}

function Version() {
  const { project, page: slug, version } = route.useParams();
  const { data: commit, error, refetch } = useQuery(versionShown({ project, slug }, version));
  if (commit === undefined && error !== null) {
    if (asApiError(error).status !== 404) {
      return <ErrorState error={error} retry={() => void refetch()} isScreen />;
    }
    return (
      <EmptyState
        isScreen
        title={words.notThere}
        action={
          <ButtonLink
            to="/projects/$project/wiki/pages/$page/history"
            params={{ project, page: slug }}
            variant="default"
          >
            {words.toHistory}
          </ButtonLink>
        }
      >
        {words.notThereHelp}
      </EmptyState>
    );
  }
  if (commit === undefined) return <RowsSkeleton />;
  return (
    <Page
      title={commit.title}
      actions={
        <ButtonLink
          to="/projects/$project/wiki/pages/$page"
          params={{ project, page: slug }}
          search={{ version: commit.id }}
          variant="default"
          leftSection={<IconEye aria-hidden size={16} />}
        >
          {words.show}
        </ButtonLink>
      }
      meta={
        <>
          <Person name={commit.author_name} />
          <RelativeTime at={commit.committed_date} />
          <Mono>{commit.short_id}</Mono>
        </>
      }
    >
      <Changes key={version} />
    </Page>
  );
}

function Changes() {
  const { project, page: slug, version } = route.useParams();
  const { view = 'unified', file } = route.useSearch();
  const navigate = route.useNavigate();
  const which = { project, slug };
  const pages = useInfiniteQuery(versionDiffs(which, version));
  const { data, error, refetch } = pages;
  const set = (change: { view?: 'split' | undefined; file?: string }) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  if (data === undefined) {
    if (error === null) return <RowsSkeleton rows={12} />;
    return <ErrorState error={error} retry={() => void refetch()} />;
  }
  return (
    <>
      <TabBar
        label={words.changes}
        tabs={[<span key="changes">{words.changes}</span>]}
        extra={
          <LayoutControl
            value={view}
            onChange={(chosen) => set({ view: chosen === 'split' ? chosen : undefined })}
          />
        }
      />
      <ChangedFiles
        pages={{ ...pages, data }}
        diffAt={(index) => versionDiffAt(which, version, index)}
        layout={view}
        file={file}
        onFile={(path) => set({ file: path })}
      />
    </>
  );
}
