import { Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import IconClock from '@tabler/icons-react/icons/IconClock';
import IconX from '@tabler/icons-react/icons/IconX';
import { useState, useSyncExternalStore } from 'react';
import { RequestId } from '../ui/states.tsx';
import { tableWords } from '../words/table.ts';
import { type BulkItem, type BulkRun, closeRun, onRuns, runOf } from './bulk.ts';
import classes from './bulk.module.css';

const words = tableWords.results;

/** Where a bulk action is, then how it ended: per row, with undo and another try. */
export function BulkResult(props: { list: string; place: string }) {
  const run = useSyncExternalStore(onRuns, () => runOf(props.place));
  return run === undefined ? null : <Result {...props} run={run} />;
}

function Result({ list, place, run }: { list: string; place: string; run: BulkRun }) {
  const failed = run.items.filter(({ state }) => state === 'failed').length;
  const done = run.items.filter(({ state }) => state === 'done').length;
  const [wanted, setWanted] = useState<boolean>();
  const isOpen = wanted ?? failed > 0;
  return (
    <section
      className={classes.result}
      aria-label={words.label(run.title)}
      data-testid={`bulk-result-${list}`}
    >
      <div className={classes.line}>
        <span role="status">{run.isOver ? endOf(run, { done, failed }) : progressOf(run)}</span>
        {!run.isOver && (
          <progress value={done + failed} max={run.items.length} aria-label={run.title} />
        )}
        <span className={classes.actions}>
          {run.undo && (
            <Button size="xs" variant="default" onClick={run.undo}>
              {words.undo}
            </Button>
          )}
          {run.isOver && failed > 0 && (
            <Button size="xs" variant="default" onClick={run.again}>
              {words.again}
            </Button>
          )}
        </span>
        <button
          type="button"
          className={classes.link}
          aria-expanded={isOpen}
          onClick={() => setWanted(!isOpen)}
        >
          {words.details}
        </button>
        {run.isOver && (
          <button
            type="button"
            className={classes.close}
            aria-label={words.close}
            onClick={() => closeRun(place)}
          >
            <IconX aria-hidden size={16} />
          </button>
        )}
      </div>
      {isOpen && (
        <ul className={classes.rows}>
          {run.items.map((item) => (
            <ResultRow key={item.key} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

function endOf(run: BulkRun, { done, failed }: { done: number; failed: number }): string {
  const good = run.isUndone ? words.undone(done) : run.done(done);
  if (failed === 0) return good;
  return done === 0 ? words.failed(failed) : `${good}, ${words.failed(failed)}`;
}

function progressOf({ items, before, startedAt }: BulkRun): string {
  const over = items.filter(({ state }) => state === 'done' || state === 'failed').length;
  const counts = words.running(over, items.length);
  if (over - before < 8) return counts;
  const each = (performance.now() - startedAt) / (over - before);
  return `${counts}, ${words.left(Math.ceil((each * (items.length - over)) / 1000))}`;
}

const icons = { waiting: IconClock, running: IconClock, done: IconCheck, failed: IconCircleX };

function ResultRow({ item }: { item: BulkItem }) {
  const Icon = icons[item.state];
  return (
    <li data-state={item.state}>
      <Icon aria-hidden size={16} />
      <span className={classes.name}>{item.name}</span>
      <span>
        {item.error === undefined ? words.states[item.state] : item.error.message}{' '}
        {item.error && <RequestId error={item.error} />}
      </span>
    </li>
  );
}
