import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { ReviewedVersion } from '#contract/review-diffs.ts';
import type { BegunComments } from '../../diff/review.ts';
import { useBegunComments } from '../../diff/use-commenting.ts';

interface Begun extends BegunComments {
  /** What was read when a comment began, by the name that its place has. */
  readonly heads: Map<string, ReviewedVersion>;
}

const Context = createContext<Begun | undefined>(undefined);

/** Keeps comments on lines that have begun while the parts of a merge request are gone through. */
export function KeepBegunComments({ children }: { children: ReactNode }) {
  const { places, set } = useBegunComments();
  const [heads] = useState(() => new Map<string, ReviewedVersion>());
  const begun = useMemo(() => ({ places, set, heads }), [places, set, heads]);
  return <Context.Provider value={begun}>{children}</Context.Provider>;
}

/** What has begun. */
export function useBegun(): Begun {
  const begun = useContext(Context);
  if (begun === undefined) throw new Error('comments begin below KeepBegunComments');
  return begun;
}

/** Names what is read: the numbers of its lines are those of these two commits. */
export const readingOf = ({ base_sha, head_sha }: ReviewedVersion): string =>
  `${base_sha} ${head_sha}`;
