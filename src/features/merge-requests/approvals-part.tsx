import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDashed from '@tabler/icons-react/icons/IconCircleDashed';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MergeRequestApprovals, mergeRequestApprovals } from '#contract/approvals.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Person } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { reviewWords } from '../../words/reviews.ts';
import classes from './merge-requests.module.css';
import { approvalRulesOf, approvalsOf, touched, useBeat, type Which } from './queries.ts';
import { useSeenHead } from './seen-head.tsx';

const words = reviewWords.approvals;

/** Who has approved, what each rule still asks for, and one's own approval. */
export function ApprovalsPart({ which, sha }: { which: Which; sha: string | null }) {
  const self = useCurrentUser().id;
  const { data: approvals, error } = useQuery({ ...approvalsOf(which), ...useBeat(which) });
  if (approvals === undefined) return error && <ErrorLine error={error} />;
  const { approved_by: given, approvals_left: left } = approvals;
  return (
    <section className={classes.approvals} aria-label={words.label}>
      <h3>{left > 0 ? words.left(left) : words.given(given.length)}</h3>
      <Rules which={which} />
      {given.length > 0 && (
        <ul className={classes.approvers}>
          {given.map(({ user, approved_at: at }) => (
            <li key={user.id}>
              <Person name={user.name} isSelf={user.id === self} />
              <RelativeTime at={at} />
            </li>
          ))}
        </ul>
      )}
      <OwnApproval which={which} approvals={approvals} now={sha} />
    </section>
  );
}

/** Only rules that ask for somebody: the others stand in nobody's way. */
function Rules({ which }: { which: Which }) {
  const { data, error } = useQuery({ ...approvalRulesOf(which), ...useBeat(which) });
  if (error && data === undefined) return <ErrorLine error={error} />;
  const asking = (data?.rules ?? []).filter((rule) => rule.approvals_required > 0);
  if (asking.length === 0) return null;
  return (
    <ul className={classes.checks}>
      {asking.map((rule) => {
        const Sign = rule.approved ? IconCircleCheck : IconCircleDashed;
        const state = rule.approved ? 'pass' : 'pending';
        return (
          <li key={rule.id} className={classes.check} data-state={state}>
            <Sign role="img" aria-label={mergeRequestWords.box[state]} size={16} />
            <span>{rule.name}</span>
            <span>{words.of(rule.approved_by.length, rule.approvals_required)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function OwnApproval(props: {
  which: Which;
  approvals: MergeRequestApprovals;
  now: string | null;
}) {
  const { which, approvals, now } = props;
  const client = useQueryClient();
  const { sha } = useSeenHead();
  const id = { id: which.project, merge_request_iid: which.iid };
  const after = { invalidates: touched, showsError: true } as const;
  const approve = useCommand(mergeRequestApprovals.approve, { ...after, done: words.approved });
  const revoke = useCommand(mergeRequestApprovals.unapprove, { ...after, done: words.revoked });
  // What came is told at the head of the box.
  const isStale = sha !== now;
  const isOfSeen = (approve.variables?.sha ?? null) === sha;
  const error = (isStale || !isOfSeen ? null : approve.error) ?? revoke.error;
  const askAgain = () => void client.invalidateQueries({ queryKey: [mergeRequests.show.id] });
  const mayApprove = approvals.state === 'opened' && approvals.user_can_approve && !isStale;
  const giveApproval = () =>
    // What was not seen is not approved: a newer head is refused.
    approve.mutate({ ...id, ...(sha !== null && { sha }) }, { onError: askAgain });
  useScreenActions(
    mayApprove ? [{ id: 'approve', key: 'approve', label: words.approve, run: giveApproval }] : [],
  );
  if (approvals.state !== 'opened') return null;
  return (
    <>
      {error && <AlertBox error={error} />}
      {approvals.user_has_approved && (
        <Button variant="default" loading={revoke.isPending} onClick={() => revoke.mutate(id)}>
          {words.revoke}
        </Button>
      )}
      {mayApprove && (
        <Button variant="default" loading={approve.isPending} onClick={giveApproval}>
          {words.approve}
        </Button>
      )}
    </>
  );
}
