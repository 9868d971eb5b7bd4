const maxPathBytes = 4096;

// Characters that the file system of macOS ignores in names, so that `.g\u200cit` is `.git` there.
const ignoredOnMac = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether a new file may have this path: relative, without `.`, `..` and empty parts, and without
 * any part that some checkout would take for the `.git` folder. A backslash parts folders too,
 * since it does on Windows.
 */
export function isFilePath(path: string): boolean {
  if (path === '' || /[\0\n]|\p{Surrogate}/u.test(path)) return false;
  if (Buffer.byteLength(path) > maxPathBytes) return false;
  if (path.split('/').includes('')) return false;
  return path.split(/[/\\]/).every((part) => part !== '.' && part !== '..' && !isDotGit(part));
}

function isDotGit(part: string): boolean {
  const plain = part.replace(ignoredOnMac, '').toLowerCase();
  // Windows drops blanks and dots at the end and reads what follows a colon as a stream.
  const [name = ''] = plain.split(':');
  const cut = name.replace(/[ .]{1,4096}$/, '');
  return cut === '.git' || cut === 'git~1';
}
