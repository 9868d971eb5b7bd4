import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What the documents name and the repository does not have.
 * @param {string} root
 * @returns {string[]}
 */
export function brokenReferences(root) {
  /** @type {{ scripts: Record<string, string> }} */
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const docs = existsSync(join(root, 'docs')) ? readdirSync(join(root, 'docs')) : [];
  const pages = ['README.md', 'AGENTS.md', ...docs.map((name) => `docs/${name}`)];
  return pages
    .filter((page) => page.endsWith('.md') && existsSync(join(root, page)))
    .flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8');
      const paths = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
      const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map((match) =>
        join(dirname(page), match[1] ?? ''),
      );
      // The pages below docs/ may speak of what is still open.
      const commands = page.includes('/') ? [] : [...text.matchAll(/npm run ([\w:-]+)/g)];
      return [
        ...[...paths.filter(isRepositoryPath).map(certainPart), ...links].filter(
          (path) => !existsSync(join(root, path)),
        ),
        ...commands.filter(([, name]) => !(name && name in scripts)).map(([whole]) => whole),
      ].map((broken) => `${page}: ${broken}`);
    });
}

/** @param {string} text */
function isRepositoryPath(text) {
  if (/\s/.test(text)) return false;
  return /^(\.ci|bff|docs|e2e|public|scripts|src)\/|^[\w.-]+\.(html|json|md|mjs|ts)$/.test(text);
}

/**
 * `src/features/<resource>/queries.ts` promises `src/features/` only.
 * @param {string} path
 */
function certainPart(path) {
  const open = path.search(/[<*{…$]/);
  return open === -1 ? path : path.slice(0, path.lastIndexOf('/', open) + 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const broken = brokenReferences(join(import.meta.dirname, '..'));
  for (const line of broken) console.error(`Not in the repository — ${line}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
