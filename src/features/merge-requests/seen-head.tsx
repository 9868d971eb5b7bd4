import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { mergeRequestChangesEndpoints } from '#contract/merge-request-changes.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { TextLink } from '../../lib/links.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { reviewWords } from '../../words/reviews.ts';
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

/** What came since the page was loaded, and the way to look at it. */
export function NewCommits(props: { which: Which; now: string | null; onLook: () => void }) {
  const { which, now, onLook } = props;
  const { sha } = useSeenHead();
  const isKnown = sha !== null && now !== null && sha !== now;
  const { data, error } = useQuery({
    ...comparison(which.project, sha ?? '', now ?? ''),
    enabled: isKnown,
  });
  const commits = data?.commits ?? [];
  return (
    <div role="status" className={classes.newCommits}>
      <p>{isKnown && data ? words.came(commits.length, data.diffs.length) : words.stale}</p>
      {error && <ErrorLine error={error} />}
      {commits.length > 0 && (
        <ul>
          {commits.slice(-mostTitles).map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
      <TextLink
        to="/projects/$project/merge-requests/$iid/changes"
        params={{ project: which.project, iid: String(which.iid) }}
        onClick={onLook}
      >
        {words.look}
      </TextLink>
    </div>
  );
}
