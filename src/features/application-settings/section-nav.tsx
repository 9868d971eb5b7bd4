import { NativeSelect } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SettingSectionName, settingSectionNames } from '#contract/settings/section-names.ts';
import { settingsWords as words } from '../../words/application-settings.ts';
import { sectionLabel, type SettingRow, type Unsaved } from './rows.ts';
import classes from './settings.module.css';
import hidden from '../../ui/spoken.module.css';

// Safe: the keys of the record that the type is made of.
const names = Object.keys(settingSectionNames) as SettingSectionName[];

const countIn = (rows: readonly SettingRow[], section: SettingSectionName) =>
  rows.filter((row) => row.section === section).length;

/** The sections with their counts; on phones one field. */
export function SectionNav(props: {
  current: SettingSectionName | undefined;
  rows: readonly SettingRow[];
  unsaved: readonly Unsaved[];
}) {
  const { current, rows, unsaved } = props;
  const navigate = useNavigate();
  return (
    <>
      <nav className={classes.sections} aria-label={words.sections}>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <Link
                to="/admin/settings/$section"
                params={{ section: name }}
                data-current={name === current || undefined}
                aria-current={name === current ? 'page' : undefined}
                activeProps={{ 'aria-current': name === current ? 'page' : undefined }}
              >
                <span className={classes.sectionName}>{sectionLabel(name)}</span>
                <UnsavedCount count={countIn(unsaved, name)} />
                <span className={classes.sectionCount}>{countIn(rows, name)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <NativeSelect
        className={classes.sectionField}
        aria-label={words.section}
        value={current ?? ''}
        data={[
          ...(current === undefined ? [{ value: '', label: words.found(rows.length) }] : []),
          ...names.map((name) => ({
            value: name,
            label: `${sectionLabel(name)} (${countIn(rows, name)})`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value === '') return;
          void navigate({ to: '/admin/settings/$section', params: { section: value } });
        }}
      />
    </>
  );
}

function UnsavedCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.unsavedCount} title={words.unsavedIn(count)}>
      {count}
      <span className={hidden.spoken}> {words.unsavedIn(count)}</span>
    </span>
  );
}
