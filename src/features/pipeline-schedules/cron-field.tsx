import { Menu, TextInput } from '@mantine/core';
import IconCalendarTime from '@tabler/icons-react/icons/IconCalendarTime';
import { useRef, useState } from 'react';
import type { CronPreview } from '#contract/previews.ts';
import { asText, useField } from '../../form/fields.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { cronText, cronWords, fieldsOf } from './cron-words.ts';
import { NextRunLine } from './next-runs.tsx';
import type { ScheduleControl } from './schedule-values.ts';
import classes from './schedules.module.css';
import { cityOf } from './zones.ts';

const words = scheduleWords.editor;
const examples = ['0 4 * * *', '30 2 1,28 * *', '0 */6 * * *', '*/15 * * * *', '0 8 * * mon-fri'];
const monoInput = { input: classes.cronInput };

/** Where each field of the text begins and ends. */
const spansOf = (text: string) =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => [index, index + word.length] as const);

/** A schedule's time: the text, its five fields and what it says in plain words. */
export function CronField(props: {
  control: ScheduleControl;
  disabled: boolean;
  /** What is wrong with it, once somebody has looked. */
  problem: string | undefined;
  preview: CronPreview | undefined;
}) {
  const { control, disabled, problem, preview } = props;
  const city = preview?.zone ? cityOf(preview.zone) : undefined;
  const { value, shared } = useField({
    control,
    name: 'cron',
    label: words.cron,
    disabled,
    required: true,
  });
  const text = asText(value);
  const input = useRef<HTMLInputElement>(null);
  const [cursor, setCursor] = useState<number>();
  const spans = spansOf(text);
  const at = cursor === undefined ? -1 : spans.findIndex(([, end]) => cursor <= end);
  const fields = fieldsOf(text);
  const isWritten = spans.length === 5;
  return (
    <div className={classes.cron}>
      <TextInput
        {...shared}
        ref={input}
        value={text}
        error={shared.error ?? problem}
        classNames={monoInput}
        spellCheck={false}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? undefined)}
        onBlur={() => {
          setCursor(undefined);
          shared.onBlur();
        }}
        rightSectionWidth={92}
        rightSection={
          !disabled && (
            <Menu position="bottom-end">
              <Menu.Target>
                <button type="button" className={classes.examples}>
                  {words.examples}
                </button>
              </Menu.Target>
              <Menu.Dropdown>
                {examples.map((cron) => (
                  <Menu.Item key={cron} onClick={() => shared.onChange(cron)}>
                    <code>{cron}</code> {cronText(cron)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )
        }
      />
      <div className={classes.boxes}>
        {words.fields.map((name, index) => (
          <button
            key={name}
            type="button"
            aria-label={words.toField(name)}
            className={classes.box}
            data-lit={(isWritten && at === index) || undefined}
            disabled={disabled || !isWritten}
            onClick={() => {
              const [from = 0, to = 0] = spans[index] ?? [];
              input.current?.focus();
              input.current?.setSelectionRange(from, to);
            }}
          >
            <code>{fields?.[index] ?? '–'}</code>
            <span>{name}</span>
          </button>
        ))}
      </div>
      <p className={classes.sentence} aria-live="polite">
        <IconCalendarTime aria-hidden size={16} />
        <span>
          {(problem === words.syntax ? undefined : cronWords(text))?.map((piece, index) =>
            // The pieces of a sentence have no names.
            typeof piece === 'string' ? piece : <strong key={index}>{piece.value}</strong>,
          ) ?? words.syntax}
          {problem === undefined &&
            fields !== undefined &&
            city !== undefined &&
            words.inCity(city)}
          {problem === undefined && <NextRunLine preview={preview} />}
        </span>
      </p>
    </div>
  );
}
