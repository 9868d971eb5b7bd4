import { useQuery } from '@tanstack/react-query';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequestReviewers } from '#contract/merge-request-reviewers.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Person } from '../../ui/marks.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { reviewWords } from '../../words/reviews.ts';
import { FinishReview } from './finish-review.tsx';
import classes from './merge-requests.module.css';
import { reviewersOf, touched, useBeat, type Which } from './queries.ts';
import { useRights } from './rights.ts';

const words = reviewWords.reviewers;

/** How each review stands, who is asked again, and the end of one's own review. */
export function ReviewersPart({ which, record }: { which: Which; record: MergeRequest }) {
  const self = useCurrentUser().id;
  const { data: reviewers, error } = useQuery({ ...reviewersOf(which), ...useBeat(which) });
  const { update, comment } = useRights(which);
  const id = { id: which.project, merge_request_iid: which.iid };
  const after = { invalidates: touched, showsError: true } as const;
  const change = useCommand(mergeRequestReviewers.update, after);
  if (reviewers === undefined) return error && <ErrorLine error={error} />;
  const isOpen = record.state === 'opened';
  if (reviewers.length === 0 && !comment) return null;
  return (
    <section className={classes.approvals} aria-label={words.label}>
      <h3>{words.label}</h3>
      {change.error && <AlertBox error={change.error} />}
      {reviewers.length > 0 && (
        <ul className={classes.approvers}>
          {reviewers.map(({ user, state }) => (
            <li key={user.id}>
              <Person name={user.name} isSelf={user.id === self} />
              <span>{words.states[state]}</span>
              {isOpen && update && user.id !== self && words.isDone(state) && (
                <button
                  type="button"
                  className={classes.linkButton}
                  aria-label={words.askAgainOf(user.name)}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ ...id, user_id: user.id, state: 'unreviewed' })}
                >
                  {words.askAgain}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <FinishReview which={which} record={record} />
    </section>
  );
}
