const directory = 6;
const entry = 16;
const header = 40;
/** More pictures than any icon has. */
const mostPictures = 32;

/**
 * The PNG pictures of an icon file whose directory and bitmaps are sound; undefined for anything
 * else. The format is small and old, so no library reads it: a directory of places in the file,
 * each of a PNG or of a bitmap without compression.
 */
export function picturesOfIcon(bytes: Buffer): Buffer[] | undefined {
  if (bytes.length < directory || bytes.readUInt16LE(0) !== 0 || bytes.readUInt16LE(2) !== 1) {
    return undefined;
  }
  const count = bytes.readUInt16LE(4);
  const end = directory + count * entry;
  if (count === 0 || count > mostPictures || bytes.length < end) return undefined;
  const pngs: Buffer[] = [];
  for (let at = directory; at < end; at += entry) {
    const size = bytes.readUInt32LE(at + 8);
    const offset = bytes.readUInt32LE(at + 12);
    if (offset < end || offset + size > bytes.length) return undefined;
    const picture = bytes.subarray(offset, offset + size);
    if (picture.subarray(1, 4).toString('latin1') === 'PNG') pngs.push(picture);
    else if (!isBitmap(picture, bytes.subarray(at, at + 2))) return undefined;
  }
  return pngs;
}

/** A bitmap as icons hold it: as large as the directory says, twice as high with its mask. */
function isBitmap(picture: Buffer, sides: Buffer): boolean {
  if (picture.length < header || picture.readUInt32LE(0) !== header) return false;
  // A side of 256 does not fit into its byte.
  const width = sides.readUInt8(0) || 256;
  const height = sides.readUInt8(1) || 256;
  const depth = picture.readUInt16LE(14);
  const isSound =
    picture.readInt32LE(4) === width &&
    picture.readInt32LE(8) === height * 2 &&
    [1, 4, 8, 16, 24, 32].includes(depth) &&
    picture.readUInt32LE(16) === 0;
  if (!isSound) return false;
  const colours = depth > 8 ? 0 : picture.readUInt32LE(32) || 2 ** depth;
  const lines = (bits: number) => Math.ceil((width * bits) / 32) * 4 * height;
  return picture.length >= header + colours * 4 + lines(depth);
}
