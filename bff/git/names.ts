/** The id that stands for "no object" in ref updates. */
export const nullSha = '0'.repeat(40);

/** The tree without files, known to every repository. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** A value that must not reach git's command line or input. */
export class InvalidGitName extends Error {
  constructor(what: string) {
    super(`invalid ${what}`);
    this.name = 'InvalidGitName';
  }
}

/** Whether the text is a whole object id. */
export function isSha(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** Whether git would take the text as the name of a new branch or tag; linear in its length. */
export function isBranchName(name: string): boolean {
  // `@` is git's other word for HEAD; a dash at the start would read as an option.
  if (name === '@' || name === 'HEAD' || name.startsWith('-')) return false;
  return hasRefShape(name);
}

/** Whether the text is a full ref name (`refs/…`) that git accepts. */
export function isRefName(name: string): boolean {
  return /^refs\/./.test(name) && hasRefShape(name);
}

function hasRefShape(name: string): boolean {
  if (name.endsWith('.') || name.includes('..') || name.includes('@{')) return false;
  if (hasForbiddenCharacter(name)) return false;
  return name
    .split('/')
    .every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

function hasForbiddenCharacter(name: string): boolean {
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    // A lone surrogate has no UTF-8 form: git would see another name than the caller.
    if (code <= 0x20 || code === 0x7f || (code >= 0xd800 && code <= 0xdfff)) return true;
    if ('~^:?*[\\'.includes(character)) return true;
  }
  return false;
}

/**
 * Lets through only an object id, a full ref name or HEAD. Everything git could read as an
 * option, a range, a search or a path stops here; names from outside go through `resolve` first,
 * once, and the id is used from then on.
 */
export function revision(text: string): string {
  if (isSha(text) || text === 'HEAD' || isRefName(text)) return text;
  throw new InvalidGitName('revision');
}

/** Lets through only a full ref name. */
export function refName(text: string): string {
  if (isRefName(text)) return text;
  throw new InvalidGitName('ref name');
}

/** Lets through only a whole object id. */
export function sha(text: string): string {
  if (isSha(text)) return text;
  throw new InvalidGitName('object id');
}

/** A path inside a tree without slashes at its ends; undefined when no tree can hold it. */
export function treePath(text: string): string | undefined {
  const path = text.replace(/^\/{1,16}|\/{1,16}$/g, '');
  if (path === '') return '';
  if (path.includes('\0')) return undefined;
  const parts = path.split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..') ? undefined : path;
}
