import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const mostColors = 256;

interface Picture {
  width: number;
  height: number;
  /** Three bytes a pixel. */
  rgb: Buffer;
}

/** The same picture with a palette of at most 256 colours, a third as large or less. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, rgb } = decode(png);
  const { palette, indexOf } = paletteOf(rgb);
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const at = Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width);
    rows[at] = indexOf(rgb.readUIntBE(pixel * 3, 3));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, each the number of a colour.
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(
    palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]),
  );
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Reads what Chromium writes: eight bits a channel, not interlaced. */
function decode(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[png[25] ?? 0];
  if (png[24] !== 8 || channels === undefined || png[28] !== 0) throw new Error('an unknown PNG');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const stride = width * channels;
  const bytes = unfiltered(inflateSync(Buffer.concat(parts)), { stride, height, channels });
  const rgb = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    bytes.copy(rgb, pixel * 3, pixel * channels, pixel * channels + 3);
  }
  return { width, height, rgb };
}

/** Takes back what PNG does to each row: a byte is written as its distance to those before it. */
function unfiltered(
  data: Buffer,
  { stride, height, channels }: { stride: number; height: number; channels: number },
): Buffer {
  const out = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = data[row * (stride + 1)] ?? 0;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < channels ? 0 : (out[at - channels] ?? 0);
      const up = row === 0 ? 0 : (out[at - stride] ?? 0);
      const corner = row === 0 || column < channels ? 0 : (out[at - stride - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter] ?? 0;
      out[at] = (data[row * (stride + 1) + 1 + column] ?? 0) + guess;
    }
  }
  return out;
}

function nearest(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** The most frequent colours; any other is shown as the one that is nearest. */
function paletteOf(rgb: Buffer): { palette: number[]; indexOf: (color: number) => number } {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const color = rgb.readUIntBE(at, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([a, many], [b, more]) => more - many || a - b);
  const palette = ranked.slice(0, mostColors).map(([color]) => color);
  const known = new Map(palette.map((color, index) => [color, index]));
  const distance = (a: number, b: number) =>
    ((a >> 16) - (b >> 16)) ** 2 +
    (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 +
    ((a & 255) - (b & 255)) ** 2;
  const indexOf = (color: number): number => {
    const found = known.get(color);
    if (found !== undefined) return found;
    let best = 0;
    for (const [index, one] of palette.entries()) {
      if (distance(one, color) < distance(palette[best] ?? 0, color)) best = index;
    }
    known.set(color, best);
    return best;
  };
  return { palette, indexOf };
}
