import { Button, Combobox, Menu, useCombobox } from '@mantine/core';
import IconX from '@tabler/icons-react/icons/IconX';
import { type ReactElement, useState, useSyncExternalStore } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { common } from '../words/common.ts';
import { tableWords } from '../words/table.ts';
import { type BulkAction, onRuns, runBulk, runOf } from './bulk.ts';
import classes from './bulk.module.css';
import type { Selection } from './selection.ts';

const words = tableWords.selection;
const namesShown = 8;

interface Wanted<Row> {
  readonly action: BulkAction<Row>;
  readonly rows: readonly Row[];
  readonly choice: string;
}

/** How many rows are chosen and what can be done with them; lies above the pager. */
export function BulkBar<Row extends { id: number | string }>(props: {
  list: string;
  place: string;
  selection: Selection<Row>;
  actions: readonly BulkAction<Row>[];
  nameOf: (row: Row) => string;
  /** All rows of the filter, where they are more than those of the page. */
  all: { total: number; choose: () => void } | undefined;
}) {
  const { list, place, selection, actions, nameOf, all } = props;
  const [asked, setAsked] = useState<Wanted<Row>>();
  const isBusy = useSyncExternalStore(onRuns, () => runOf(place)?.isOver === false);
  const { rows } = selection;
  const start = ({ action, rows: chosen, choice }: Wanted<Row>) => {
    setAsked(undefined);
    selection.clear();
    runBulk({ place, action, rows: chosen, choice, nameOf });
  };
  const question = asked?.action.confirm?.(asked.rows);
  const preview = asked?.action.preview;
  // A preview is of all that were chosen: some may be left alone.
  const named = preview ? rows.map((row) => `${nameOf(row)}: ${preview(row)}`) : undefined;
  const names = named ?? asked?.rows.map(nameOf) ?? [];
  const shown = named === undefined ? namesShown : names.length;
  return (
    <>
      {rows.length > 0 && (
        <section className={classes.bar} aria-label={words.label} data-testid={`bulk-${list}`}>
          <strong aria-live="polite">{words.count(rows.length)}</strong>
          {all !== undefined && rows.length < all.total && (
            <button
              type="button"
              className={classes.link}
              disabled={selection.isAdding}
              onClick={all.choose}
            >
              {words.all(all.total)}
            </button>
          )}
          <span className={classes.actions}>
            {actions.map((action) => (
              <BulkButton
                key={action.name}
                action={action}
                rows={rows}
                isBusy={isBusy}
                onWant={(wanted) => (action.confirm ? setAsked(wanted) : start(wanted))}
              />
            ))}
          </span>
          <button
            type="button"
            className={classes.end}
            aria-label={words.clearLabel}
            onClick={selection.clear}
          >
            <span>{words.clear}</span> <IconX aria-hidden size={14} />
          </button>
        </section>
      )}
      <ConfirmDialog
        testId={`bulk-${list}`}
        isOpen={asked !== undefined}
        title={question?.title ?? ''}
        confirm={asked?.action.label ?? common.actions.save}
        isDangerous={asked?.action.undo === undefined}
        onConfirm={() => asked && start(asked)}
        onCancel={() => setAsked(undefined)}
      >
        <p>{question?.help}</p>
        <ul className={classes.names}>
          {names.slice(0, shown).map((name, at) => (
            // Two rows may bear one name.
            <li key={at}>{name}</li>
          ))}
          {names.length > shown && <li>{words.more(names.length - shown)}</li>}
        </ul>
      </ConfirmDialog>
    </>
  );
}

function BulkButton<Row>(props: {
  action: BulkAction<Row>;
  rows: readonly Row[];
  /** Another action is under way in this list. */
  isBusy: boolean;
  onWant: (wanted: Wanted<Row>) => void;
}) {
  const { action, rows, isBusy, onWant } = props;
  const fitting = action.fits ? rows.filter(action.fits) : rows;
  const buttonFor = (onClick?: () => void) => (
    <Button
      variant="default"
      size="xs"
      leftSection={action.icon}
      disabled={
        isBusy ||
        fitting.length === 0 ||
        (action.choices?.length === 0 && action.onSearch === undefined)
      }
      title={isBusy ? words.busy : fitting.length === 0 ? words.fitsNone : undefined}
      {...(onClick && { onClick })}
    >
      {words.part(action.label, fitting.length, rows.length)}
    </Button>
  );
  const choose = (choice: string) => onWant({ action, rows: fitting, choice });
  if (action.choices === undefined) return buttonFor(() => choose(''));
  if (action.onSearch !== undefined) {
    return (
      <FoundChoices choices={action.choices} onSearch={action.onSearch} onChoose={choose}>
        {buttonFor}
      </FoundChoices>
    );
  }
  return (
    <Menu position="top-start">
      <Menu.Target>{buttonFor()}</Menu.Target>
      <Menu.Dropdown className={classes.choices}>
        {action.choices.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => choose(value)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Choices below a field that finds them. */
function FoundChoices(props: {
  choices: NonNullable<BulkAction<unknown>['choices']>;
  onSearch: (text: string) => void;
  onChoose: (choice: string) => void;
  /** The button that opens them. */
  children: (onClick: () => void) => ReactElement;
}) {
  const { choices, onSearch, onChoose, children } = props;
  const [text, setText] = useState('');
  const type = (typed: string) => {
    setText(typed);
    onSearch(typed);
  };
  const store = useCombobox({
    onDropdownOpen: () => store.focusSearchInput(),
    onDropdownClose: () => type(''),
  });
  return (
    <Combobox
      store={store}
      position="top-start"
      width={320}
      onOptionSubmit={(choice) => {
        store.closeDropdown();
        onChoose(choice);
      }}
    >
      <Combobox.Target targetType="button" withKeyboardNavigation={false}>
        {children(() => store.toggleDropdown())}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={words.find}
          placeholder={words.find}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Combobox.Options className={classes.choices}>
          {choices.map(({ value, label }) => (
            <Combobox.Option key={value} value={value}>
              {label}
            </Combobox.Option>
          ))}
          {choices.length === 0 && <Combobox.Empty>{words.nothing}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
