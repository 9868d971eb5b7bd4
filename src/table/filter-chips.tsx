import { Button, Menu, Popover, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconX from '@tabler/icons-react/icons/IconX';
import { Fragment, type ReactNode, useState } from 'react';
import { tableWords } from '../words/table.ts';
import type { Filter } from './filter-bar.tsx';
import classes from './table.module.css';

/** A filter in use: its value can be changed and it can be taken away. */
export function FilterChip(props: {
  filter: Filter;
  /** Not yet while its text is being typed. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { filter, value, onChange } = props;
  const chosen = filter.choices?.find((choice) => choice.value === value)?.label ?? value;
  const Values = filter.choices === undefined ? TypedValue : ChosenValue;
  return (
    <span className={classes.chip}>
      <Values filter={filter} value={value} onChange={onChange}>
        <button type="button">
          {filter.label} <strong>{chosen}</strong>
        </button>
      </Values>
      <button
        type="button"
        aria-label={tableWords.removeFilter(filter.label)}
        onClick={() => onChange(undefined)}
      >
        <IconX aria-hidden size={14} />
      </button>
    </span>
  );
}

interface ValueProps {
  filter: Filter;
  value: string | undefined;
  onChange: (value: string) => void;
  children: ReactNode;
}

function ChosenValue({ filter, onChange, children }: ValueProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {filter.choices?.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => onChange(value)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function TypedValue({ filter, value, onChange, children }: ValueProps) {
  const [isOpen, setIsOpen] = useState(value === undefined);
  const [text, setText] = useState(value ?? '');
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <span
          className={classes.chips}
          onClickCapture={() => {
            setText(value ?? '');
            setIsOpen(!isOpen);
          }}
        >
          {children}
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={classes.typed}
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === '') return;
            setIsOpen(false);
            onChange(text.trim());
          }}
        >
          <TextInput
            aria-label={filter.label}
            placeholder={filter.label}
            value={text}
            data-autofocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {tableWords.apply}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The filters that are not in use, with their values. */
export function AddFilter(props: {
  filters: readonly Filter[];
  onChoose: (name: string, value: string) => void;
  /** A filter whose value is typed. */
  onOpen: (name: string) => void;
}) {
  const { filters, onChoose, onOpen } = props;
  return (
    <span className={classes.add}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button">
            <IconPlus aria-hidden size={14} />
            {tableWords.addFilter}
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes.longMenu}>
          {filters.map(({ name, label, choices }) =>
            choices === undefined ? (
              <Menu.Item key={name} onClick={() => onOpen(name)}>
                {label}
              </Menu.Item>
            ) : (
              <Fragment key={name}>
                {/* A filter that is only on or off needs no heading. */}
                {choices.length > 1 && <Menu.Label>{label}</Menu.Label>}
                {choices.map((choice) => (
                  <Menu.Item
                    key={choice.value}
                    aria-label={`${label}: ${choice.label}`}
                    onClick={() => onChoose(name, choice.value)}
                  >
                    {choices.length > 1 ? choice.label : label}
                  </Menu.Item>
                ))}
              </Fragment>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
