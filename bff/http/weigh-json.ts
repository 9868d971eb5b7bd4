const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opens = new Set([0x5b, 0x7b]);
const closes = new Set([0x5d, 0x7d]);

/**
 * How deep a JSON text nests and how many commas part its values, without building any of them:
 * twenty megabytes of brackets would be hundreds as objects. Stops at the first bound passed.
 */
export function weighJson(
  text: string,
  most: { depth: number; commas: number },
): 'deep' | 'many' | undefined {
  let depth = 0;
  let commas = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (inText) {
      if (sign === backslash) at++;
      else if (sign === quote) inText = false;
    } else if (sign === quote) inText = true;
    else if (sign === comma) {
      if (++commas > most.commas) return 'many';
    } else if (opens.has(sign)) {
      if (++depth > most.depth) return 'deep';
    } else if (closes.has(sign)) depth--;
  }
  return undefined;
}
