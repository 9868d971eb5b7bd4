import { Button, Group, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reassignmentFiles } from '#contract/reassignment-files.ts';
import { requestOf, useCommand } from '../../api/client.ts';
import { formatNumber } from '../../lib/format.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { reassignmentWords } from '../../words/reassignments.ts';
import { FileErrors } from './file-errors.tsx';
import { FileState } from './file-state.tsx';
import { fileShown, isUnderWay, type ShownFile, touchedByFile } from './queries.ts';
import classes from './reassignments.module.css';
import { useStaleAtEnd } from './use-stale-at-end.ts';

const words = reassignmentWords.files;

interface Place {
  readonly group: string;
  /** Shows another file: the run that begins when this one is applied. */
  readonly onBegun: (id: number) => void;
}

/** What a file does or did, read anew until it has ended. */
export function FileReport(props: Place & { id: number; onClose: () => void }) {
  const { group, id, onClose, onBegun } = props;
  const { data: file, error, refetch } = useQuery(fileShown(group, id));
  useStaleAtEnd(file === undefined || isUnderWay(file) ? undefined : String(id));
  return (
    <Dialog
      testId="reassignment-file"
      title={file?.filename ?? words.file}
      onClose={onClose}
      size="xl"
    >
      {file !== undefined && <Report file={file} group={group} onBegun={onBegun} />}
      {file === undefined && error === null && <RowsSkeleton rows={4} />}
      {file === undefined && error !== null && (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
    </Dialog>
  );
}

function Report({ file, group, onBegun }: Place & { file: ShownFile }) {
  const { counts, columns, kinds } = words;
  const runs = isUnderWay(file);
  return (
    <div className={classes.report}>
      <div role="status">
        <FileState file={file} />
      </div>
      {runs && (
        <Progress
          value={file.total === 0 ? 0 : (100 * file.done) / file.total}
          aria-label={words.progress}
        />
      )}
      <Facts
        rows={[
          [counts.kind, file.dry_run ? kinds.dry : kinds.real],
          [counts.matched, formatNumber(file.matched)],
          [counts.failed, formatNumber(file.failed)],
          [counts.skipped, formatNumber(file.skipped)],
          [columns.by, file.user?.name ?? words.deleted],
          [columns.uploaded, <RelativeTime key="uploaded" at={file.created_at} />],
        ]}
      />
      <FileErrors file={file} />
      <NextStep file={file} group={group} onBegun={onBegun} />
    </div>
  );
}

/** What to know before the next step. */
function adviceOf(file: ShownFile): string | undefined {
  if (isUnderWay(file)) return `${file.dry_run ? words.leaveDry : words.leave} ${words.stopHelp}`;
  if (!file.dry_run) return undefined;
  if (!file.applicable) return file.status === 'finished' ? words.notApplicable : undefined;
  return `${words.nothingChanged} ${file.matched > 0 ? words.applyHelp : words.nothingToApply}`;
}

function NextStep({ file, group, onBegun }: Place & { file: ShownFile }) {
  const options = { invalidates: touchedByFile, showsError: true };
  const apply = useCommand(reassignmentFiles.apply, options);
  const stop = useCommand(reassignmentFiles.stop, { ...options, done: words.stopDone });
  const one = { id: group, file_id: file.id };
  const error = apply.error ?? stop.error;
  const advice = adviceOf(file);
  return (
    <>
      {error !== null && <AlertBox error={error} />}
      {advice !== undefined && <p>{advice}</p>}
      <Group justify="flex-end">
        {file.failed > 0 && !isUnderWay(file) && (
          <Button
            component="a"
            href={requestOf(reassignmentFiles.errors, one).url}
            download
            variant="default"
          >
            {words.downloadErrors}
          </Button>
        )}
        {isUnderWay(file) && (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate(one)}>
            {words.stop}
          </Button>
        )}
        {file.applicable && file.matched > 0 && (
          <Button
            loading={apply.isPending}
            onClick={() => apply.mutate(one, { onSuccess: ({ id }) => onBegun(id) })}
          >
            {words.apply(file.matched)}
          </Button>
        )}
      </Group>
    </>
  );
}
