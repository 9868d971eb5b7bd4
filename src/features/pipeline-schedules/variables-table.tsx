import { ActionIcon, Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { TypedVariable } from '../../form/variables-field.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import type { ScheduleControl } from './schedule-values.ts';
import classes from './schedules.module.css';

const words = scheduleWords.variable;
const { editor } = scheduleWords;

interface Row extends TypedVariable {
  readonly id: string;
  readonly isChanged: boolean;
}
const helper = columnsOf<Row>();

const columnsFor = (
  edit: ((variable: TypedVariable) => void) | undefined,
  remove: (key: string) => void,
) =>
  helper.columns([
    helper.display({
      id: 'key',
      header: words.key,
      meta: { width: 'm', phone: 'title' },
      cell: ({ row: { original } }) => (
        <span className={classes.key}>
          <Mono>{original.key}</Mono>
          {original.isChanged && (
            <span className={classes.dot} role="img" aria-label={words.unsaved} />
          )}
        </span>
      ),
    }),
    helper.display({
      id: 'type',
      header: words.type,
      meta: { width: 'xs' },
      cell: ({ row: { original } }) => words.types[original.variable_type],
    }),
    helper.display({
      id: 'value',
      header: words.value,
      meta: { phone: 'fill' },
      cell: ({ row: { original } }) => <ShownValue variable={original} />,
    }),
    ...(edit === undefined
      ? []
      : [
          helper.display({
            id: 'actions',
            header: words.actions,
            meta: { width: 's', numeric: true, phone: 'end' },
            cell: ({ row: { original } }) => (
              <span className={classes.actions}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={words.edit(original.key)}
                  onClick={() => edit(original)}
                >
                  <IconPencil aria-hidden size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={words.remove(original.key)}
                  onClick={() => remove(original.key)}
                >
                  <IconTrash aria-hidden size={16} />
                </ActionIcon>
              </span>
            ),
          }),
        ]),
  ]);

const secretName =
  /token|secret|passw|passphrase|credential|auth|private|(^|_)(key|pat|pwd|dsn)($|_)/i;
/** An address with a password in it. */
const secretAddress = /:\/\/[^/\s:@]*:[^/\s@]*@/;

/** A value in one line; what looks like a secret is hidden until somebody asks. */
function ShownValue({ variable: { key, value } }: { variable: TypedVariable }) {
  const [isShown, setShown] = useState(false);
  if (value === '') return <span className={classes.quiet}>{words.empty}</span>;
  const isSecret = secretName.test(key) || secretAddress.test(value);
  const isHidden = isSecret && !isShown;
  const [first = '', ...more] = value.split('\n');
  return (
    <span className={classes.value}>
      <Mono>{isHidden ? words.hidden : first}</Mono>
      {!isHidden && more.length > 0 && (
        <span className={classes.lines}>{words.lines(more.length)}</span>
      )}
      {isSecret && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={isHidden ? words.revealLabel(key) : words.hideLabel(key)}
          onClick={() => setShown(isHidden)}
        >
          {isHidden ? words.reveal : words.hide}
        </Button>
      )}
    </span>
  );
}

/** Variables of a schedule; they are saved with the rest of it. */
export function VariablesTable(props: {
  control: ScheduleControl;
  /** As they are stored. */
  stored: readonly TypedVariable[];
  /** Where they may be changed. */
  onEdit: ((edited: TypedVariable | 'new') => void) | undefined;
}) {
  const { control, stored, onEdit } = props;
  const { field, fieldState } = useController({ control, name: 'variables' });
  const rows = field.value.map((one): Row => {
    const old = stored.find(({ key }) => key === one.key);
    const isChanged = old?.value !== one.value || old.variable_type !== one.variable_type;
    return { ...one, id: one.key, isChanged };
  });
  const remove = (key: string) => field.onChange(field.value.filter((one) => one.key !== key));
  return (
    <Section
      title={editor.variables}
      about={editor.variablesHelp(rows.length)}
      {...(onEdit && {
        action: (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus aria-hidden size={14} />}
            onClick={() => onEdit('new')}
          >
            {editor.addVariable}
          </Button>
        ),
      })}
    >
      {rows.length === 0 ? (
        <p className={classes.quiet}>{editor.noVariables}</p>
      ) : (
        <Card>
          <DataTable
            testId="schedule-variables"
            inset
            label={editor.variables}
            columns={columnsFor(onEdit, remove)}
            rows={rows}
            empty={null}
          />
        </Card>
      )}
      {fieldState.error?.message !== undefined && (
        <p className={classes.refusal} role="alert">
          {fieldState.error.message}
        </p>
      )}
    </Section>
  );
}
