import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { ApiError } from '../../api/error.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Mono } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { narrowQuery } from '../../theme.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { AroundPart } from './around-part.tsx';
import { ApprovalsPart } from './approvals-part.tsx';
import { CheckRow, signs } from './check-row.tsx';
import { type Check, checksOf, isMergeable } from './checks.ts';
import { DependenciesPart, WaitingPart } from './dependencies-part.tsx';
import { useFacts } from './facts.ts';
import classes from './merge-requests.module.css';
import { MergeForm } from './merge-form.tsx';
import { mergeRequestShown, type Which } from './queries.ts';
import { ReviewersPart } from './reviewers-part.tsx';
import { NewCommits, useIsStale } from './seen-head.tsx';
import { TimePart } from './time-part.tsx';
import { StatusText } from './status-text.tsx';
import { WaitingMerge } from './waiting-merge.tsx';

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
      <DoneBox which={which} record={record} />
    );
  const rest = (
    <div className={classes.box} data-rest>
      <TimePart which={which} record={record} />
      <AroundPart which={which} />
    </div>
  );
  if (!isNarrow) {
    return (
      <>
        <section className={classes.box} aria-label={words.label}>
          {box}
        </section>
        {rest}
      </>
    );
  }
  return (
    <section className={classes.narrowBox} aria-label={words.label}>
      {isOpen && (
        <div className={classes.opened}>
          <div className={classes.box}>{box}</div>
          {rest}
        </div>
      )}
      <div className={classes.boxLine}>
        <Verdict which={which} record={record} />
        <Button variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? words.hide : words.show}
        </Button>
      </div>
    </section>
  );
}

function Verdict({ which, record }: { which: Which; record: MergeRequest }) {
  const checks = useChecks(which, record);
  if (record.state !== 'opened') return <StatusText record={record} />;
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

function useChecks(which: Which, record: MergeRequest): Check[] {
  const facts = useFacts(which, record);
  return checksOf(record, facts);
}

function OpenBox({ which, record }: { which: Which; record: MergeRequest }) {
  const checks = useChecks(which, record);
  const isStale = useIsStale(record);
  const open = checks.filter(({ state }) => state !== 'pass').length;
  const failing = checks.some(({ state }) => state === 'fail');
  const title = failing ? words.notReady : words.checking;
  return (
    <>
      <div className={classes.boxHead} aria-live="polite">
        <h2>{open === 0 ? words.ready : title}</h2>
        <p>{open === 0 ? words.allPassed(checks.length) : words.toDo(open, checks.length)}</p>
      </div>
      {isStale && (
        <div className={classes.boxHead}>
          <NewCommits which={which} now={record.sha} />
        </div>
      )}
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
      <DependenciesPart which={which} record={record} />
      <WaitingPart which={which} />
      <ApprovalsPart which={which} sha={record.sha} />
      <ReviewersPart which={which} record={record} />
      {record.merge_error !== null && (
        <div className={classes.boxHead}>
          <AlertBox error={new ApiError({ status: 422, message: record.merge_error })} />
        </div>
      )}
      {record.merge_when_pipeline_succeeds && <WaitingMerge which={which} record={record} />}
      {record.user.can_merge && !record.merge_when_pipeline_succeeds && (
        <MergeForm which={which} record={record} isReady={isMergeable(record)} />
      )}
    </>
  );
}

function titleOf(record: MergeRequest): string {
  if (record.state === 'locked') return words.merging;
  if (record.state === 'closed') {
    return record.closed_by === null ? words.closed : words.closedBy(record.closed_by.name);
  }
  return record.merge_user === null ? words.merged : words.mergedBy(record.merge_user.name);
}

function DoneBox({ which, record }: { which: Which; record: MergeRequest }) {
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
      <ApprovalsPart which={which} sha={record.sha} />
      <ReviewersPart which={which} record={record} />
    </>
  );
}
