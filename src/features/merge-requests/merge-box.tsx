import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleDashed from '@tabler/icons-react/icons/IconCircleDashed';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { useCommand } from '../../api/client.ts';
import { CopyButton, CopyLine } from '../../ui/copy.tsx';
import { Mono } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { narrowQuery } from '../../theme.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { type Check, type CheckState, checksOf } from './checks.ts';
import classes from './merge-requests.module.css';
import { MergeForm } from './merge-form.tsx';
import { mergeRequestShown, touched, type Which } from './queries.ts';
import { titleAs } from './review-actions.tsx';
import { StatusText } from './status-text.tsx';

const words = mergeRequestWords.box;

/** Every check with its next step, and the merge itself; one line where there is little room. */
export function MergeBox({ which }: { which: Which }) {
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  const isNarrow = useMediaQuery(narrowQuery, false, { getInitialValueInEffect: false });
  const [isOpen, setIsOpen] = useState(false);
  const box =
    record.state === 'opened' ? (
      <OpenBox which={which} record={record} />
    ) : (
      <DoneBox record={record} />
    );
  if (!isNarrow) {
    return (
      <section className={classes.box} aria-label={words.label}>
        {box}
      </section>
    );
  }
  return (
    <section className={classes.narrowBox} aria-label={words.label}>
      {isOpen && <div className={classes.box}>{box}</div>}
      <div className={classes.boxLine}>
        <Verdict record={record} />
        <Button variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? words.hide : words.show}
        </Button>
      </div>
    </section>
  );
}

function Verdict({ record }: { record: MergeRequest }) {
  if (record.state !== 'opened') return <StatusText record={record} />;
  const checks = checksOf(record);
  const open = checks.filter(({ state }) => state !== 'pass');
  const failing = open.some(({ state }) => state === 'fail');
  const Sign = signs[open[0]?.state ?? 'pass'];
  return (
    <StateText
      tone={failing ? 'closed' : open.length > 0 ? 'warning' : 'open'}
      icon={<Sign aria-hidden size={16} />}
    >
      {open.length === 0 ? words.ready : words.toDo(open.length, checks.length)}
    </StateText>
  );
}

function OpenBox({ which, record }: { which: Which; record: MergeRequest }) {
  const checks = checksOf(record);
  const open = checks.filter(({ state }) => state !== 'pass').length;
  const failing = checks.some(({ state }) => state === 'fail');
  const title = failing ? words.notReady : words.checking;
  return (
    <>
      <div className={classes.boxHead} aria-live="polite">
        <h2>{open === 0 ? words.ready : title}</h2>
        <p>{open === 0 ? words.allPassed(checks.length) : words.toDo(open, checks.length)}</p>
      </div>
      <div className={classes.bar} aria-hidden>
        {checks.map(({ key, state }) => (
          <span key={key} data-state={state} />
        ))}
      </div>
      <ul className={classes.checks}>
        {checks.map((check) => (
          <CheckRow key={check.key} check={check} which={which} record={record} />
        ))}
      </ul>
      {record.user.can_merge && <MergeForm which={which} record={record} isReady={open === 0} />}
    </>
  );
}

const signs: Record<CheckState, typeof IconCircleX> = {
  fail: IconCircleX,
  pending: IconCircleDashed,
  pass: IconCircleCheck,
};

function CheckRow(props: { check: Check; which: Which; record: MergeRequest }) {
  const { check, which, record } = props;
  const Sign = signs[check.state];
  return (
    <li className={classes.check} data-state={check.state}>
      <Sign role="img" aria-label={words[check.state]} size={16} />
      <span>{check.title}</span>
      {check.action === 'ready' && <MarkReady which={which} record={record} />}
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

function titleOf(record: MergeRequest): string {
  if (record.state === 'locked') return words.merging;
  if (record.state === 'closed') {
    return record.closed_by === null ? words.closed : words.closedBy(record.closed_by.name);
  }
  return record.merge_user === null ? words.merged : words.mergedBy(record.merge_user.name);
}

function DoneBox({ record }: { record: MergeRequest }) {
  const at = record.merged_at ?? record.closed_at;
  const shas = [
    [words.mergeCommit, record.merge_commit_sha],
    [words.squashCommit, record.squash_commit_sha],
  ] as const;
  return (
    <>
      <div className={classes.boxHead}>
        <h2>{titleOf(record)}</h2>
        {at !== null && (
          <p>
            <RelativeTime at={at} />
          </p>
        )}
      </div>
      <ul className={classes.checks}>
        {shas.map(
          ([label, sha]) =>
            sha !== null && (
              <li key={label} className={classes.check} data-state="pass">
                <IconCircleCheck aria-hidden size={16} />
                <span>
                  {label} <Mono>{sha.slice(0, 8)}</Mono>
                </span>
                <CopyButton value={sha} label={mergeRequestWords.commits.copySha(sha)} />
              </li>
            ),
        )}
      </ul>
    </>
  );
}
