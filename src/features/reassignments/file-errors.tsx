import type { ReassignmentRowRecord } from '#contract/reassignment-files.ts';
import { formatNumber } from '../../lib/format.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Section } from '../../ui/page.tsx';
import { reassignmentWords } from '../../words/reassignments.ts';
import { nameOf, type ShownFile } from './queries.ts';
import classes from './reassignments.module.css';

const words = reassignmentWords.files;

type Row = ReassignmentRowRecord & { id: string };

const helper = columnsOf<Row>();
const columns = helper.columns([
  helper.display({
    id: 'line',
    header: words.errorColumns.line,
    meta: { width: 'xs', numeric: true },
    cell: ({ row: { original } }) => (
      <span className={classes.line} data-word={words.errorColumns.line}>
        {formatNumber(original.line)}
      </span>
    ),
  }),
  helper.display({
    id: 'problem',
    header: words.errorColumns.problem,
    meta: { phone: 'title' },
    cell: ({ row: { original } }) => (
      <span className={classes.reason}>
        {original.message || original.problem || words.noReason}
      </span>
    ),
  }),
  helper.display({
    id: 'column',
    header: words.errorColumns.column,
    meta: { width: 'm' },
    cell: ({ row: { original } }) => original.column ?? words.wholeLine,
  }),
  helper.display({
    id: 'value',
    header: words.errorColumns.value,
    meta: { width: 'm' },
    cell: ({ row: { original } }) => (original.value ? <Mono>{original.value}</Mono> : words.blank),
  }),
  helper.display({
    id: 'person',
    header: words.errorColumns.person,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) =>
      nameOf({ ...original, source_name: original.source_user_name }) || words.blank,
  }),
]);

/** The first lines of a file that fail, each with its number, column and reason. */
export function FileErrors({ file }: { file: ShownFile }) {
  const { errors, failed } = file;
  if (errors.length === 0) return null;
  const isCut = failed > errors.length;
  return (
    <Section
      title={words.errors}
      {...(isCut && { about: words.firstErrors(errors.length, failed) })}
    >
      <DataTable
        testId="file-errors"
        label={words.errors}
        columns={columns}
        rows={errors.map((error) => ({ ...error, id: String(error.line) }))}
        inset
        empty={null}
      />
    </Section>
  );
}
