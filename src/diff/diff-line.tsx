import { Fragment, memo, useMemo, useState } from 'react';
import { diffWords } from '../words/diff.ts';
import { changedWords, type Part } from './changed-words.ts';
import classes from './diff.module.css';
import hidden from '../ui/spoken.module.css';
import type { Tokens } from './highlight.ts';
import type { DiffLine } from './parse.ts';
import { piecesOf } from './pieces.ts';
import type { DiffRow } from './rows.ts';

/** Colours of one line, once the worker has found them. */
export type TokensOf = (line: DiffLine) => Tokens | undefined;

/** Begins a comment on a line, or takes it into the one that has begun. */
export type Comment = (row: DiffRow, line: DiffLine, isRange: boolean) => void;

interface LineProps {
  tokensOf: TokensOf;
  /** Counts the worker's answers: with a new one the colours are asked for again. */
  answers: number;
  onComment: Comment | undefined;
}

/** One line below the other. */
export const LineRow = memo(function LineRow(
  props: { row: Extract<DiffRow, { type: 'line' }> } & LineProps,
) {
  const { row, tokensOf, onComment } = props;
  const { line } = row;
  return (
    <div className={classes.line} data-kind={line.kind}>
      <LineNumber side="old" number={line.old} />
      <LineNumber side="new" number={line.new} />
      <Code
        line={line}
        twin={row.twin}
        tokens={tokensOf(line)}
        onComment={onComment && ((isRange) => onComment(row, line, isRange))}
      />
    </div>
  );
});

/** What was beside what is. */
export const PairRow = memo(function PairRow(
  props: { row: Extract<DiffRow, { type: 'pair' }> } & LineProps,
) {
  return (
    <div className={classes.pair}>
      <Half side="old" {...props} />
      <Half side="new" {...props} />
    </div>
  );
});

const signs = { context: '', added: '+', removed: '−' };

function LineNumber({ side, number }: { side: 'old' | 'new'; number: number | undefined }) {
  return (
    <span
      className={classes.number}
      data-side={side}
      role={number === undefined ? 'cell' : 'rowheader'}
    >
      {number}
    </span>
  );
}

function Half(props: { side: 'old' | 'new'; row: Extract<DiffRow, { type: 'pair' }> } & LineProps) {
  const { side, row, tokensOf, onComment } = props;
  const [line, twin] = side === 'old' ? [row.left, row.right] : [row.right, row.left];
  if (line === undefined) return <div className={classes.half} data-empty role="cell" />;
  return (
    <div className={classes.half} data-kind={line.kind}>
      <LineNumber side={side} number={side === 'old' ? line.old : line.new} />
      <Code
        line={line}
        twin={twin?.kind === 'context' ? undefined : twin}
        tokens={tokensOf(line)}
        onComment={onComment && ((isRange) => onComment(row, line, isRange))}
      />
    </div>
  );
}

function Code(props: {
  line: DiffLine;
  twin: DiffLine | undefined;
  tokens: Tokens | undefined;
  onComment: ((isRange: boolean) => void) | undefined;
}) {
  const { line, twin, tokens, onComment } = props;
  const [shown, setShown] = useState(step);
  const rest = line.text.length - shown;
  const parts = useMemo(() => partsOf(line, twin, shown), [line, twin, shown]);
  return (
    <>
      <span
        className={classes.sign}
        {...(onComment === undefined ? { 'aria-hidden': true } : { role: 'cell' })}
      >
        <span aria-hidden>{signs[line.kind]}</span>
        {onComment !== undefined && (
          <button
            type="button"
            // By the keyboard it is `c` on the line: a hundred stops would be none.
            tabIndex={-1}
            className={classes.comments}
            aria-label={diffWords.commentOn(line.kind, line.new ?? line.old ?? 0)}
            onClick={(event) => onComment(event.shiftKey)}
          >
            <span aria-hidden>+</span>
          </button>
        )}
      </span>
      <span className={classes.code} role="cell" data-code>
        {line.kind !== 'context' && <span className={hidden.spoken}>{diffWords[line.kind]} </span>}
        {piecesOf(rest > 0 ? line.text.slice(0, shown) : line.text, parts, tokens).map(
          ({ start, text, ...look }) =>
            look.kind === undefined && !look.isChanged ? (
              <Fragment key={start}>{text}</Fragment>
            ) : (
              <span
                key={start}
                className={[look.kind && classes[look.kind], look.isChanged && classes.changed]
                  .filter(Boolean)
                  .join(' ')}
              >
                {text}
              </span>
            ),
        )}
        {rest > 0 && (
          <button type="button" className={classes.long} onClick={() => setShown(shown + step)}>
            {diffWords.moreLetters(Math.min(step, rest), rest)}
          </button>
        )}
        {line.noNewline && <span className={hidden.spoken}> {diffWords.noNewline}</span>}
      </span>
    </>
  );
}

/** So much of a line is in the page at a time: to lay out megabytes takes a browser seconds. */
const step = 10_000;

function partsOf(line: DiffLine, twin: DiffLine | undefined, shown: number): readonly Part[] {
  if (line.text.length > shown) return [{ text: line.text.slice(0, shown), isChanged: false }];
  if (twin === undefined) return [{ text: line.text, isChanged: false }];
  return line.kind === 'removed'
    ? changedWords(line.text, twin.text)[0]
    : changedWords(twin.text, line.text)[1];
}
