import { Button, Switch } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type Feature, features } from '#contract/features.ts';
import { useCommand } from '../../api/client.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Card, Content, Page } from '../../ui/page.tsx';
import { featureWords } from '../../words/features.ts';
import { flagDefinitions, flagsSet } from './queries.ts';

interface Flag {
  readonly id: string;
  readonly area: string;
  readonly isOnByDefault: boolean;
  /** Undefined while only the default holds. */
  readonly set: Feature | undefined;
}

const { columns: words } = featureWords;
const helper = columnsOf<Flag>();

const stateOf = ({ set, isOnByDefault }: Flag): Feature['state'] =>
  set?.state ?? (isOnByDefault ? 'on' : 'off');

/** For whom a flag is on that is neither on nor off for everyone. */
const gatesOf = ({ gates }: Feature): string[] =>
  gates.flatMap(({ key, value }) => {
    if (key === 'boolean' || value === 0) return [];
    return featureWords.gate(key, Array.isArray(value) ? value.join(', ') : String(value));
  });

const columns = helper.columns([
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
    meta: { width: 'l' },
    cell: ({ row: { original } }) => <State flag={original} />,
  }),
  helper.display({
    id: 'on',
    header: words.on,
    meta: { width: 's' },
    cell: ({ row: { original } }) => <OnSwitch flag={original} />,
  }),
  helper.display({
    id: 'reset',
    header: words.reset,
    meta: { width: 'm', phone: 'end' },
    cell: ({ row: { original } }) => original.set !== undefined && <Reset name={original.id} />,
  }),
]);

function State({ flag }: { flag: Flag }) {
  const gates = flag.set === undefined ? [] : gatesOf(flag.set);
  const state = featureWords.states[stateOf(flag)];
  const said = flag.set === undefined ? featureWords.byDefault(state) : state;
  return <span>{[said, ...gates].join('; ')}</span>;
}

function OnSwitch({ flag }: { flag: Flag }) {
  const set = useCommand(features.set, {
    invalidates: [features.list],
    done: (found) => featureWords.done(found.name, featureWords.states[found.state]),
  });
  return (
    <Switch
      aria-label={featureWords.switch(flag.id)}
      checked={stateOf(flag) === 'on'}
      disabled={set.isPending}
      onChange={(event) => set.mutate({ name: flag.id, value: event.currentTarget.checked })}
    />
  );
}

function Reset({ name }: { name: string }) {
  const remove = useCommand(features.remove, {
    invalidates: [features.list],
    done: featureWords.wasReset(name),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={remove.isPending}
      onClick={() => remove.mutate({ name })}
    >
      {featureWords.reset}
    </Button>
  );
}

/** Every flag that the server knows, and what was set besides. */
export function FeaturesPage() {
  const { data: known } = useSuspenseQuery(flagDefinitions);
  const { data: set } = useSuspenseQuery(flagsSet);
  const flags = known.map(({ name, group, default_enabled: isOnByDefault }): Flag => {
    return { id: name, area: group, isOnByDefault, set: set.find((one) => one.name === name) };
  });
  const names = new Set(flags.map(({ id }) => id));
  const unknown = set.flatMap((one): Flag[] =>
    names.has(one.name)
      ? []
      : [{ id: one.name, area: featureWords.unknown, isOnByDefault: false, set: one }],
  );
  return (
    <Page title={featureWords.title}>
      <Content>
        <p>{featureWords.help}</p>
        <Card>
          <DataTable
            label={featureWords.title}
            columns={columns}
            rows={[...flags, ...unknown]}
            inset
            empty={<p>{featureWords.none}</p>}
          />
        </Card>
      </Content>
    </Page>
  );
}
