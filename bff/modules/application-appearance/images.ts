import { imageTypeOf } from '../uploads/names.ts';
import { picturesOfIcon } from './icons.ts';

/** Pixels of a picture, its frames together: what decodes to more is a bomb. */
const mostPixels = 4096 * 4096;
const iconType = 'image/vnd.microsoft.icon';

/** Endings of names by what a picture is; the first is given to a name that has none. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  [iconType]: ['ico'],
};

const logoTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const faviconTypes = ['image/png', iconType];

/** What a picture is by its bytes, or what is wrong with it, in words. */
export type Judged = { type: string; ending: string } | { problem: string };

/** Loads the native library with the first picture: no start of the server waits for it. */
async function library() {
  const { default: sharp } = await import('sharp');
  // Pictures are few: nothing of them is worth keeping, and one thread is enough.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Reads a picture to its last pixel, so that a truncated one is found. */
async function isWhole(bytes: Buffer): Promise<boolean> {
  const sharp = await library();
  try {
    const options = { limitInputPixels: mostPixels, failOn: 'warning', animated: true } as const;
    await sharp(bytes, options).timeout({ seconds: 5 }).stats();
    return true;
  } catch {
    return false;
  }
}

/** The type of a picture by its bytes; what is no whole picture has none. */
async function typeOf(bytes: Buffer): Promise<string | undefined> {
  const type = imageTypeOf(bytes);
  if (type !== undefined) return (await isWhole(bytes)) ? type : undefined;
  const pictures = picturesOfIcon(bytes);
  if (pictures === undefined) return undefined;
  for (const picture of pictures) {
    if (imageTypeOf(picture) !== 'image/png' || !(await isWhole(picture))) return undefined;
  }
  return iconType;
}

/** Judges a file by its bytes; its name may only say the same. */
export async function judgeImage(
  content: Uint8Array,
  { filename, isFavicon }: { filename: string; isFavicon: boolean },
): Promise<Judged> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const allowed = isFavicon ? faviconTypes : logoTypes;
  const type = await typeOf(bytes);
  if (type === undefined || !allowed.includes(type)) {
    const names = allowed.flatMap((one) => endings[one]?.[0]?.toUpperCase() ?? []);
    return { problem: `is not a whole image of an allowed type (${names.join(', ')})` };
  }
  const known = endings[type] ?? [];
  const ending = /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase();
  if (ending !== undefined && !known.includes(ending)) {
    return { problem: `has a name that does not end in .${known.join(' or .')}` };
  }
  return { type, ending: ending ?? known[0] ?? '' };
}

/** How a picture fills its square: to the edges, or so that no mask of a home screen cuts it. */
export type Purpose = 'any' | 'maskable';

/** Part of a side that is safe: the square in the circle that every mask leaves. */
const safeSide = 0.8 * Math.SQRT1_2;

/**
 * A picture in a square of this side, as PNG. What is left of the square is transparent; under a
 * mask it is white, for there nothing shows through.
 */
export async function scaledImage(
  bytes: Uint8Array,
  { side, purpose }: { side: number; purpose: Purpose },
): Promise<Uint8Array> {
  const sharp = await library();
  const isMaskable = purpose === 'maskable';
  const background = isMaskable ? '#FFFFFF' : { r: 0, g: 0, b: 0, alpha: 0 };
  const inner = isMaskable ? Math.floor(side * safeSide) : side;
  const before = Math.floor((side - inner) / 2);
  const after = side - inner - before;
  const scaled = sharp(bytes, { limitInputPixels: mostPixels })
    .resize(inner, inner, { fit: 'contain', background })
    .extend({ top: before, bottom: after, left: before, right: after, background });
  return (isMaskable ? scaled.flatten({ background }) : scaled).png().toBuffer();
}
