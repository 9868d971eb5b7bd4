import type { DiffFile } from './rows.ts';
import type { DiffLine } from './parse.ts';

/** A line that holds the text, wherever it is. */
export interface Found {
  readonly file: DiffFile;
  readonly line: DiffLine;
}

/** More are counted, not walked through. */
const mostFound = 20_000;

/** Lines of all files that hold a text, in the order of the page; letters of any case. */
export function findIn(files: readonly DiffFile[], text: string): Found[] {
  const wanted = text.toLowerCase();
  const found: Found[] = [];
  if (wanted === '') return found;
  for (const file of files) {
    for (const { lines } of file.parsed.hunks) {
      for (const line of lines) {
        if (!line.text.toLowerCase().includes(wanted)) continue;
        found.push({ file, line });
        if (found.length === mostFound) return found;
      }
    }
  }
  return found;
}

/** Marks a text in the lines of an element, without touching them; whatever the browser can. */
export function markIn(box: HTMLElement | null, text: string): void {
  const highlights = globalThis.CSS?.highlights;
  if (highlights === undefined) return;
  highlights.delete('qd-found');
  if (box === null || text === '') return;
  const wanted = text.toLowerCase();
  const ranges: Range[] = [];
  for (const code of box.querySelectorAll('[data-code]')) ranges.push(...rangesIn(code, wanted));
  highlights.set('qd-found', new Highlight(...ranges));
}

function rangesIn(code: Element, wanted: string): Range[] {
  const texts: { node: Node; start: number }[] = [];
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let whole = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    texts.push({ node, start: whole.length });
    whole += node.textContent ?? '';
  }
  const spot = (offset: number) => texts.findLast(({ start }) => start <= offset);
  const lower = whole.toLowerCase();
  const ranges: Range[] = [];
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [spot(at), spot(at + wanted.length - 1)];
    if (first === undefined || last === undefined) break;
    const range = new Range();
    range.setStart(first.node, at - first.start);
    range.setEnd(last.node, at + wanted.length - last.start);
    ranges.push(range);
  }
  return ranges;
}
