export interface Tasks {
  count: number;
  completed: number;
}

// Each part ends where the next begins, so a line is read once however it looks.
const task = /^[ \t]*(?:>[ \t]*)*(?:[-+*]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]+\S/;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Counts the boxes of list lines in Markdown; those inside code blocks or without text are none. */
export function countTasks(text: string | null): Tasks {
  let count = 0;
  let completed = 0;
  let open: string | undefined;
  for (const line of (text ?? '').split(/\r\n|\n|\r/)) {
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      const closes = mark?.startsWith(open) === true && line.trim() === mark;
      if (closes) open = undefined;
      continue;
    }
    if (mark !== undefined) {
      open = mark;
      continue;
    }
    const box = task.exec(line)?.[1];
    if (box === undefined) continue;
    count += 1;
    if (box !== ' ') completed += 1;
  }
  return { count, completed };
}
