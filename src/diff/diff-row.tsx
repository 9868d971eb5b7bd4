import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import { Fragment, memo } from 'react';
import { CopyButton } from '../ui/copy.tsx';
import { LabelChip, LineCounts } from '../ui/marks.tsx';
import { diffWords } from '../words/diff.ts';
import { changedWords, type Part } from './changed-words.ts';
import classes from './diff.module.css';
import hidden from '../ui/spoken.module.css';
import type { TokenKind, Tokens } from './highlight.ts';
import type { DiffLine } from './parse.ts';
import type { DiffFile, DiffRow } from './rows.ts';

/** Colours of one line, once the worker has found them. */
export type TokensOf = (line: DiffLine) => Tokens | undefined;

/** One row of the list, of whatever kind. */
export const DiffRowView = memo(function DiffRowView(props: {
  row: DiffRow;
  isFolded: boolean;
  onFold: (path: string) => void;
  onShow: ((path: string) => void) | undefined;
  tokensOf: TokensOf;
  /** Counts the worker's answers: with a new one the colours are asked for again. */
  answers: number;
}) {
  const { row, isFolded, onFold, onShow, tokensOf } = props;
  switch (row.type) {
    case 'file':
      return <FileHead file={row.file} isFolded={isFolded} onFold={onFold} />;
    case 'note':
      return <FileNote file={row.file} onShow={onShow} />;
    case 'hunk':
      return (
        <div className={classes.hunk} role="cell">
          {row.hunk.range} <span>{row.hunk.context}</span>
        </div>
      );
    case 'line': {
      const { line } = row;
      return (
        <div className={classes.line} data-kind={line.kind}>
          <LineNumber side="old" number={line.old} />
          <LineNumber side="new" number={line.new} />
          <Code line={line} twin={row.twin} tokens={tokensOf(line)} />
        </div>
      );
    }
    case 'pair':
      return (
        <div className={classes.pair}>
          <Half side="old" row={row} tokensOf={tokensOf} />
          <Half side="new" row={row} tokensOf={tokensOf} />
        </div>
      );
    case 'gap':
      return <div className={classes.gap} data-folded={isFolded || undefined} />;
  }
});

function FileHead(props: { file: DiffFile; isFolded: boolean; onFold: (path: string) => void }) {
  const { file, isFolded, onFold } = props;
  const { diff, path, parsed } = file;
  const cut = path.lastIndexOf('/') + 1;
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <div className={classes.file} data-folded={isFolded || undefined} role="cell">
      <button
        type="button"
        className={classes.fold}
        aria-expanded={!isFolded}
        aria-label={isFolded ? diffWords.expand(path) : diffWords.collapse(path)}
        onClick={() => onFold(path)}
      >
        <Chevron aria-hidden size={16} />
      </button>
      {/* Where it does not fit, the folders are cut off and the name stays. */}
      <span className={classes.path} title={path}>
        <bdi>
          {path.slice(0, cut)}
          <strong>{path.slice(cut)}</strong>
        </bdi>
      </span>
      <CopyButton value={path} label={diffWords.copyPath} />
      {diff.new_file && <LabelChip name={diffWords.newFile} color={undefined} />}
      {diff.deleted_file && <LabelChip name={diffWords.deletedFile} color={undefined} />}
      {diff.renamed_file && <LabelChip name={diffWords.renamed} color={undefined} />}
      <span className={classes.fileEnd}>
        <LineCounts added={parsed.added} removed={parsed.removed} />
      </span>
    </div>
  );
}

function FileNote(props: { file: DiffFile; onShow: ((path: string) => void) | undefined }) {
  const { file, onShow } = props;
  const { diff, parsed, path } = file;
  const isModeChange = diff.a_mode !== diff.b_mode && !diff.new_file && !diff.deleted_file;
  return (
    <div className={classes.note} role="cell">
      {diff.renamed_file && <p>{diffWords.renamedFrom(diff.old_path)}</p>}
      {isModeChange && <p>{diffWords.modeChanged(diff.a_mode, diff.b_mode)}</p>}
      {parsed.hunks.length === 0 && <p>{whyEmpty(diff)}</p>}
      {diff.collapsed && !diff.too_large && onShow !== undefined && (
        <button type="button" className={classes.show} onClick={() => onShow(path)}>
          {diffWords.show(path)}
        </button>
      )}
    </div>
  );
}

function whyEmpty({ too_large: isTooLarge, collapsed }: DiffFile['diff']): string {
  if (isTooLarge) return diffWords.tooLarge;
  return collapsed ? diffWords.collapsed : diffWords.emptyFile;
}

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

function Half(props: {
  side: 'old' | 'new';
  row: Extract<DiffRow, { type: 'pair' }>;
  tokensOf: TokensOf;
}) {
  const { side, row, tokensOf } = props;
  const [line, twin] = side === 'old' ? [row.left, row.right] : [row.right, row.left];
  if (line === undefined) return <div className={classes.half} data-empty role="cell" />;
  return (
    <div className={classes.half} data-kind={line.kind}>
      <LineNumber side={side} number={side === 'old' ? line.old : line.new} />
      <Code
        line={line}
        twin={twin?.kind === 'context' ? undefined : twin}
        tokens={tokensOf(line)}
      />
    </div>
  );
}

function Code(props: { line: DiffLine; twin: DiffLine | undefined; tokens: Tokens | undefined }) {
  const { line, twin, tokens } = props;
  return (
    <>
      <span className={classes.sign} aria-hidden>
        {signs[line.kind]}
      </span>
      <span className={classes.code} role="cell">
        {line.kind !== 'context' && <span className={hidden.spoken}>{diffWords[line.kind]} </span>}
        {piecesOf(line.text, partsOf(line, twin), tokens).map(({ start, text, ...look }) =>
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
        {line.noNewline && <span className={hidden.spoken}> {diffWords.noNewline}</span>}
      </span>
    </>
  );
}

function partsOf(line: DiffLine, twin: DiffLine | undefined): readonly Part[] {
  if (twin === undefined) return [{ text: line.text, isChanged: false }];
  return line.kind === 'removed'
    ? changedWords(line.text, twin.text)[0]
    : changedWords(twin.text, line.text)[1];
}

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isChanged: boolean;
  readonly kind: TokenKind | undefined;
}

/** Cuts a line wherever a change or a colour begins. */
function piecesOf(text: string, parts: readonly Part[], tokens: Tokens = []): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let token = 0;
  let tokenEnd = tokens[0]?.[0] ?? text.length;
  for (const part of parts) {
    const partEnd = start + part.text.length;
    while (start < partEnd) {
      while (tokenEnd <= start && token < tokens.length) {
        token += 1;
        tokenEnd += tokens[token]?.[0] ?? text.length;
      }
      const end = Math.max(Math.min(partEnd, tokenEnd), start + 1);
      const kind = tokens[token]?.[1];
      pieces.push({ start, text: text.slice(start, end), isChanged: part.isChanged, kind });
      start = end;
    }
  }
  return pieces;
}
