import { type WikiFormat, wikiFormats } from '#contract/wikis.ts';
import { isFilePath } from '../../git/file-path.ts';
import type { TreeEntry } from '../../git/tree.ts';

/** Endings of the files of pages; the first of each format is that of new ones. */
const endings: Readonly<Record<WikiFormat, readonly [string, ...string[]]>> = {
  markdown: ['md', 'markdown', 'mdown', 'mkdn', 'mkd'],
  rdoc: ['rdoc'],
  asciidoc: ['asciidoc', 'adoc'],
  org: ['org'],
};

const formatOfEnding: ReadonlyMap<string, WikiFormat> = new Map(
  wikiFormats.flatMap((format) => endings[format].map((ending) => [ending, format] as const)),
);

/** What the file of a page says of it. */
export interface PageName {
  path: string;
  slug: string;
  title: string;
  format: WikiFormat;
}

const mostTitleBytes = 245;
const mostFolderBytes = 255;

/** The title that a slug shows: what stands after the last slash, with blanks for hyphens. */
const titleOf = (slug: string): string =>
  slug.slice(slug.lastIndexOf('/') + 1).replaceAll('-', ' ');

/** The page that a file is; undefined for other files, and for names that no page may have. */
export function pageOfPath(path: string): PageName | undefined {
  const [, slug = '', ending = ''] = /^([^]+)\.([a-z]{2,8})$/.exec(path) ?? [];
  const format = formatOfEnding.get(ending);
  if (format === undefined || !isSlug(slug)) return undefined;
  return { path, slug, title: titleOf(slug), format };
}

/** The page of an entry of a tree; links and submodules are none. */
export const pageOfEntry = (entry: TreeEntry): PageName | undefined =>
  isPlainFile(entry.mode) ? pageOfPath(entry.path) : undefined;

/** Files whose bytes are what they hold; a link's bytes are where it leads. */
export const isPlainFile = (mode: string): boolean => mode === '100644' || mode === '100755';

const isSlug = (slug: string): boolean => isFilePath(slug) && !/\p{Cc}/u.test(slug);

/** The files in which a page of this slug may lie; none for what is no slug. */
export const pathsOfSlug = (slug: string): string[] =>
  isSlug(slug) ? [...formatOfEnding.keys()].map((ending) => `${slug}.${ending}`) : [];

/** The file of a new page. */
export const pathOfSlug = (slug: string, format: WikiFormat): string =>
  `${slug}.${endings[format][0]}`;

/** The slug of a title, or why there is none. */
type Slugged = { slug: string } | { problem: string };

/**
 * Slashes part folders, blanks become hyphens. Within a page that is there already, a title without
 * a slash stays in the page's folder, and one that begins with a slash leads to the top.
 */
export function slugOfTitle(title: string, current?: string): Slugged {
  const parts = title.split('/').map((part) => part.trim().replace(/\s+/g, ' '));
  if (parts.every((part) => part === '')) return { problem: "can't be blank" };
  const fromTop = parts[0] === '';
  const below = fromTop ? parts.slice(1) : parts;
  const folder = current?.includes('/') ? current.slice(0, current.lastIndexOf('/')) : undefined;
  const stays = folder !== undefined && !fromTop && below.length === 1;
  const slug = (stays ? [folder, ...below] : below).join('/').replaceAll(' ', '-');
  if (!isSlug(slug)) {
    return { problem: 'may not have empty parts, control characters, `.`, `..` or `.git` in it' };
  }
  return { ...tooLong(slug), slug };
}

function tooLong(slug: string): { problem: string } | undefined {
  const folders = slug.split('/');
  const name = folders.pop() ?? '';
  const folder = folders.find((one) => Buffer.byteLength(one) > mostFolderBytes);
  if (folder !== undefined) {
    return {
      problem: `exceeds the limit of ${mostFolderBytes} bytes for directory name "${folder}"`,
    };
  }
  return Buffer.byteLength(name) > mostTitleBytes
    ? { problem: `exceeds the limit of ${mostTitleBytes} bytes` }
    : undefined;
}

/** Bytes in words, as refusals tell them. */
export function sizeInWords(bytes: number): string {
  const units = ['Bytes', 'KiB', 'MiB', 'GiB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toPrecision(3))} ${units[unit]}`;
}
