import { Button, Switch } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { features } from '#contract/features.ts';
import { useCommand } from '../../api/client.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Card, Content, Page } from '../../ui/page.tsx';
import { featureWords } from '../../words/features.ts';
import classes from './features.module.css';
import { FlagDialog } from './flag-dialog.tsx';
import { type Flag, isOnForEveryone, stateOf, whomOf } from './flags.ts';
import { flagDefinitions, flagsSet } from './queries.ts';

const { columns: words } = featureWords;
const helper = columnsOf<Flag>();

const columnsFor = (open: (flag: string) => void) =>
  helper.columns([
    helper.display({
      id: 'name',
      header: words.name,
      meta: { phone: 'title' },
      cell: ({ row: { original } }) => <Mono>{original.id}</Mono>,
    }),
    helper.display({
      id: 'area',
      header: words.area,
      meta: { width: 'm', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => original.area,
    }),
    helper.display({
      id: 'state',
      header: words.state,
      meta: { width: 'm' },
      cell: ({ row: { original } }) => {
        const state = featureWords.states[stateOf(original)];
        return original.set === undefined ? featureWords.byDefault(state) : state;
      },
    }),
    helper.display({
      id: 'whom',
      header: words.whom,
      meta: { width: 'l', quiet: true },
      cell: ({ row: { original } }) => whomOf(original).join(', '),
    }),
    helper.display({
      id: 'on',
      header: words.on,
      meta: { width: 's' },
      cell: ({ row: { original } }) => <OnSwitch flag={original} />,
    }),
    helper.display({
      id: 'actions',
      header: words.actions,
      meta: { width: 'l', numeric: true, phone: 'end' },
      cell: ({ row: { original } }) => (
        <>
          {original.set !== undefined && <Reset flag={original} />}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={featureWords.edit.label(original.id)}
            onClick={() => open(original.id)}
          >
            {featureWords.edit.open}
          </Button>
        </>
      ),
    }),
  ]);

/** Asks where something is lost that was set for some. */
function AskLoss(props: {
  flag: Flag;
  change: 'on' | 'off' | 'reset' | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { flag, change = 'reset' } = props;
  const { ask } = featureWords;
  return (
    <ConfirmDialog
      testId="change-feature-flag"
      isOpen={props.change !== undefined}
      title={ask.titles[change](flag.id)}
      confirm={ask.confirm[change]}
      isDangerous
      onConfirm={props.onConfirm}
      onCancel={props.onCancel}
    >
      {ask.lost}
      <ul className={classes.lost}>
        {whomOf(flag).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function OnSwitch({ flag }: { flag: Flag }) {
  const [asked, setAsked] = useState<boolean>();
  const set = useCommand(features.set, {
    invalidates: [features.list],
    done: (found) => featureWords.done(found.name, featureWords.states[found.state]),
  });
  const turn = (value: boolean) => {
    setAsked(undefined);
    set.mutate({ name: flag.id, value });
  };
  return (
    <>
      <Switch
        aria-label={featureWords.switch(flag.id)}
        checked={isOnForEveryone(flag)}
        disabled={set.isPending}
        onChange={(event) => {
          const value = event.currentTarget.checked;
          if (whomOf(flag).length > 0) setAsked(value);
          else turn(value);
        }}
      />
      <AskLoss
        flag={flag}
        change={asked === undefined ? undefined : asked ? 'on' : 'off'}
        onConfirm={() => asked !== undefined && turn(asked)}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
}

function Reset({ flag }: { flag: Flag }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useCommand(features.remove, {
    invalidates: [features.list],
    done: featureWords.wasReset(flag.id),
  });
  const reset = () => {
    setIsAsking(false);
    remove.mutate({ name: flag.id });
  };
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={featureWords.resetLabel(flag.id)}
        loading={remove.isPending}
        onClick={() => (whomOf(flag).length > 0 ? setIsAsking(true) : reset())}
      >
        {featureWords.reset}
      </Button>
      <AskLoss
        flag={flag}
        change={isAsking ? 'reset' : undefined}
        onConfirm={reset}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

/** Every flag that the server knows, and what was set besides. */
export function FeaturesPage() {
  const { data: known } = useSuspenseQuery(flagDefinitions);
  const { data: set } = useSuspenseQuery(flagsSet);
  const [opened, setOpened] = useState<string>();
  const columns = useMemo(() => columnsFor(setOpened), []);
  const names = new Set(known.map(({ name }) => name));
  const flags: Flag[] = [
    ...known.map(({ name, group, default_enabled: isOnByDefault }) => {
      return { id: name, area: group, isOnByDefault, set: set.find((one) => one.name === name) };
    }),
    ...set
      .filter(({ name }) => !names.has(name))
      .map((one) => {
        return { id: one.name, area: featureWords.unknown, isOnByDefault: false, set: one };
      }),
  ];
  const open = flags.find(({ id }) => id === opened);
  useScreenActions(
    flags.map(({ id }) => {
      return { id: `flag ${id}`, label: featureWords.edit.label(id), run: () => setOpened(id) };
    }),
  );
  return (
    <Page title={featureWords.title} about={featureWords.help}>
      <Content>
        <Card>
          <DataTable
            testId="feature-flags"
            label={featureWords.title}
            columns={columns}
            rows={flags}
            inset
            empty={<p>{featureWords.none}</p>}
          />
        </Card>
      </Content>
      {open !== undefined && <FlagDialog flag={open} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}
