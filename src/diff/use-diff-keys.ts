import { type KeyboardEvent, useState } from 'react';
import { useScreenActions } from '../lib/screen-actions.ts';
import { diffWords } from '../words/diff.ts';
import type { DiffReview } from './review.ts';
import { type DiffRow, linesIn } from './rows.ts';
import { stepFrom } from './steps.ts';
import type { CommentWish } from './use-commenting.ts';
import type { useDiffList } from './use-diff-list.ts';

const { keys } = diffWords;

/** The keys of a review: from file to file, change to change, thread to thread, and what to do there. */
export function useDiffKeys(props: {
  rows: readonly DiffRow[];
  diffList: Pick<ReturnType<typeof useDiffList>, 'goTo' | 'placeOf'>;
  review: DiffReview | undefined;
  comment: ((wish: CommentWish) => void) | undefined;
  onFile: ((path: string) => void) | undefined;
  isEmbedded: boolean;
}): { onKeyDown: (event: KeyboardEvent<HTMLElement>) => void; chosen: DiffRow['id'] | undefined } {
  const { rows, diffList, review, comment, onFile, isEmbedded } = props;
  const { goTo, placeOf } = diffList;
  // Where lines began to be chosen.
  const [chosen, setChosen] = useState<DiffRow['id']>();
  const step = (to: 'change' | 'thread' | 'file', by: 1 | -1) => () => {
    const place = placeOf();
    // Back from within a file leads to the one before, not to its own head.
    const isInside = to === 'file' && by === -1 && rows[place]?.type !== 'file';
    const from = isInside ? (stepFrom(rows, place, { to, by }) ?? place) : place;
    const index = stepFrom(rows, from, { to, by });
    if (index === undefined) return;
    goTo(index);
    const row = rows[index];
    if (to === 'file' && row !== undefined) onFile?.(row.file.path);
  };
  const toggleViewed = () => {
    const place = placeOf();
    const path = rows[place]?.file.path;
    if (review === undefined || path === undefined) return;
    const isViewed = review.viewed.get(path) === 'viewed';
    review.onViewed(path, !isViewed);
    // What is done is left behind.
    if (!isViewed) step('file', 1)();
  };
  const write = () => {
    const place = placeOf();
    const here =
      linesIn(rows[place]).at(-1) === undefined
        ? stepFrom(rows, place, { to: 'change', by: 1 })
        : place;
    const row = rows[here ?? -1];
    const line = linesIn(row).at(-1);
    if (row === undefined || line === undefined) return;
    const from = linesIn(rows.find(({ id, file }) => id === chosen && file === row.file)).at(0);
    comment?.({ file: row.file, line, isRange: false, from });
    setChosen(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { currentTarget: table, target } = event;
    const isRow = target instanceof HTMLElement && target.parentElement === table;
    if (by === undefined || !(isRow || target === table)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = placeOf();
    let next = place + by;
    while (rows[next]?.type === 'gap') next += by;
    if (rows[next] === undefined) return;
    event.preventDefault();
    setChosen(event.shiftKey ? (chosen ?? rows[place]?.id) : undefined);
    goTo(next, { isNear: true });
  };
  const moves = [
    ['diff next file', 'nextFile', keys.nextFile, step('file', 1)],
    ['diff previous file', 'previousFile', keys.previousFile, step('file', -1)],
    ['diff next change', 'nextChange', keys.nextChange, step('change', 1)],
    ['diff previous change', 'previousChange', keys.previousChange, step('change', -1)],
  ] as const;
  const reviewing = [
    ['diff next thread', 'nextThread', keys.nextThread, step('thread', 1)],
    ['diff previous thread', 'previousThread', keys.previousThread, step('thread', -1)],
    ['diff viewed', 'viewed', keys.toggleViewed, toggleViewed],
  ] as const;
  const writing = [['diff comment', 'comment', keys.comment, write]] as const;
  useScreenActions(
    isEmbedded
      ? []
      : [
          ...moves,
          ...(review === undefined ? [] : reviewing),
          ...(comment === undefined ? [] : writing),
        ].map(([id, key, label, run]) => ({ id, key, label, run })),
  );
  return { onKeyDown, chosen };
}
