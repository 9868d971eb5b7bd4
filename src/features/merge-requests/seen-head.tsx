import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { mergeRequestChangesEndpoints } from '#contract/merge-request-changes.ts';
import type { Commit } from '#contract/commits.ts';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { TextLink } from '../../lib/links.tsx';
import { Mono } from '../../ui/marks.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { reviewWords } from '../../words/reviews.ts';
import { versionsOf } from './changes-queries.ts';
import classes from './merge-requests.module.css';
import { comparison, mergeRequestShown, type Which } from './queries.ts';

const words = reviewWords.head;

interface SeenHead {
  /** The head that was there when the page was loaded, or when somebody looked last. */
  readonly sha: string | null;
  /** Shows what is there now; from then on that has been seen. */
  readonly look: () => void;
}

const Seen = createContext<SeenHead>({ sha: null, look: () => undefined });

/** Keeps which head was looked at while the parts of a merge request are gone through. */
export function SeenHeadProvider({ which, children }: { which: Which; children: ReactNode }) {
  const client = useQueryClient();
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  const [sha, setSha] = useState(record.sha);
  const seen = useMemo(
    () => ({
      sha,
      look: () => {
        for (const { id } of Object.values(mergeRequestChangesEndpoints)) {
          void client.invalidateQueries({ queryKey: [id] });
        }
        void client
          .invalidateQueries({ queryKey: [mergeRequests.show.id] })
          .then(() => client.ensureQueryData(mergeRequestShown(which)))
          .then((now) => setSha(now.sha));
      },
    }),
    [client, sha, which],
  );
  return <Seen.Provider value={seen}>{children}</Seen.Provider>;
}

/** The head that was looked at. */
export const useSeenHead = (): SeenHead => useContext(Seen);

const mostTitles = 5;

/** Whether the source branch has moved on since somebody looked. */
export function useIsStale(record: Pick<MergeRequest, 'sha'>): boolean {
  const { sha } = useSeenHead();
  return sha !== record.sha;
}

/** What came since the page was loaded, what is gone, and the ways to look at it. */
export function NewCommits({ which, now }: { which: Which; now: string | null }) {
  const { sha, look } = useSeenHead();
  const isKnown = sha !== null && now !== null;
  const came = useQuery({
    ...comparison(which.project, sha ?? '', now ?? ''),
    enabled: isKnown,
  });
  // After a forced push some of what was seen is no longer there.
  const gone = useQuery({
    ...comparison(which.project, now ?? '', sha ?? ''),
    enabled: isKnown,
  });
  const { data: versions } = useQuery(versionsOf(which));
  const seen = versions?.rows.find(({ head_commit_sha: head }) => head === sha);
  const params = { project: which.project, iid: String(which.iid) };
  const to = '/projects/$project/merge-requests/$iid/changes';
  const error = came.error ?? gone.error;
  const lost = gone.data?.commits ?? [];
  return (
    <div role="status" className={classes.newCommits}>
      <p>
        {came.data ? words.came(came.data.commits.length, came.data.diffs.length) : words.stale}
      </p>
      {error && <ErrorLine error={error} />}
      <Titles commits={came.data?.commits ?? []} />
      {lost.length > 0 && <p>{words.gone(lost.length)}</p>}
      <Titles commits={lost} />
      <div className={classes.looks}>
        {seen !== undefined && (
          <TextLink to={to} params={params} search={{ from: seen.id }} onClick={look}>
            {words.lookAtNew}
          </TextLink>
        )}
        <TextLink to={to} params={params} onClick={look}>
          {words.look}
        </TextLink>
      </div>
    </div>
  );
}

/** The newest of them. */
function Titles({ commits }: { commits: readonly Commit[] }) {
  if (commits.length === 0) return null;
  const more = commits.length - mostTitles;
  return (
    <ul>
      {commits.slice(-mostTitles).map(({ id, short_id, title, author_name }) => (
        <li key={id}>
          <Mono>{short_id}</Mono> {title} ({author_name})
        </li>
      ))}
      {more > 0 && <li>{words.more(more)}</li>}
    </ul>
  );
}
