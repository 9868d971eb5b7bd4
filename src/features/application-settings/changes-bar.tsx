import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import IconChevronUp from '@tabler/icons-react/icons/IconChevronUp';
import IconClock from '@tabler/icons-react/icons/IconClock';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { RowsForm } from '../../form/fields-form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { settingsWords } from '../../words/application-settings.ts';
import type { Unsaved } from './rows.ts';
import classes from './settings.module.css';
import { ValueChanges } from './value-changes.tsx';

const words = settingsWords.changes;
const longestReason = 500;

/** What Save would do, a reason for it, and Save itself. */
export function ChangesBar(props: {
  form: RowsForm;
  unsaved: readonly Unsaved[];
  blocked: string | undefined;
  reason: string;
  onReason: (reason: string) => void;
}) {
  const { form, unsaved, blocked, reason, onReason } = props;
  const count = unsaved.length;
  return (
    <div className={classes.dock}>
      {count > 0 && <ChangesPanel form={form} unsaved={unsaved} />}
      <SubmitBar
        form={form}
        label={words.save(count)}
        needsChange
        blocked={blocked}
        beside={
          count > 0 && (
            <TextInput
              className={classes.reason}
              aria-label={words.reason}
              placeholder={words.reason}
              maxLength={longestReason}
              value={reason}
              onChange={(event) => onReason(event.currentTarget.value)}
            />
          )
        }
        cancel={
          count > 0 && (
            <Button variant="subtle" color="gray" onClick={() => form.reset()}>
              {words.discard}
            </Button>
          )
        }
      />
    </div>
  );
}

function ChangesPanel({ form, unsaved }: { form: RowsForm; unsaved: readonly Unsaved[] }) {
  const [isOpen, setIsOpen] = useState(true);
  const { errors } = useFormState({ control: form.control });
  const sections = new Set(unsaved.map(({ section }) => section)).size;
  const undo = (key: string) => {
    form.setValue(key, form.formState.defaultValues?.[key], { shouldDirty: true });
    form.clearErrors(key);
  };
  const listed = unsaved.map(({ field: { key }, now, after }) => ({ key, before: now, after }));
  const Chevron = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <section className={classes.panel} aria-label={words.title(unsaved.length)}>
      <header className={classes.panelHead}>
        <strong>{words.title(unsaved.length)}</strong>
        <span className={classes.note}>{words.inSections(sections)}</span>
        <span className={classes.replicas}>
          <StateText tone="warning" icon={<IconClock aria-hidden size={16} />}>
            {words.replicas}
          </StateText>
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-label={isOpen ? words.hide : words.show}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Chevron aria-hidden size={16} />
        </ActionIcon>
      </header>
      {isOpen && (
        // A long list is scrolled by keys as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.panelBody} tabIndex={0}>
          <ValueChanges
            label={words.list}
            changes={listed}
            before={words.now}
            after={words.after}
            extra={({ key }) => (
              <>
                {errors[key] !== undefined && (
                  <span className={classes.problem}>{String(errors[key]?.message ?? '')}</span>
                )}
                <button
                  type="button"
                  className={classes.link}
                  aria-label={words.undoOf(key)}
                  onClick={() => undo(key)}
                >
                  {words.undo}
                </button>
              </>
            )}
          />
        </div>
      )}
    </section>
  );
}
