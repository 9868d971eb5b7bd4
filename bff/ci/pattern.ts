import { RE2JS } from 're2js';

export type Matcher = (text: string) => boolean;

const longestPattern = 4096;
const largestProgram = 5000;
const mostKept = 200;
const kept = new Map<string, Matcher | undefined>();

/**
 * The matcher of `/source/flags`, in time linear in the text whatever the source is; undefined
 * where the text is no such pattern or one that cannot be matched so (look-around, references).
 */
export function patternOf(literal: string): Matcher | undefined {
  if (kept.has(literal)) return kept.get(literal);
  const made = compile(literal);
  if (kept.size >= mostKept) kept.clear();
  kept.set(literal, made);
  return made;
}

function compile(literal: string): Matcher | undefined {
  const end = literal.lastIndexOf('/');
  if (!literal.startsWith('/') || end < 1 || literal.length > longestPattern) return undefined;
  const flags = literal.slice(end + 1);
  if (!/^[ismU]*$/.test(flags)) return undefined;
  return matcherOf(literal.slice(1, end).replaceAll('\\/', '/'), flags);
}

/** The matcher of a bare expression; undefined where it is none. */
export function matcherOf(source: string, flags = ''): Matcher | undefined {
  if (source.length > longestPattern) return undefined;
  try {
    const regex = RE2JS.compile(flags === '' ? source : `(?${flags})${source}`);
    return regex.programSize() > largestProgram ? undefined : (text) => regex.test(text);
  } catch {
    return undefined;
  }
}

/** Paths that a shell pattern matches: `*`, `**`, `?`, `[…]`, `{a,b}`; undefined for a broken one. */
export function globOf(glob: string): Matcher | undefined {
  if (glob.length > 1024) return undefined;
  const key = `glob:${glob}`;
  if (kept.has(key)) return kept.get(key);
  const made = matcherOf(`^${sourceOfGlob(glob.replace(/^\//, ''))}$`);
  kept.set(key, made);
  return made;
}

function sourceOfGlob(glob: string): string {
  let source = '';
  let braces = 0;
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at] ?? '';
    const rest = glob.slice(at);
    if (rest.startsWith('**/')) {
      source += '(?:.*/)?';
      at += 2;
    } else if (rest.startsWith('**')) {
      source += '.*';
      at += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '[') {
      const end = glob.indexOf(']', at + 2);
      if (end === -1) source += '\\[';
      else {
        const inner = glob
          .slice(at + 1, end)
          .replace(/^!/, '^')
          .replaceAll('\\', '\\\\');
        source += `[${inner.replaceAll('[', '\\[')}]`;
        at = end;
      }
    } else if (character === '{') {
      source += '(?:';
      braces += 1;
    } else if (character === '}' && braces > 0) {
      source += ')';
      braces -= 1;
    } else if (character === ',' && braces > 0) source += '|';
    else source += character.replace(/[\\^$.|+()[\]{}*?]/, '\\$&');
  }
  return source + ')'.repeat(braces);
}
