import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequestSubscriptions } from '#contract/merge-request-subscriptions.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { todos } from '#contract/todos.ts';
import { useCommand } from '../../api/client.ts';
import { toast } from '../../api/toast.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { touched, type Which } from './queries.ts';
import type { Rights } from './rights.ts';
import { titleAs } from './title-marks.ts';

const words = mergeRequestWords.review;

/** Subscription and to-do, and draft, close, reopen, delete: only what this person may do. */
export function ReviewActions(props: { which: Which; record: MergeRequest; rights: Rights }) {
  const { which, record, rights } = props;
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const update = useCommand(mergeRequests.update, { invalidates: touched });
  const remove = useCommand(mergeRequests.remove, {
    invalidates: [mergeRequests.list, mergeRequests.listAll],
    done: words.removed(record.reference),
  });
  const after = { invalidates: [mergeRequests.show] } as const;
  const follow = useCommand(mergeRequestSubscriptions.subscribe, {
    ...after,
    done: words.subscribed,
  });
  const leave = useCommand(mergeRequestSubscriptions.unsubscribe, {
    ...after,
    done: words.unsubscribed,
  });
  const remember = useCommand(todos.createForMergeRequest, {
    invalidates: [todos.list],
    done: words.todoAdded,
  });
  const id = { id: which.project, merge_request_iid: which.iid };
  const isOpen = rights.update && record.state === 'opened';

  const change = (input: { title?: string; state_event?: 'close' }, done: string) =>
    update.mutate({ ...id, ...input }, { onSuccess: () => toast(done) });
  // What cannot be opened again stays as it is, and the answer says so.
  const reopen = () =>
    update.mutate(
      { ...id, state_event: 'reopen' },
      {
        onSuccess: ({ state }) =>
          toast(state === 'opened' ? words.reopened : words.notReopened(record.source_branch)),
      },
    );
  const confirmRemoval = async () => {
    await remove.mutateAsync(id);
    await navigate({
      to: '/projects/$project/merge-requests',
      params: { project: which.project },
    });
  };
  return (
    <>
      <Menu.Dropdown>
        <Menu.Item onClick={() => (record.subscribed ? leave : follow).mutate(id)}>
          {record.subscribed ? words.unsubscribe : words.subscribe}
        </Menu.Item>
        <Menu.Item onClick={() => remember.mutate(id)}>{words.addTodo}</Menu.Item>
        {isOpen && (
          <Menu.Item
            onClick={() =>
              change(
                { title: titleAs(record.title, !record.draft) },
                record.draft ? words.markedReady : words.markedDraft,
              )
            }
          >
            {record.draft ? words.markReady : words.markDraft}
          </Menu.Item>
        )}
        {isOpen && (
          <Menu.Item onClick={() => change({ state_event: 'close' }, words.closed)}>
            {words.close}
          </Menu.Item>
        )}
        {rights.update && record.state === 'closed' && (
          <Menu.Item onClick={reopen}>{words.reopen}</Menu.Item>
        )}
        {rights.remove && (
          <Menu.Item color="red" onClick={() => setIsAsking(true)}>
            {words.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
      <ConfirmDialog
        testId="delete-merge-request"
        isOpen={isAsking}
        title={words.removeTitle(record.reference)}
        confirm={words.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        typed={{ name: record.reference, label: words.removeTyped(record.reference) }}
        onConfirm={() => {
          // A refusal stays in the dialog, by `remove.error`.
          void confirmRemoval().catch(() => undefined);
        }}
        onCancel={() => setIsAsking(false)}
      >
        {words.removeHelp}
      </ConfirmDialog>
    </>
  );
}
