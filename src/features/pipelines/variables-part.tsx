import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { pipelines } from '#contract/pipelines.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { pipelineWords } from '../../words/pipelines.ts';
import classes from './pipelines.module.css';
import { variablesOf, type Which } from './queries.ts';

const words = pipelineWords.variable;

type Variable = ResponseOf<typeof pipelines.variables>[number] & { readonly id: string };
const helper = columnsOf<Variable>();

const columnsFor = (areShown: boolean) =>
  helper.columns([
    helper.display({
      id: 'key',
      header: words.key,
      meta: { width: 'l', phone: 'title' },
      cell: ({ row: { original } }) => <Mono>{original.key}</Mono>,
    }),
    helper.display({
      id: 'type',
      header: words.type,
      meta: { width: 'xs', quiet: true },
      cell: ({ row: { original } }) => words[original.variable_type],
    }),
    helper.display({
      id: 'value',
      header: words.value,
      meta: { phone: 'fill' },
      cell: ({ row: { original } }) => (
        <span className={classes.value}>{areShown ? original.value : pipelineWords.hidden}</span>
      ),
    }),
  ]);

/** What a pipeline was started with, for those who may know; the values when they ask. */
export function VariablesPart({ which, mayRead }: { which: Which; mayRead: boolean }) {
  const [areShown, setShown] = useState(false);
  const { data, error, refetch } = useQuery({ ...variablesOf(which), enabled: mayRead });
  const toggle = (
    <Button size="xs" variant="default" onClick={() => setShown(!areShown)}>
      {areShown ? pipelineWords.hide : pipelineWords.reveal}
    </Button>
  );
  return (
    <Section
      title={pipelineWords.variables}
      about={mayRead ? pipelineWords.variablesHelp : pipelineWords.variablesHidden}
      {...(data !== undefined && data.length > 0 && { action: toggle })}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {mayRead && data === undefined && error === null && <RowsSkeleton rows={2} />}
      {data?.length === 0 && <p className={classes.quiet}>{pipelineWords.noVariables}</p>}
      {data !== undefined && data.length > 0 && (
        <Card>
          <DataTable
            testId="pipeline-variables"
            inset
            label={pipelineWords.variables}
            columns={columnsFor(areShown)}
            rows={data.map((one) => ({ ...one, id: one.key }))}
            empty={null}
          />
        </Card>
      )}
    </Section>
  );
}
