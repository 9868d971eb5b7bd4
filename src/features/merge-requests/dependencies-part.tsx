import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type MergeRequestDependency,
  mergeRequestDependencies,
} from '#contract/merge-request-dependencies.ts';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { useSearch } from '../../form/search.ts';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextLink } from '../../lib/links.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { StateIcon } from '../../ui/state-badge.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { reviewWords } from '../../words/reviews.ts';
import { stateOf } from './columns.tsx';
import classes from './merge-requests.module.css';
import { blockeesOf, blockersFound, blocksOf, touched, useBeat, type Which } from './queries.ts';
import { wholeRecords } from './records.ts';
import { useRights } from './rights.ts';

const words = reviewWords.dependencies;

/** What has to be merged before; who may change the merge request adds to it and takes away. */
export function DependenciesPart({ which, record }: { which: Which; record: MergeRequest }) {
  const { update } = useRights(which);
  const { data: blocks, error } = useQuery({ ...blocksOf(which), ...useBeat(which) });
  const remove = useCommand(mergeRequestDependencies.remove, {
    invalidates: touched,
    done: words.removed,
    showsError: true,
  });
  if (blocks === undefined) return error && <ErrorLine error={error} />;
  const mayChange = update && record.state === 'opened';
  const shown = blocks.rows.flatMap(({ id, blocking_merge_request: other }) =>
    other === undefined ? [] : [{ id, other }],
  );
  const count = blocks.total ?? blocks.rows.length;
  const hidden = blocks.rows.length - shown.length;
  if (count === 0 && !mayChange) return null;
  const drop = (id: number) =>
    remove.mutate({ id: which.project, merge_request_iid: which.iid, block_id: id });
  return (
    <section className={classes.approvals} aria-label={words.label}>
      <h3>{words.waitsFor(count)}</h3>
      {remove.error && <AlertBox error={remove.error} />}
      {count > 0 && (
        <ul className={classes.approvers}>
          {shown.map(({ id, other }) => (
            <li key={id}>
              <Other other={other} />
              {mayChange && (
                <button
                  type="button"
                  className={classes.linkButton}
                  aria-label={words.removeOf(other.reference)}
                  disabled={remove.isPending}
                  onClick={() => drop(id)}
                >
                  {common.actions.remove}
                </button>
              )}
            </li>
          ))}
          {hidden > 0 && <li>{words.hidden(hidden)}</li>}
        </ul>
      )}
      {mayChange && <AddDependency which={which} self={record.id} />}
    </section>
  );
}

/** What waits until this one is merged; those that one may not see are counted. */
export function WaitingPart({ which }: { which: Which }) {
  const { data: waiting, error } = useQuery({ ...blockeesOf(which), ...useBeat(which) });
  if (waiting === undefined) return error && <ErrorLine error={error} />;
  const count = waiting.total ?? waiting.rows.length;
  if (count === 0) return null;
  const shown = waiting.rows.flatMap(({ id, blocked_merge_request: other }) =>
    other === undefined ? [] : [{ id, other }],
  );
  const hidden = waiting.rows.length - shown.length;
  return (
    <section className={classes.approvals} aria-label={words.waitingLabel}>
      <h3>{words.waiting(count)}</h3>
      <ul className={classes.approvers}>
        {shown.map(({ id, other }) => (
          <li key={id}>
            <Other other={other} />
          </li>
        ))}
        {hidden > 0 && <li>{words.hidden(hidden)}</li>}
      </ul>
    </section>
  );
}

type Blocker = NonNullable<MergeRequestDependency['blocking_merge_request']>;

function Other({ other }: { other: Blocker }) {
  return (
    <span className={classes.branches}>
      <StateIcon state={stateOf(other)} />
      <TextLink
        to="/projects/$project/merge-requests/$iid"
        params={{ project: String(other.project_id), iid: String(other.iid) }}
      >
        {other.reference} {other.title}
      </TextLink>
    </span>
  );
}

function AddDependency({ which, self }: { which: Which; self: number }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <Adding which={which} self={self} onClose={() => setIsOpen(false)} />;
  return (
    <button type="button" className={classes.linkButton} onClick={() => setIsOpen(true)}>
      {words.add}
    </button>
  );
}

function Adding(props: { which: Which; self: number; onClose: () => void }) {
  const { which, self, onClose } = props;
  const form = useContractForm(mergeRequestDependencies.create.body, {});
  const [search, setSearch] = useState('');
  const found = useSearch(search, (text) => blockersFound(which, text));
  const add = useCommand(mergeRequestDependencies.create, {
    invalidates: touched,
    done: words.added,
  });
  const others = wholeRecords(found.data?.rows ?? []).filter(({ id }) => id !== self);
  return (
    <Form
      form={form}
      plain
      onSubmit={async ({ blocking_merge_request_id }) => {
        await add.mutateAsync({
          id: which.project,
          merge_request_iid: which.iid,
          blocking_merge_request_id,
        });
        onClose();
      }}
      bar={
        <SubmitBar
          form={form}
          label={words.add}
          needsChange
          isSecondary
          cancel={
            <Button variant="subtle" color="gray" onClick={onClose}>
              {common.actions.cancel}
            </Button>
          }
        />
      }
    >
      <SelectField
        control={form.control}
        name="blocking_merge_request_id"
        label={words.which}
        help={words.whichHelp}
        choices={others.map(({ id, references, title }) => ({
          value: id,
          label: `${references.full} ${title}`,
        }))}
        onSearch={setSearch}
        isSearching={found.isFetching}
        searchError={found.error}
        nothingFound={words.noneFound}
      />
    </Form>
  );
}
