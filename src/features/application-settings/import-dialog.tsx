import { Button, FileButton, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { settingsHistory } from '#contract/settings-history.ts';
import { call, useCommand } from '../../api/client.ts';
import { ApiError, asApiError } from '../../api/error.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { settingsWords } from '../../words/application-settings.ts';
import { touchedBySettings } from './queries.ts';
import { rowOf } from './rows.ts';
import classes from './settings.module.css';
import { ValueChanges } from './value-changes.tsx';

const words = settingsWords.transfer;

type Report = ResponseOf<typeof settingsHistory.import>;
type Settings = Readonly<Record<string, unknown>>;

/** A file of settings: first what it would do, then does it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [given, setGiven] = useState<{ settings: Settings; report: Report }>();
  const [error, setError] = useState<ApiError>();
  const [reading, setReading] = useState<string>();
  const reset = useRef<() => void>(null);
  const client = useQueryClient();
  const apply = useCommand(settingsHistory.import, {
    invalidates: touchedBySettings,
    done: ({ set }) => words.done(set.length),
    showsError: true,
  });
  const attempt = async (act: () => Promise<unknown>) => {
    setError(undefined);
    try {
      await act();
    } catch (refusal) {
      setError(asApiError(refusal));
    }
  };
  const read = (file: File | null) =>
    file !== null &&
    void attempt(async () => {
      setGiven(undefined);
      setReading(file.name);
      // The same file may be chosen again when it is mended.
      reset.current?.();
      const settings = settingsOf(await file.text());
      const report = await client.fetchQuery({
        queryKey: [settingsHistory.import.id, settings],
        queryFn: () => call(settingsHistory.import, { settings, dry_run: true }),
        gcTime: 0,
      });
      setGiven({ settings, report });
    }).finally(() => setReading(undefined));
  const report = given?.report;
  return (
    <Dialog testId="import-settings" title={words.title} onClose={onClose} size="xl">
      <div className={classes.import}>
        {error !== undefined && <AlertBox error={error} />}
        <p className={classes.note}>{words.help}</p>
        <p className={classes.note} role="status">
          {reading !== undefined && words.reading(reading)}
        </p>
        {report !== undefined && <ReportOf report={report} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.actions.cancel}
          </Button>
          <FileButton accept="application/json,.json" onChange={read} resetRef={reset}>
            {(props) => (
              <Button
                {...props}
                variant={report === undefined ? 'filled' : 'default'}
                loading={reading !== undefined}
                disabled={apply.isPending}
              >
                {words.choose}
              </Button>
            )}
          </FileButton>
          {given !== undefined && given.report.set.length > 0 && (
            <Button
              loading={apply.isPending}
              onClick={() =>
                void attempt(async () => {
                  await apply.mutateAsync({ settings: acceptedOf(given) });
                  onClose();
                })
              }
            >
              {words.apply(given.report.set.length)}
            </Button>
          )}
        </Group>
      </div>
    </Dialog>
  );
}

/** The file without what is refused. */
function acceptedOf({ settings, report }: { settings: Settings; report: Report }): Settings {
  const refused = new Set(
    report.refused.flatMap(({ key }) => [key, ...(rowOf(key)?.field.aliases ?? [])]),
  );
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !refused.has(key)));
}

const isRecord = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings of an export, or a record as the API returns it. */
function settingsOf(text: string): Settings {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new ApiError({ status: 400, message: words.notJson });
  }
  const settings = isRecord(content) ? (content.settings ?? content) : undefined;
  if (!isRecord(settings)) throw new ApiError({ status: 400, message: words.noSettings });
  return settings;
}

function ReportOf({ report: { set, unchanged, unknown, refused } }: { report: Report }) {
  return (
    <>
      <details open={set.length > 0}>
        <summary>{words.set(set.length)}</summary>
        {set.length === 0 ? (
          words.nothing
        ) : (
          <ValueChanges
            label={words.set(set.length)}
            changes={set.map(({ key, before, after }) => ({ key, before, after }))}
            before={settingsWords.changes.now}
            after={settingsWords.changes.after}
          />
        )}
      </details>
      {refused.length > 0 && (
        <details open>
          <summary>{words.refused(refused.length)}</summary>
          <ul className={classes.refused}>
            {refused.map(({ key, problem }) => (
              <li key={key}>
                <code>{key}</code> {problem}
              </li>
            ))}
          </ul>
        </details>
      )}
      {unknown.length > 0 && (
        <details open>
          <summary>{words.unknown(unknown.length)}</summary>
          <p className={classes.names}>{unknown.join(', ')}</p>
        </details>
      )}
      <details>
        <summary>{words.unchanged(unchanged.length)}</summary>
        <p className={classes.names}>{unchanged.join(', ')}</p>
      </details>
      {refused.length + unknown.length > 0 && <p className={classes.note}>{words.leftOut}</p>}
    </>
  );
}
