/** The contrast of two colours written as `#rgb` or `#rrggbb` (WCAG); undefined for anything else. */
export function contrastOf(a: string, b: string): number | undefined {
  const [x, y] = [luminanceOf(a), luminanceOf(b)];
  if (x === undefined || y === undefined) return undefined;
  const ratio = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  // Rounded down: what is shown as enough is enough.
  return Math.floor(ratio * 10) / 10;
}

function luminanceOf(colour: string): number | undefined {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(colour) ?? [];
  const digits = long ?? short?.replace(/./g, '$&$&');
  if (digits === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
