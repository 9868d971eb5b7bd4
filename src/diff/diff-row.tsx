import type { ReactNode } from 'react';
import { diffWords } from '../words/diff.ts';
import classes from './diff.module.css';
import { LineRow, PairRow, type Comment, type TokensOf } from './diff-line.tsx';
import { hiddenBefore } from './expand.ts';
import { FileHead, FileNote } from './file-head.tsx';
import type { CommentPlace, DiffReview } from './review.ts';
import type { DiffRow } from './rows.ts';
import type { Expansion } from './use-expanded.ts';

/** What rows can ask for. */
export interface RowActions {
  readonly onFold: (path: string) => void;
  readonly onShow: ((path: string) => void) | undefined;
  readonly onComment: Comment | undefined;
  readonly onCloseForm: (place: CommentPlace) => void;
  readonly expand: ((wanted: Expansion) => void) | undefined;
}

/** One row of the list, of whatever kind. */
export function DiffRowView(props: {
  row: DiffRow;
  isFolded: boolean;
  /** Unresolved threads of its file. */
  open: number;
  actions: RowActions;
  review: DiffReview | undefined;
  tokensOf: TokensOf;
  answers: number;
}): ReactNode {
  const { row, isFolded, open, actions, review, tokensOf, answers } = props;
  const { onComment } = actions;
  switch (row.type) {
    case 'file':
      return (
        <FileHead
          file={row.file}
          isFolded={isFolded}
          open={open}
          onFold={actions.onFold}
          review={review}
        />
      );
    case 'note':
      return <FileNote file={row.file} onShow={actions.onShow} review={review} />;
    case 'hunk':
      return <HunkHead row={row} expand={actions.expand} />;
    case 'tail':
      return <Tail row={row} expand={actions.expand} />;
    case 'line':
      return <LineRow {...{ row, tokensOf, answers, onComment }} />;
    case 'pair':
      return <PairRow {...{ row, tokensOf, answers, onComment }} />;
    case 'thread':
      return (
        <div className={classes.below} role="cell">
          {review?.thread(row.thread.id)}
        </div>
      );
    case 'form':
      return (
        <div className={classes.below} role="cell">
          {review?.form?.(row.place, () => actions.onCloseForm(row.place))}
        </div>
      );
    case 'gap':
      return <div className={classes.gap} data-folded={isFolded || undefined} />;
  }
}

function HunkHead(props: {
  row: Extract<DiffRow, { type: 'hunk' }>;
  expand: RowActions['expand'];
}) {
  const { row, expand } = props;
  const { file, hunk, before } = row;
  const hiddenLines = hiddenBefore(hunk, before);
  return (
    <div className={classes.hunk} role="cell">
      <span className={classes.range}>
        {hunk.range} <span>{hunk.context}</span>
      </span>
      {expand !== undefined && hiddenLines > 0 && (
        <span className={classes.expand}>
          {diffWords.unchanged(hiddenLines)}
          {hiddenLines > 20 && (
            <button type="button" onClick={() => expand({ file, hunk, all: false })}>
              {diffWords.showSome}
            </button>
          )}
          <button type="button" onClick={() => expand({ file, hunk, all: true })}>
            {diffWords.showAll}
          </button>
        </span>
      )}
    </div>
  );
}

function Tail({ row, expand }: { row: DiffRow; expand: RowActions['expand'] }) {
  if (expand === undefined) return null;
  const { file } = row;
  return (
    <div className={classes.hunk} role="cell">
      <span className={classes.expand}>
        <button type="button" onClick={() => expand({ file, all: false })}>
          {diffWords.showAfter}
        </button>
      </span>
    </div>
  );
}
