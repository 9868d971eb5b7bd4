import { createReadStream } from 'node:fs';
import { ImportProblem } from './problem.ts';

/** A description may have a megabyte of characters, each written in six. */
const longestLine = 8 * 1024 * 1024;

/** Lines of a file, one by one; blank ones count and are left out. Throws an `ImportProblem`. */
export async function* linesOf(path: string): AsyncGenerator<{ line: number; text: string }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 0;
  const decode = (part?: Uint8Array) => {
    try {
      return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
    } catch {
      throw new ImportProblem(`Line ${line + 1}: the file is not UTF-8.`);
    }
  };
  for await (const part of createReadStream(path)) {
    const lines = (rest + decode(part as Uint8Array)).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield { line, text };
    }
    if (rest.length > longestLine) throw new ImportProblem(`Line ${line + 1} is too long.`);
  }
  rest += decode();
  if (rest.trim() !== '') yield { line: line + 1, text: rest };
}
