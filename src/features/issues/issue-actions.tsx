import { ActionIcon, Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import { type Issue, issues } from '#contract/issues.ts';
import { useCommand } from '../../api/client.ts';
import { toast } from '../../api/toast.ts';
import { IconLink } from '../../lib/links.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { issueWords as words } from '../../words/issues.ts';
import { idOf, touched, type Which } from './queries.ts';
import type { Rights } from './rights.ts';

/** Edit, close or reopen, and what is wanted more seldom: only what this person may do. */
export function IssueActions(props: { which: Which; record: Issue; rights: Rights }) {
  const { which, record, rights } = props;
  const update = useCommand(issues.update, { invalidates: touched });
  const change = (input: BodyOf<typeof issues.update>, done: string) =>
    update.mutate({ ...idOf(which), ...input }, { onSuccess: () => toast(done) });
  const isOpen = record.state === 'opened';
  return (
    <>
      {rights.update && (
        <IconLink
          to="/projects/$project/issues/$iid/edit"
          params={{ project: which.project, iid: String(which.iid) }}
          aria-label={words.edit}
          title={words.edit}
        >
          <IconPencil aria-hidden size={16} />
        </IconLink>
      )}
      {(rights.plan || rights.remove) && (
        <More record={record} rights={rights} which={which} change={change} />
      )}
      {rights.update && (
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() =>
            isOpen
              ? change({ state_event: 'close' }, words.closed)
              : change({ state_event: 'reopen' }, words.reopened)
          }
        >
          {isOpen ? words.close : words.reopen}
        </Button>
      )}
    </>
  );
}

function More(props: {
  which: Which;
  record: Issue;
  rights: Rights;
  change: (input: BodyOf<typeof issues.update>, done: string) => void;
}) {
  const { which, record, rights, change } = props;
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useCommand(issues.remove, {
    invalidates: [issues.list],
    done: words.removed(record.references.short),
    showsError: true,
  });
  const { confidential, discussion_locked: isLocked } = record;
  const confirmRemoval = async () => {
    await remove.mutateAsync(idOf(which));
    await navigate({ to: '/projects/$project/issues', params: { project: which.project } });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={words.more} title={words.more}>
            <IconDots aria-hidden size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {rights.plan && (
            <Menu.Item
              onClick={() =>
                change({ confidential: !confidential }, confidential ? words.shown : words.hidden)
              }
            >
              {confidential ? words.show : words.hide}
            </Menu.Item>
          )}
          {rights.plan && (
            <Menu.Item
              onClick={() =>
                change(
                  { discussion_locked: isLocked !== true },
                  isLocked ? words.unlockedNow : words.lockedNow,
                )
              }
            >
              {isLocked ? words.unlock : words.lock}
            </Menu.Item>
          )}
          {rights.remove && (
            <Menu.Item color="red" onClick={() => setIsAsking(true)}>
              {words.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        testId="delete-issue"
        isOpen={isAsking}
        title={words.removeTitle(record.references.short)}
        confirm={words.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        typed={{
          name: record.references.short,
          label: words.removeTyped(record.references.short),
        }}
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
