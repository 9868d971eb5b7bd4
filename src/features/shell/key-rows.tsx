import { Kbd } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { isOne, type KeyName, useKeys, usualKey } from '../../lib/keys.ts';
import { keyWords as words } from '../../words/keys.ts';
import classes from './overlays.module.css';

/** Keys and what they do, each to be changed, switched off and brought back. */
export function KeyRows(props: {
  title: string;
  /** Keys that stay as they are. */
  fixed?: readonly (readonly [key: string, label: string])[];
  rows: readonly (readonly [name: KeyName, label: string])[];
}) {
  const { title, fixed = [], rows } = props;
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.keys}>
        {fixed.map(([key, label]) => (
          <li key={label}>
            <span className={classes.key}>
              <Kbd>{key}</Kbd>
            </span>
            <span className={classes.keyLabel}>{label}</span>
          </li>
        ))}
        {rows.map(([name, label]) => (
          <KeyRow key={name} name={name} label={label} />
        ))}
      </ul>
    </section>
  );
}

function KeyRow({ name, label }: { name: KeyName; label: string }) {
  const keys = useKeys();
  const key = keys.keyOf(name);
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choose = (next: string | null) => {
    const holder = keys.choose(name, next);
    setProblem(holder && words.taken(next ?? '', words.names[holder]));
    if (holder === undefined) setIsAsking(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.key === 'Shift') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setIsAsking(false);
      setProblem(undefined);
    } else if (event.ctrlKey || event.metaKey || event.altKey || !isOne(event.key)) {
      setProblem(words.notOne);
    } else choose(event.key);
  };
  return (
    <li>
      <span className={classes.key}>{key === null ? words.off : <Kbd>{key}</Kbd>}</span>
      <span className={classes.keyLabel}>
        {label}
        {problem !== undefined && (
          <span role="alert" className={classes.problem}>
            {problem}
          </span>
        )}
      </span>
      <span className={classes.keyTools}>
        <button
          type="button"
          aria-label={isAsking ? `${words.press}: ${label}` : words.changeOf(label)}
          aria-pressed={isAsking}
          // Escape ends the asking, not the sheet.
          data-mantine-stop-propagation={isAsking}
          onClick={() => {
            setProblem(undefined);
            setIsAsking(true);
          }}
          onBlur={() => setIsAsking(false)}
          onKeyDown={(event) => isAsking && press(event)}
        >
          {isAsking ? words.press : words.change}
        </button>
        {key !== null && !isAsking && (
          <button type="button" aria-label={words.switchOffOf(label)} onClick={() => choose(null)}>
            {words.switchOff}
          </button>
        )}
        {keys.isChosen(name) && !isAsking && (
          <button
            type="button"
            aria-label={words.restoreOf(label, usualKey(name))}
            onClick={() => choose(usualKey(name))}
          >
            {words.restore(usualKey(name))}
          </button>
        )}
      </span>
    </li>
  );
}
