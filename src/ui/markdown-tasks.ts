import type { StateCore } from 'markdown-it';

const box = /^\[([ xX])\](?=\s)/;

/** Items of lists that begin with `[ ]` or `[x]` begin with a token `task`, named by their words. */
export function markTasks({ tokens, Token }: StateCore): void {
  for (const [index, inline] of tokens.entries()) {
    const isItem = tokens[index - 2]?.type === 'list_item_open';
    if (!isItem || inline.type !== 'inline' || inline.children === null) continue;
    const [first] = inline.children;
    const [written, sign] = (first?.type === 'text' && box.exec(first.content)) || [];
    if (first === undefined || written === undefined) continue;
    first.content = first.content.slice(written.length);
    const task = new Token('task', 'input', 0);
    task.info = sign === ' ' ? '' : 'x';
    task.content = inline.children
      .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
      .join('')
      .trim();
    inline.children.unshift(task);
  }
}
