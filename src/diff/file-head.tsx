import { Checkbox } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import { CopyButton } from '../ui/copy.tsx';
import { LabelChip, LineCounts } from '../ui/marks.tsx';
import { StateText } from '../ui/state-badge.tsx';
import hidden from '../ui/spoken.module.css';
import { diffWords } from '../words/diff.ts';
import classes from './diff.module.css';
import type { DiffReview } from './review.ts';
import type { DiffFile } from './rows.ts';

/** Name and counts of a file, what became of it, and whether it was viewed. */
export function FileHead(props: {
  file: DiffFile;
  isFolded: boolean;
  open: number;
  onFold: (path: string) => void;
  review: DiffReview | undefined;
}) {
  const { file, isFolded, open, onFold, review } = props;
  const { diff, path, parsed } = file;
  const cut = path.lastIndexOf('/') + 1;
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  const viewed = review?.viewed.get(path);
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
      {open > 0 && (
        <StateText tone="warning" icon={<IconMessage aria-hidden size={16} />}>
          {diffWords.openThreads(open)}
        </StateText>
      )}
      <span className={classes.fileEnd}>
        <span className={hidden.spoken}>{diffWords.counts(parsed.added, parsed.removed)}</span>
        <span aria-hidden>
          <LineCounts added={parsed.added} removed={parsed.removed} />
        </span>
        {viewed === 'changed' && <span className={classes.since}>{diffWords.changedSince}</span>}
        {review !== undefined && (
          <Checkbox
            size="xs"
            label={diffWords.viewed}
            aria-label={diffWords.viewedOf(path)}
            checked={viewed === 'viewed'}
            onChange={(event) => review.onViewed(path, event.currentTarget.checked)}
          />
        )}
      </span>
    </div>
  );
}

/** What a file is besides lines: moved, of another mode, an image, or left out. */
export function FileNote(props: {
  file: DiffFile;
  onShow: ((path: string) => void) | undefined;
  review: DiffReview | undefined;
}) {
  const { file, onShow, review } = props;
  const { diff, parsed, path } = file;
  const isModeChange = diff.a_mode !== diff.b_mode && !diff.new_file && !diff.deleted_file;
  const content = parsed.hunks.length === 0 ? review?.content?.(file) : undefined;
  return (
    <div className={classes.note} role="cell">
      {diff.renamed_file && <p>{diffWords.renamedFrom(diff.old_path)}</p>}
      {isModeChange && <p>{diffWords.modeChanged(diff.a_mode, diff.b_mode)}</p>}
      {parsed.hunks.length === 0 && (content ?? <p>{whyEmpty(diff)}</p>)}
      {onShow !== undefined && (diff.collapsed || diff.too_large) && (
        <button type="button" className={classes.show} onClick={() => onShow(path)}>
          {diff.too_large ? diffWords.loadAnyway(path) : diffWords.show(path)}
        </button>
      )}
    </div>
  );
}

function whyEmpty({ too_large: isTooLarge, collapsed, diff }: DiffFile['diff']): string {
  if (isTooLarge) return diffWords.tooLarge;
  if (collapsed) return diffWords.collapsed;
  return diff.startsWith('Binary files ') ? diffWords.binary : diffWords.emptyFile;
}
