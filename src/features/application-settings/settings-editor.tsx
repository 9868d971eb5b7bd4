import { Button } from '@mantine/core';
import IconListSearch from '@tabler/icons-react/icons/IconListSearch';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { applicationSettings } from '#contract/application-settings.ts';
import { settingFields } from '#contract/settings/all.ts';
import type { SettingSectionName } from '#contract/settings/section-names.ts';
import { useCommand } from '../../api/client.ts';
import { saveAndStay, useFollowed } from '../../form/contract-form.ts';
import { type RowsForm, rowValues, useRowsForm } from '../../form/fields-form.tsx';
import { Form } from '../../form/form.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { settingsWords as words } from '../../words/application-settings.ts';
import { ChangesBar } from './changes-bar.tsx';
import { touchedBySettings } from './queries.ts';
import {
  bodyOfUnsaved,
  filterRows,
  sectionLabel,
  type SettingRow,
  settingRows,
  shownValue,
  unmetOf,
  type Unsaved,
  unsavedOf,
  type Values,
} from './rows.ts';
import { SectionNav } from './section-nav.tsx';
import { SettingLine } from './setting-row.tsx';
import classes from './settings.module.css';

/** So many rows of a search are shown at first: controls are dear. */
const mostRows = 60;

/** The form over all settings, of which some are shown; what is typed spans the sections. */
export function SettingsEditor(props: {
  stored: Values;
  section: string;
  text: string;
  onlyChanged: boolean;
}) {
  const { stored, section, text, onlyChanged } = props;
  const form = useRowsForm(settingFields, stored);
  useFollowed(
    form,
    useMemo(() => rowValues(settingFields, stored), [stored]),
  );
  const [reason, setReason] = useState('');
  const update = useCommand(applicationSettings.update, {
    invalidates: touchedBySettings,
    done: words.changes.saved,
    showsError: true,
  });
  const typed: Values = useWatch({ control: form.control });
  const unsaved = useMemo(() => unsavedOf(typed, stored), [typed, stored]);
  const [unmet] = unmetOf(unsaved, typed);
  const isFiltered = text !== '' || onlyChanged;
  const rows = useMemo(
    () =>
      isFiltered
        ? filterRows(stored, { text, onlyChanged })
        : settingRows.filter((row) => row.section === section),
    [isFiltered, stored, text, onlyChanged, section],
  );
  const inputOf = (values: Values) => ({
    ...bodyOfUnsaved(unsavedOf(values, stored), values),
    change_reason: reason.trim(),
  });
  return (
    <Form
      form={form}
      bare
      staysOpen
      within="/_auth/admin/settings"
      request={(values) => ({
        endpoint: applicationSettings.update,
        input: withoutSecrets(inputOf(values)),
      })}
      onSubmit={(judged) =>
        saveAndStay(form, async () => {
          const record = await update.mutateAsync(inputOf({ ...form.getValues(), ...judged }));
          setReason('');
          return rowValues(settingFields, record);
        })
      }
      bar={
        <ChangesBar
          form={form}
          unsaved={unsaved}
          blocked={unmet && words.changes.unmet(unmet.key, unmet.partners.join(', '))}
          reason={reason}
          onReason={setReason}
        />
      }
    >
      <div className={classes.columns}>
        <SectionNav
          // Safe: the route lets no other section through.
          current={isFiltered ? undefined : (section as SettingSectionName)}
          rows={isFiltered ? rows : settingRows}
          unsaved={unsaved}
        />
        <Rows
          key={`${section} ${text} ${onlyChanged}`}
          rows={rows}
          form={form}
          stored={stored}
          unsaved={unsaved}
          isFiltered={isFiltered}
        />
      </div>
    </Form>
  );
}

/** What is copied into a shell holds no secret; the mask changes nothing. */
const withoutSecrets = (input: Values): Values =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, shownValue(key, value)]));

function Rows(props: {
  rows: readonly SettingRow[];
  form: RowsForm;
  stored: Values;
  unsaved: readonly Unsaved[];
  isFiltered: boolean;
}) {
  const { rows, form, stored, unsaved, isFiltered } = props;
  const [most, setMost] = useState(isFiltered ? mostRows : rows.length);
  const sections = [...new Set(rows.slice(0, most).map(({ section }) => section))];
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<IconListSearch aria-hidden size={20} />}
        title={words.nothing.title}
        action={
          <ButtonLink to="/admin/settings" variant="default">
            {words.nothing.clear}
          </ButtonLink>
        }
      >
        {words.nothing.help}
      </EmptyState>
    );
  }
  return (
    <div className={classes.rows}>
      {isFiltered && (
        <p className={classes.found} role="status">
          {words.found(rows.length)}
        </p>
      )}
      {sections.map((section) => {
        const own = rows.slice(0, most).filter((row) => row.section === section);
        const typed = unsaved.filter((row) => row.section === section).length;
        return (
          <section key={section} aria-label={sectionLabel(section)}>
            <h2 className={classes.sectionTitle}>{sectionLabel(section)}</h2>
            {!isFiltered && (
              <p className={classes.sectionAbout}>
                {words.about[section]} {words.counted(own.length, typed)}
              </p>
            )}
            {own.map((row) => (
              <SettingLine
                key={row.field.key}
                row={row}
                form={form}
                stored={stored[row.field.key] ?? row.field.default}
              />
            ))}
          </section>
        );
      })}
      {most < rows.length && (
        <Button variant="default" onClick={() => setMost(rows.length)}>
          {words.showAll(rows.length)}
        </Button>
      )}
    </div>
  );
}
