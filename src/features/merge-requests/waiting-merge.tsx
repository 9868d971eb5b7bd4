import { Button } from '@mantine/core';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import classes from './merge-requests.module.css';
import { touched, type Which } from './queries.ts';

const words = mergeRequestWords.box;

/** A merge that comes by itself once the checks have passed, and how to take it back. */
export function WaitingMerge({ which, record }: { which: Which; record: MergeRequest }) {
  const self = useCurrentUser().id;
  const cancel = useCommand(mergeRequests.cancelAutoMerge, {
    invalidates: touched,
    done: words.waitingCancelled,
  });
  const mayCancel = record.user.can_merge || record.author.id === self;
  const by = record.merge_user?.name;
  return (
    <div className={classes.mergeForm}>
      <p className={classes.waiting}>{by === undefined ? words.waits : words.waitsBy(by)}</p>
      {mayCancel && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id: which.project, merge_request_iid: which.iid })}
        >
          {words.cancelWaiting}
        </Button>
      )}
    </div>
  );
}
