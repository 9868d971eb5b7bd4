import IconFolder from '@tabler/icons-react/icons/IconFolder';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { commits } from '#contract/commits.ts';
import { asApiError } from '../../api/error.ts';
import { ChangedFiles } from '../../diff/changed-files.tsx';
import { LayoutControl } from '../../diff/layout-control.tsx';
import { ButtonLink, TextLink } from '../../lib/links.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { LineCounts, Mono, Person } from '../../ui/marks.tsx';
import { Page, TabBar } from '../../ui/page.tsx';
import { PipelineLink } from '../../ui/pipeline-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { Referring } from '../../ui/references.tsx';
import { diffWords } from '../../words/diff.ts';
import { repositoryWords } from '../../words/repository.ts';
import { CodeStates } from './code-states.tsx';
import { commitDiffAt, commitDiffs, commitShown } from './queries.ts';
import classes from './repository.module.css';

const route = getRouteApi('/_auth/projects/$project/commits/$sha');
const words = repositoryWords.commits;

type Shown = ResponseOf<typeof commits.show>;

/** One commit: who, when, why, and what it changed. */
export function CommitPage() {
  const { project } = route.useParams();
  return <CodeStates path={project}>{() => <Commit />}</CodeStates>;
}

function Commit() {
  const { project, sha } = route.useParams();
  const { data: commit, error, refetch } = useQuery(commitShown(project, sha));
  if (error !== null) {
    if (asApiError(error).status !== 404) {
      return <ErrorState error={error} retry={() => void refetch()} isScreen />;
    }
    return (
      <EmptyState
        isScreen
        title={words.notThere(sha)}
        action={
          <ButtonLink to="/projects/$project/commits" params={{ project }} variant="default">
            {words.toList}
          </ButtonLink>
        }
      >
        {words.notThereHelp}
      </EmptyState>
    );
  }
  if (commit === undefined) return <RowsSkeleton />;
  const body = commit.message.slice(commit.title.length).trim();
  return (
    <Page
      title={<Referring text={commit.title} />}
      actions={
        <ButtonLink
          to="/projects/$project/files"
          params={{ project }}
          search={{ ref: commit.id }}
          variant="default"
          leftSection={<IconFolder aria-hidden size={16} />}
          title={words.browseHelp}
        >
          {words.browse}
        </ButtonLink>
      }
      meta={<Meta commit={commit} project={project} />}
    >
      {body !== '' && (
        <p className={classes.message}>
          <Referring text={body} />
        </p>
      )}
      {/* What was asked for of one commit is not asked for of the next. */}
      <Changes key={sha} project={project} sha={sha} />
    </Page>
  );
}

function Meta({ commit, project }: { commit: Shown; project: string }) {
  const isCommitted = commit.committer_email !== commit.author_email;
  return (
    <>
      <Person name={commit.author_name} />
      <RelativeTime at={commit.authored_date} />
      {isCommitted && <span>{words.committedBy(commit.committer_name)}</span>}
      <span className={classes.sha}>
        <Mono>{commit.short_id}</Mono>
        <CopyButton value={commit.id} label={words.copySha(commit.short_id)} />
      </span>
      {commit.parent_ids.length > 0 && (
        <span className={classes.parents}>
          {words.parents(commit.parent_ids.length)}
          {commit.parent_ids.map((parent) => (
            <TextLink
              key={parent}
              to="/projects/$project/commits/$sha"
              params={{ project, sha: parent }}
            >
              <Mono>{parent.slice(0, 8)}</Mono>
            </TextLink>
          ))}
        </span>
      )}
      {commit.last_pipeline !== null && (
        <PipelineLink project={project} pipeline={commit.last_pipeline} />
      )}
      <LineCounts added={commit.stats.additions} removed={commit.stats.deletions} />
    </>
  );
}

function Changes({ project, sha }: { project: string; sha: string }) {
  const { view = 'unified', file } = route.useSearch();
  const navigate = route.useNavigate();
  const pages = useInfiniteQuery(commitDiffs(project, sha));
  const { data, error, refetch } = pages;
  const set = useCallback(
    (change: { view?: 'split' | undefined; file?: string }) => {
      void navigate({
        search: (old) => ({ ...old, ...change }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  const openFile = useCallback((path: string) => set({ file: path }), [set]);
  if (data === undefined) {
    if (error === null) return <RowsSkeleton rows={12} />;
    return <ErrorState error={error} retry={() => void refetch()} />;
  }
  const count = data.pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      <TabBar
        label={diffWords.label}
        tabs={[
          <span key="changes" className={classes.tab}>
            {words.changes(count)}
          </span>,
        ]}
        extra={
          <LayoutControl
            value={view}
            onChange={(chosen) => set({ view: chosen === 'split' ? chosen : undefined })}
          />
        }
      />
      <ChangedFiles
        pages={{ ...pages, data }}
        diffAt={(index) => commitDiffAt(project, sha, index)}
        layout={view}
        file={file}
        onFile={openFile}
      />
    </>
  );
}
