import { Button, Checkbox, Textarea } from '@mantine/core';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { branches } from '#contract/branches.ts';
import { type MergeRequest, passingMergeStatuses } from '#contract/merge-request-record.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { useCommand } from '../../api/client.ts';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import classes from './merge-requests.module.css';
import {
  commitCountOf,
  messagesOf,
  projectOf,
  reviewRoute,
  touched,
  type Which,
} from './queries.ts';
import { useSeenHead } from './seen-head.tsx';

const words = mergeRequestWords.box;

/** What passes by somebody's work or by itself: the server takes a merge that waits for it. */
const passesLater: readonly string[] = passingMergeStatuses;

/** Squash, source branch, messages, and the button that merges. */
export function MergeForm(props: { which: Which; record: MergeRequest; isReady: boolean }) {
  const { which, record, isReady } = props;
  const { data: project } = useSuspenseQuery(projectOf(which.project));
  const { data: commits } = useSuspenseQuery(commitCountOf(which));
  const client = useQueryClient();
  // The head that was looked at: a newer one is refused until its changes are shown.
  const { sha } = useSeenHead();
  const [squash, setSquash] = useState(record.squash_on_merge);
  const [removesBranch, setRemovesBranch] = useState(record.force_remove_source_branch ?? false);
  const [isEditing, setIsEditing] = useState(false);
  // What is not touched follows what the server would write.
  const { data: messages } = useQuery({ ...messagesOf(which), enabled: isEditing });
  const [message, setMessage] = useState<string>();
  const [squashMessage, setSquashMessage] = useState<string>();
  const merge = useCommand(mergeRequests.merge, {
    invalidates: [...touched, branches.list],
    done: ({ state }) => (state === 'merged' ? words.done(record.reference) : words.willMerge),
    showsError: true,
  });

  const change = useCommand(mergeRequests.update, {
    invalidates: [mergeRequests.show],
    showsError: true,
  });

  const isStale = sha !== record.sha;
  // What came is told at the head of the box; once it is looked at there is nothing to say.
  const isAnswered = isStale || (merge.variables?.sha ?? null) !== sha;
  const makesCommit = project.merge_method !== 'ff';
  const isAlways = project.squash_option === 'always';
  const squashes = squash || isAlways;
  const waits = !isReady && passesLater.includes(record.detailed_merge_status);
  const send = () => {
    const input = { id: which.project, merge_request_iid: which.iid };
    const wanted = {
      should_remove_source_branch: removesBranch,
      ...(waits && { auto_merge: true }),
      ...(squash && { squash: true }),
      ...(sha !== null && { sha }),
      ...(isEditing && makesCommit && message && { merge_commit_message: message }),
      ...(isEditing && squashes && squashMessage && { squash_commit_message: squashMessage }),
    };
    const askAgain = () => void client.invalidateQueries({ queryKey: [mergeRequests.show.id] });
    const mergeIt = () => merge.mutate({ ...input, ...wanted }, { onError: askAgain });
    // The merge itself can only add a squash; taking it back is a change of the request.
    if (record.squash && !squash)
      change.mutate({ ...input, squash: false }, { onSuccess: mergeIt });
    else mergeIt();
  };
  const mayMerge = (isReady || waits) && !isStale;
  const label = waits ? words.mergeWhenReady : squashes ? words.mergeSquashed : words.merge;
  useScreenActions(mayMerge ? [{ id: 'merge', label, run: send }] : []);
  return (
    <form
      className={classes.mergeForm}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <UnsavedGuard
        isUnsaved={() => isEditing && (message !== undefined || squashMessage !== undefined)}
        within={reviewRoute}
      />
      {change.error && <AlertBox error={change.error} />}
      {merge.error && !(merge.error.status === 409 && isAnswered) && (
        <AlertBox error={merge.error} />
      )}
      {project.squash_option !== 'never' && (
        <Checkbox
          label={words.squash(commits.total)}
          description={isAlways ? words.squashAlways : undefined}
          checked={squashes}
          disabled={isAlways}
          onChange={(event) => setSquash(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label={words.removeBranch(record.source_branch)}
        checked={removesBranch}
        onChange={(event) => setRemovesBranch(event.currentTarget.checked)}
      />
      {(makesCommit || squashes) && (
        <button
          type="button"
          className={classes.linkButton}
          aria-expanded={isEditing}
          onClick={() => setIsEditing(!isEditing)}
        >
          {isEditing ? words.hideMessage : words.editMessage}
        </button>
      )}
      {isEditing && makesCommit && (
        <Textarea
          label={words.mergeMessage}
          value={message ?? messages?.default_merge_commit_message ?? ''}
          disabled={messages === undefined}
          onChange={(event) => setMessage(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={12}
        />
      )}
      {isEditing && squashes && (
        <Textarea
          label={words.squashMessage}
          value={squashMessage ?? messages?.default_squash_commit_message ?? ''}
          disabled={messages === undefined}
          onChange={(event) => setSquashMessage(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={12}
        />
      )}
      <Button
        type="submit"
        fullWidth
        variant={waits ? 'default' : 'filled'}
        disabled={!mayMerge}
        loading={merge.isPending || change.isPending}
      >
        {label}
      </Button>
    </form>
  );
}
