import { invalid } from '../../errors.ts';

/** First segments of the console's routes and of the server's own: no namespace may take them. */
const reserved = new Set([
  '-',
  '.well-known',
  'admin',
  'api',
  'app-icon-192.png',
  'app-icon-512.png',
  'app-icon-maskable-512.png',
  'assets',
  'bff',
  'favicon.svg',
  'ghost',
  'groups',
  'help',
  'merge-requests',
  'profile',
  'projects',
  'reassignments',
  'robots.txt',
  'sign-in',
  'sign-up',
  'terms',
  'uploads',
]);

const pathPattern = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;
const badEndings = ['.git', '.atom', '.'];

const pathText =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.', '.git' or '.atom'";

/** What is wrong with a path segment, in the API's words; undefined when it is fine. */
export function pathProblem(path: string, limit = 255): string | undefined {
  if (path === '') return "can't be blank";
  if (path.length > limit) return `is too long (maximum is ${limit} characters)`;
  if (!pathPattern.test(path) || badEndings.some((ending) => path.toLowerCase().endsWith(ending))) {
    return pathText;
  }
  return undefined;
}

/** Throws 400 when a namespace at the top may not have this path. */
export function refuseReservedPath(path: string, field = 'path'): void {
  if (reserved.has(path.toLowerCase())) {
    throw invalid({ [field]: [`${path} is a reserved name`] });
  }
}

/** A path segment made of a name: what the console and clients leave out. */
export function pathOfName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\w.\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/^[-.]+/, '')
    .toLowerCase();
}
