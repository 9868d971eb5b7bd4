import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { mergeRequestTime } from '#contract/merge-request-time.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { common } from '../../words/common.ts';
import { reviewWords } from '../../words/reviews.ts';
import classes from './merge-requests.module.css';
import { touched, type Which } from './queries.ts';
import { useRights } from './rights.ts';

const words = reviewWords.time;

/** How long it is to take and has taken, to read, and for developers to write. */
export function TimePart({ which, record }: { which: Which; record: MergeRequest }) {
  const [open, setOpen] = useState<'log' | 'estimate'>();
  const { time: mayWrite } = useRights(which);
  const { time_estimate: estimate, total_time_spent: spent } = record.time_stats;
  const { human_time_estimate, human_total_time_spent } = record.time_stats;
  const isNone = estimate === 0 && spent === 0;
  if (isNone && !mayWrite) return null;
  const close = () => setOpen(undefined);
  return (
    <section className={classes.approvals} aria-label={words.label}>
      <h3>{isNone ? words.none : words.spent(human_total_time_spent, human_time_estimate)}</h3>
      {estimate > 0 && (
        <progress
          className={classes.time}
          max={estimate}
          value={Math.min(spent, estimate)}
          aria-label={words.spent(human_total_time_spent, human_time_estimate)}
        />
      )}
      {estimate > 0 && spent > estimate && <p className={classes.waiting}>{words.over}</p>}
      {mayWrite && open === undefined && (
        <div className={classes.looks}>
          <button type="button" className={classes.linkButton} onClick={() => setOpen('log')}>
            {words.log}
          </button>
          <button type="button" className={classes.linkButton} onClick={() => setOpen('estimate')}>
            {words.estimate}
          </button>
          {estimate > 0 && <DropEstimate which={which} />}
          {spent > 0 && <ResetSpent which={which} spent={human_total_time_spent ?? ''} />}
        </div>
      )}
      {open === 'log' && <LogTime which={which} onClose={close} />}
      {open === 'estimate' && <Estimate which={which} onClose={close} />}
    </section>
  );
}

const idOf = ({ project, iid }: Which) => ({ id: project, merge_request_iid: iid });

function LogTime({ which, onClose }: { which: Which; onClose: () => void }) {
  const form = useContractForm(mergeRequestTime.addSpent.body, { duration: '', summary: '' });
  const add = useCommand(mergeRequestTime.addSpent, { invalidates: touched, done: words.logged });
  return (
    <Form
      form={form}
      plain
      onSubmit={async (values) => {
        await add.mutateAsync({ ...idOf(which), ...values });
        onClose();
      }}
      bar={
        <SubmitBar
          form={form}
          label={words.log}
          isSecondary
          cancel={<Cancel onClose={onClose} />}
        />
      }
    >
      <TextField
        control={form.control}
        name="duration"
        label={words.duration}
        help={words.logHelp}
        required
      />
      <TextField control={form.control} name="summary" label={words.summary} />
    </Form>
  );
}

function Estimate({ which, onClose }: { which: Which; onClose: () => void }) {
  const form = useContractForm(mergeRequestTime.estimate.body, { duration: '' });
  const set = useCommand(mergeRequestTime.estimate, {
    invalidates: touched,
    done: words.estimated,
  });
  return (
    <Form
      form={form}
      plain
      onSubmit={async (values) => {
        await set.mutateAsync({ ...idOf(which), ...values });
        onClose();
      }}
      bar={
        <SubmitBar
          form={form}
          label={words.estimate}
          isSecondary
          cancel={<Cancel onClose={onClose} />}
        />
      }
    >
      <TextField
        control={form.control}
        name="duration"
        label={words.duration}
        help={words.durationHelp}
        required
      />
    </Form>
  );
}

function Cancel({ onClose }: { onClose: () => void }) {
  return (
    <Button variant="subtle" color="gray" onClick={onClose}>
      {common.actions.cancel}
    </Button>
  );
}

function DropEstimate({ which }: { which: Which }) {
  const drop = useCommand(mergeRequestTime.resetEstimate, {
    invalidates: touched,
    done: words.dropped,
  });
  return (
    <button
      type="button"
      className={classes.linkButton}
      disabled={drop.isPending}
      onClick={() => drop.mutate(idOf(which))}
    >
      {words.dropEstimate}
    </button>
  );
}

function ResetSpent({ which, spent }: { which: Which; spent: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const reset = useCommand(mergeRequestTime.resetSpent, {
    invalidates: touched,
    done: words.wasReset,
    showsError: true,
  });
  return (
    <>
      <button type="button" className={classes.linkButton} onClick={() => setIsAsking(true)}>
        {words.reset}
      </button>
      <ConfirmDialog
        testId="reset-time"
        isOpen={isAsking}
        title={words.resetTitle}
        confirm={words.reset}
        isDangerous
        isBusy={reset.isPending}
        error={reset.error}
        onConfirm={() => reset.mutate(idOf(which), { onSuccess: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      >
        {words.resetHelp(spent)}
      </ConfirmDialog>
    </>
  );
}
