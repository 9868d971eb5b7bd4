import type { ReactNode } from 'react';
import { settingsWords as words } from '../../words/application-settings.ts';
import { plainText, rowOf, sectionLabel, shownValue } from './rows.ts';
import { SettingLink } from './setting-row.tsx';
import classes from './settings.module.css';

/** A setting with two of its values. */
export interface ValueChange {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Settings with what they are and what they become; of lists what goes and what comes. */
export function ValueChanges(props: {
  label: string;
  changes: readonly ValueChange[];
  before: string;
  after: string;
  /** What can be done with one, and what is wrong with it. */
  extra?: (change: ValueChange) => ReactNode;
}) {
  const { label, changes, before, after, extra } = props;
  return (
    <table className={classes.changes} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{words.changes.setting}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
          {extra !== undefined && <td aria-hidden />}
        </tr>
      </thead>
      <tbody>
        {changes.map(shown).map((change) => (
          <tr key={change.key}>
            <th scope="row">
              <SettingLink name={change.key} wording={() => change.key} />{' '}
              <SectionOf name={change.key} />
            </th>
            <td>
              <Values tone="removed" values={itemsOf(change.before, change.after)} />
            </td>
            <td>
              <Values tone="added" values={itemsOf(change.after, change.before)} />
            </td>
            {extra !== undefined && <td>{extra(change)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const shown = ({ key, before, after }: ValueChange): ValueChange => ({
  key,
  before: shownValue(key, before),
  after: shownValue(key, after),
});

function SectionOf({ name }: { name: string }) {
  const row = rowOf(name);
  return row && <span className={classes.changeSection}>{sectionLabel(row.section)}</span>;
}

/** The value, or of a list what the other one has not. */
function itemsOf(value: unknown, other: unknown): readonly unknown[] {
  if (!Array.isArray(value) || !Array.isArray(other)) return [value ?? null];
  const known = new Set(other.map(plainText));
  return value.filter((item) => !known.has(plainText(item)));
}

function Values(props: { tone: 'added' | 'removed'; values: readonly unknown[] }) {
  const sign = props.tone === 'added' ? '+' : '-';
  return (
    <span className={classes.values}>
      {props.values.map((value, at) => (
        // Two items may be alike, and none moves.
        <code key={at} className={classes.changed} data-tone={props.tone} title={plainText(value)}>
          {sign}
          {'\u00a0'}
          {plainText(value)}
        </code>
      ))}
    </span>
  );
}
