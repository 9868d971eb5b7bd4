import { useMemo } from 'react';
import { diffWords } from '../words/diff.ts';
import classes from './code-text.module.css';
import marks from './diff.module.css';
import { useTextTokens } from './highlight.ts';
import { piecesOf } from './pieces.ts';

/** More lines make the page slow on small machines. */
const mostLines = 5_000;

/** A text as numbered lines of code, with the colours of the language that `path` names. */
export function CodeText({ path, text, label }: { path: string; text: string; label: string }) {
  const [lines, left] = useMemo(() => {
    const all = text.replace(/\n$/, '').split('\n');
    return [all.slice(0, mostLines), Math.max(0, all.length - mostLines)] as const;
  }, [text]);
  const tokens = useTextTokens(path, lines);
  return (
    <div className={classes.text} role="group" aria-label={label}>
      {lines.map((line, index) => (
        // Lines are what they are by their place.
        <div key={index} className={classes.line}>
          <span aria-hidden>{index + 1}</span>
          <code>
            {piecesOf(line, [{ text: line, isChanged: false }], tokens[index]).map((piece) => (
              <span key={piece.start} className={piece.kind && marks[piece.kind]}>
                {piece.text}
              </span>
            ))}
          </code>
        </div>
      ))}
      {left > 0 && <p className={classes.more}>{diffWords.moreLines(left)}</p>}
    </div>
  );
}
