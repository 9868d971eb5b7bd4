import { isIP } from 'node:net';

/** The bytes of an IPv4 (4) or IPv6 (16) address; undefined for anything else. */
export function bytesOf(address: string): readonly number[] | undefined {
  const version = isIP(address);
  // A zone names an interface of this machine: never a public address.
  if (version === 0 || address.includes('%')) return undefined;
  return version === 4 ? address.split('.').map(Number) : bytesOf6(address);
}

function bytesOf6(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros: number[] = Array.from({ length: 16 - before.length - after.length }, () => 0);
  return tail === undefined ? before : [...before, ...zeros, ...after];
}

function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

export interface Range {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** `10.0.0.0/8`, or one address; undefined for a text that is neither. */
export function rangeOf(text: string): Range | undefined {
  const [address = '', length] = text.split('/');
  const bytes = bytesOf(address);
  if (bytes === undefined) return undefined;
  const most = bytes.length * 8;
  if (length === undefined) return { bytes, bits: most };
  if (!/^\d{1,3}$/.test(length) || Number(length) > most) return undefined;
  return { bytes, bits: Number(length) };
}

/** Does the address lie in the range? Both of the same version. */
export function isInRange(bytes: readonly number[], range: Range): boolean {
  if (bytes.length !== range.bytes.length) return false;
  for (let bit = 0; bit < range.bits; bit += 8) {
    const mask = range.bits - bit >= 8 ? 255 : (255 << (8 - (range.bits - bit))) & 255;
    const at = bit / 8;
    if (((bytes[at] ?? 0) & mask) !== ((range.bytes[at] ?? 0) & mask)) return false;
  }
  return true;
}

const ranges = (texts: readonly string[]): Range[] =>
  texts.map((text) => {
    const range = rangeOf(text);
    if (range === undefined) throw new Error(`${text} is no range`);
    return range;
  });

/** IPv4 that is not the internet's: this network, private, shared, loopback, link, tests, groups. */
const special4 = ranges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
/** The one IPv6 block that is the internet's, and what is set apart in it. */
const global6 = ranges(['2000::/3']);
const special6 = ranges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
/** IPv6 that carries an IPv4 address in its last four bytes. */
const carriers = ranges(['::ffff:0:0/96', '64:ff9b::/96']);

const isIn = (bytes: readonly number[], all: readonly Range[]) =>
  all.some((range) => isInRange(bytes, range));

/** The IPv4 address inside a mapped or translated IPv6 one; else the address itself. */
export const innermost = (bytes: readonly number[]): readonly number[] =>
  isIn(bytes, carriers) ? bytes.slice(12) : bytes;

/** Is this an address of the internet? What is not certainly one is not. */
export function isPublic(address: string): boolean {
  const outer = bytesOf(address);
  if (outer === undefined) return false;
  const bytes = innermost(outer);
  if (bytes.length === 4) return !isIn(bytes, special4);
  return isIn(bytes, global6) && !isIn(bytes, special6);
}
