import IconArrowForwardUp from '@tabler/icons-react/icons/IconArrowForwardUp';
import IconCircleOff from '@tabler/icons-react/icons/IconCircleOff';
import IconRefreshAlert from '@tabler/icons-react/icons/IconRefreshAlert';
import { memo, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { fieldInFips } from '#contract/settings/fips.ts';
import { useSshState } from '../../api/ssh-state.ts';
import { FieldControl } from '../../form/field-control.tsx';
import type { RowsForm } from '../../form/fields-form.tsx';
import { TextLink } from '../../lib/links.tsx';
import { Badge } from '../../ui/state-badge.tsx';
import { settingsWords } from '../../words/application-settings.ts';
import { isDefault, isFixed, partnersOf, rowOf, same, type SettingRow, valueWord } from './rows.ts';
import classes from './settings.module.css';

const words = settingsWords.row;

/** One setting: what it is at the left, its control and its default at the right. */
export const SettingLine = memo(function SettingLine(props: {
  row: SettingRow;
  form: RowsForm;
  stored: unknown;
}) {
  const { row, form, stored } = props;
  const { fips } = useSshState();
  const field = fips ? fieldInFips(row.field) : row.field;
  const { key } = field;
  const id = useId();
  const value: unknown = useWatch({ control: form.control, name: key });
  const isChanged = !isFixed(field) && !same(value, stored);
  return (
    <div
      id={key}
      role="group"
      aria-labelledby={`${id}-label`}
      className={classes.row}
      data-changed={isChanged || undefined}
    >
      <div className={classes.what}>
        <div className={classes.head}>
          <label id={`${id}-label`} htmlFor={id} className={classes.label}>
            {field.label}
          </label>
          <Marks row={row} />
        </div>
        <code className={classes.key}>{key}</code>
        <span>{field.help}</span>
        <Notes row={row} />
      </div>
      <div className={classes.control}>
        <FieldControl
          field={field}
          name={key}
          control={form.control}
          apart={id}
          disabled={isFixed(field)}
        />
        <div className={classes.state}>
          {field.successor !== undefined && words.follows}
          {field.readonly === true && words.readonly}
          {isChanged && (
            <>
              <strong>{words.changed}</strong> {words.was(valueWord(field, stored))}
            </>
          )}
          {!isFixed(field) && !isChanged && words.default(valueWord(field, field.default))}
          {!isFixed(field) && !isDefault(field, value) && (
            <button
              type="button"
              className={classes.link}
              aria-label={words.restoreOf(field.label)}
              title={words.default(valueWord(field, field.default))}
              onClick={() => {
                form.setValue(key, field.default, { shouldDirty: true });
                form.clearErrors(key);
              }}
            >
              {words.restore}
            </button>
          )}
        </div>
      </div>
    </div>
  );
});

function Marks({ row: { field } }: { row: SettingRow }) {
  return (
    <>
      {field.successor !== undefined && (
        <Badge tone="warning" icon={<IconArrowForwardUp aria-hidden size={14} />}>
          {words.deprecated}
        </Badge>
      )}
      {field.enforced_by === 'none' && (
        <Badge tone="draft" icon={<IconCircleOff aria-hidden size={14} />}>
          {words.noEffect}
        </Badge>
      )}
      {field.restart === true && (
        <Badge tone="warning" icon={<IconRefreshAlert aria-hidden size={14} />}>
          {words.restart}
        </Badge>
      )}
    </>
  );
}

/** What else is to know: why it does nothing, its other names, what it goes with. */
function Notes({ row: { field } }: { row: SettingRow }) {
  const { aliases = [] } = field;
  const partners = partnersOf(field);
  return (
    <>
      {field.reason !== undefined && <span className={classes.note}>{field.reason}.</span>}
      {field.restart === true && <span className={classes.note}>{words.restartHelp}</span>}
      {aliases.length > 0 && (
        <span className={classes.note}>
          {words.otherNames} <code>{aliases.join(', ')}</code>
        </span>
      )}
      {partners.length > 0 && (
        <span className={classes.note}>
          {words.needs}{' '}
          {partners.map((partner, at) => (
            <span key={partner}>
              {at > 0 && ', '}
              <SettingLink name={partner} />
            </span>
          ))}
        </span>
      )}
      {field.successor !== undefined && (
        <span>
          <SettingLink name={field.successor} wording={words.use} />
        </span>
      )}
    </>
  );
}

/** Leads to a setting, wherever it stands. */
export function SettingLink(props: { name: string; wording?: (label: string) => string }) {
  const { name, wording = (label) => label } = props;
  const row = rowOf(name);
  if (row === undefined) return <code>{name}</code>;
  return (
    <TextLink
      to="/admin/settings/$section"
      params={{ section: row.section }}
      hash={name}
      className={classes.inline}
    >
      {wording(row.field.label)}
    </TextLink>
  );
}
