import type { Variables } from './expression.ts';

const longest = 64 * 1024;

/** The text with `$NAME` and `${NAME}` replaced once; unknown names become nothing, `$$` a `$`. */
export function expand(text: string, variables: Variables): string {
  if (!text.includes('$')) return text;
  return text
    .replaceAll(/\$\$|\$(\w+)|\$\{(\w+)\}/g, (whole, bare?: string, braced?: string) =>
      whole === '$$' ? '$' : (variables.get(bare ?? braced ?? '') ?? ''),
    )
    .slice(0, longest);
}
