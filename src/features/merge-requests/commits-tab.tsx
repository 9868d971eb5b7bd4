import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Commit } from '#contract/commits.ts';
import { Pager } from '../../table/pager.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Card } from '../../ui/page.tsx';
import { Referring } from '../../ui/references.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import classes from './merge-requests.module.css';
import { commitsOf } from './queries.ts';
import { useWhich } from './review-layout.tsx';

const route = getRouteApi('/_auth/projects/$project/merge-requests/$iid/commits');
const words = mergeRequestWords.commits;

/** Commits of a merge request, the newest first, page by page. */
export function CommitsTab() {
  const which = useWhich();
  const search = route.useSearch();
  const state = useListState(search);
  const { data: page } = useSuspenseQuery(commitsOf(which, search));
  const isWhole = page.page === 1 && page.nextPage === undefined;
  return (
    <div className={classes.main}>
      {page.rows.length === 0 && isWhole ? (
        <EmptyState title={words.none}>{words.noneHelp}</EmptyState>
      ) : (
        <div>
          <Card>
            <CommitList commits={page.rows} />
          </Card>
          {!isWhole && <Pager page={page} state={state} />}
        </div>
      )}
    </div>
  );
}

/** Commits with author, time, hash and what their message says below its first line. */
export function CommitList({ commits }: { commits: readonly Commit[] }) {
  return (
    <ol className={classes.commits}>
      {commits.map((commit) => {
        const body = withoutTrailers(commit);
        return (
          <li key={commit.id}>
            <span className={classes.commitTitle}>
              <Referring text={commit.title} />
            </span>
            <span className={classes.commitMeta}>
              {commit.author_name} <RelativeTime at={commit.authored_date} />
            </span>
            <Mono>{commit.short_id}</Mono>
            <CopyButton value={commit.id} label={words.copySha(commit.short_id)} />
            {body !== '' && (
              <p className={classes.commitBody}>
                <Referring text={body} />
              </p>
            )}
            <Trailers commit={commit} />
          </li>
        );
      })}
    </ol>
  );
}

/** What the message says below its first line, but for the trailers. */
function withoutTrailers({ message, title, extended_trailers: trailers }: Commit): string {
  const lines = message.slice(title.length).trimEnd().split('\n');
  const isTrailer = (line: string | undefined) =>
    Object.entries(trailers).some(([key, values]) =>
      values.some((value) => line === `${key}: ${value}`),
    );
  while (isTrailer(lines.at(-1))) lines.pop();
  return lines.join('\n').trim();
}

function Trailers({ commit }: { commit: Commit }) {
  const trailers = Object.entries(commit.extended_trailers);
  if (trailers.length === 0) return null;
  return (
    <dl className={classes.trailers}>
      {trailers.map(([key, values]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{values.join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}
