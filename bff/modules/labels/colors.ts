import { cssColors } from './css-colors.ts';

const hexDigits = /^[0-9a-f]+$/i;

/**
 * The colour that a caller sent as labels keep it: `#rgb` and `#rrggbb` as they are, the name of a
 * CSS colour as its number; undefined for anything else. Linear in the length of the text.
 */
export function colorOf(text: string): string | undefined {
  const color = text.trim();
  if (color.startsWith('#')) {
    const digits = color.slice(1);
    return (digits.length === 3 || digits.length === 6) && hexDigits.test(digits)
      ? color
      : undefined;
  }
  const name = color.toLowerCase();
  return Object.hasOwn(cssColors, name) ? cssColors[name] : undefined;
}
