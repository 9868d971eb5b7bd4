import { useLocation, useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent, useEffect, useRef } from 'react';
import { repositoryWords } from '../../words/repository.ts';
import { hashOfLines, linesInHash } from './content.ts';
import classes from './repository.module.css';

const words = repositoryWords.file;

/** Lines of one block; blocks out of sight are not laid out. */
const perBlock = 200;

/** Numbered lines; those that the hash of the URL names are marked, and a number names its line. */
export function CodeLines({ lines, name }: { lines: readonly string[]; name: string }) {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const chosen = linesInHash(hash);
  const box = useRef<HTMLDivElement>(null);
  const from = chosen?.from;
  useEffect(() => {
    if (from === undefined) return;
    box.current?.querySelector(`[data-line="${from}"]`)?.scrollIntoView({ block: 'center' });
  }, [from]);

  const choose = (event: MouseEvent) => {
    const { target } = event;
    const link = target instanceof Element ? target.closest('a') : null;
    const line = Number(link?.dataset.number);
    if (link === null || !Number.isInteger(line)) return;
    event.preventDefault();
    const first = event.shiftKey && chosen !== undefined ? chosen.from : line;
    void navigate({
      to: '.',
      search: true,
      hash: hashOfLines(first, line),
      hashScrollIntoView: false,
      replace: true,
      resetScroll: false,
    });
  };
  const blocks = Array.from({ length: Math.ceil(lines.length / perBlock) }, (_, block) =>
    lines.slice(block * perBlock, (block + 1) * perBlock),
  );
  return (
    // The numbers are links with a keyboard of their own; a press on one is caught here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      className={classes.code}
      role="group"
      aria-label={words.code(name)}
      onClick={choose}
    >
      {blocks.map((block, index) => {
        const first = index * perBlock + 1;
        const last = first + block.length - 1;
        const isMarked = chosen !== undefined && chosen.from <= last && chosen.to >= first;
        return (
          <Block
            // Blocks never change places.
            key={first}
            lines={block}
            first={first}
            from={isMarked ? chosen.from : 0}
            to={isMarked ? chosen.to : -1}
          />
        );
      })}
    </div>
  );
}

const Block = memo(function Block(props: {
  lines: readonly string[];
  first: number;
  from: number;
  to: number;
}) {
  const { lines, first, from, to } = props;
  return (
    <div className={classes.block}>
      {lines.map((text, index) => {
        const number = first + index;
        return (
          <div
            key={number}
            className={classes.codeLine}
            data-line={number}
            data-chosen={(number >= from && number <= to) || undefined}
          >
            {/* Thousands of stops are no help to the keyboard; the first of a block is one. */}
            <a
              href={`#${hashOfLines(number, number)}`}
              data-number={number}
              aria-label={words.line(number)}
              tabIndex={index === 0 ? undefined : -1}
            >
              {number}
            </a>
            <code>{text}</code>
          </div>
        );
      })}
    </div>
  );
});
