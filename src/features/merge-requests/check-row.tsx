import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDashed from '@tabler/icons-react/icons/IconCircleDashed';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequestOperations } from '#contract/merge-request-operations.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf, useCommand } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import type { Check, CheckState } from './checks.ts';
import classes from './merge-requests.module.css';
import { touched, type Which } from './queries.ts';
import { titleAs } from './title-marks.ts';

const words = mergeRequestWords.box;

/** The sign of each state; the word stands beside it. */
export const signs: Record<CheckState, typeof IconCircleX> = {
  fail: IconCircleX,
  pending: IconCircleDashed,
  pass: IconCircleCheck,
};

/** One check: how it stands, what it is about, and the next step. */
export function CheckRow(props: { check: Check; which: Which; record: MergeRequest }) {
  const { check, which, record } = props;
  const Sign = signs[check.state];
  return (
    <li className={classes.check} data-state={check.state}>
      <Sign role="img" aria-label={words[check.state]} size={16} />
      <span>{check.title}</span>
      {check.action === 'ready' && <MarkReady which={which} record={record} />}
      {check.action === 'rebase' && <Rebase which={which} />}
      {check.action === 'edit' && (
        <TextLink
          to="/projects/$project/merge-requests/$iid/edit"
          params={{ project: which.project, iid: String(which.iid) }}
          className={classes.linkButton}
        >
          {words.changeTarget}
        </TextLink>
      )}
      {(check.help !== undefined || check.commands !== undefined) && (
        <div className={classes.checkHelp}>
          {check.help !== undefined && <p>{check.help}</p>}
          {check.commands !== undefined && <CopyLine value={check.commands} />}
        </div>
      )}
    </li>
  );
}

function MarkReady({ which, record }: { which: Which; record: MergeRequest }) {
  const update = useCommand(mergeRequests.update, {
    invalidates: touched,
    done: mergeRequestWords.review.markedReady,
  });
  return (
    <button
      type="button"
      className={classes.linkButton}
      disabled={update.isPending}
      onClick={() =>
        update.mutate({
          id: which.project,
          merge_request_iid: which.iid,
          title: titleAs(record.title, false),
        })
      }
    >
      {mergeRequestWords.review.markReady}
    </button>
  );
}

/** Rebases on the server, and looks until it is over. */
function Rebase({ which }: { which: Which }) {
  const client = useQueryClient();
  const id = { id: which.project, merge_request_iid: which.iid };
  const rebase = useCommand(mergeRequestOperations.rebase, {
    invalidates: [mergeRequests.show],
    done: words.rebaseAsked,
  });
  const isOver = (data: MergeRequest | undefined) => data?.rebase_in_progress === false;
  const { data, error } = useQuery({
    ...queryOf(mergeRequests.show, { ...id, include_rebase_in_progress: true }),
    enabled: rebase.isSuccess,
    refetchInterval: ({ state }) => (isOver(state.data) || state.error !== null ? false : 1500),
  });
  const isDone = rebase.isSuccess && (isOver(data) || error !== null);
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: [mergeRequests.show.id] });
  }, [client, isDone]);
  const isBusy = rebase.isPending || (rebase.isSuccess && !isDone);
  return (
    <button
      type="button"
      className={classes.linkButton}
      disabled={isBusy}
      onClick={() => rebase.mutate(id)}
    >
      {isBusy ? words.rebasing : words.rebaseNow}
    </button>
  );
}
