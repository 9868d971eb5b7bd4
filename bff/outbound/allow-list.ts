import { bytesOf, innermost, isInRange, type Range, rangeOf } from './addresses.ts';

/** What an administrator allowed: names or ranges, each with a port where it says one. */
export interface AllowList {
  names: readonly { name: string; port: number | undefined }[];
  ranges: readonly { range: Range; port: number | undefined }[];
}

/** Entries such as `hooks.example.test`, `10.0.0.0/8`, `10.1.2.3:8080` or `[fd00::1]:8080`. */
export function allowListOf(entries: readonly string[]): AllowList {
  const names: AllowList['names'][number][] = [];
  const ranges: AllowList['ranges'][number][] = [];
  for (const entry of entries.flatMap((text) => text.split(/[\s,;]+/))) {
    if (entry === '') continue;
    const { host, port } = splitPort(entry);
    const range = rangeOf(host);
    if (range !== undefined) ranges.push({ range, port });
    else names.push({ name: nameOf(host), port });
  }
  return { names, ranges };
}

function splitPort(entry: string): { host: string; port: number | undefined } {
  const match = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d{1,5}))?$/.exec(entry);
  if (match === null) return { host: entry, port: undefined };
  const [, bracketed, plain = '', port] = match;
  return { host: bracketed ?? plain, port: port === undefined ? undefined : Number(port) };
}

/** A name as URLs spell it: lower case, in ASCII, without the dot at the end. */
function nameOf(host: string): string {
  try {
    return new URL(`http://${host}`).hostname.replace(/\.$/, '');
  } catch {
    return host.toLowerCase();
  }
}

/** Is this name, at this port, allowed whatever its address is? */
export const allowsName = (list: AllowList, name: string, port: number): boolean =>
  list.names.some(
    (entry) =>
      entry.name === name.replace(/\.$/, '') && (entry.port === undefined || entry.port === port),
  );

/** Is this address, at this port, allowed? */
export function allowsAddress(list: AllowList, address: string, port: number): boolean {
  const outer = bytesOf(address);
  if (outer === undefined) return false;
  return list.ranges.some(
    ({ range, port: wanted }) =>
      (wanted === undefined || wanted === port) &&
      (isInRange(outer, range) || isInRange(innermost(outer), range)),
  );
}
