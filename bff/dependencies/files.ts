import type { Packager } from '#contract/dependency-record.ts';

/** Which files are read, which files beside them help, and what they are read as. */
export const lockFiles: readonly {
  packager: Packager;
  /** In lower case. */
  names: RegExp;
  beside?: readonly string[];
}[] = [
  { packager: 'npm', names: /^(package-lock|npm-shrinkwrap)\.json$/ },
  { packager: 'yarn', names: /^yarn\.lock$/, beside: ['package.json'] },
  { packager: 'pnpm', names: /^pnpm-lock\.yaml$/ },
  { packager: 'pip', names: /^requirements([-_.][\w.-]{1,80})?\.txt$/ },
  { packager: 'pipenv', names: /^pipfile\.lock$/, beside: ['Pipfile'] },
  { packager: 'poetry', names: /^poetry\.lock$/, beside: ['pyproject.toml'] },
  { packager: 'uv', names: /^uv\.lock$/ },
  { packager: 'bundler', names: /^(gemfile|gems)\.(lock|locked)$/ },
  { packager: 'go', names: /^go\.mod$/ },
  { packager: 'cargo', names: /^cargo\.lock$/ },
  { packager: 'composer', names: /^composer\.lock$/, beside: ['composer.json'] },
  { packager: 'maven', names: /^pom\.xml$/ },
  { packager: 'gradle', names: /^gradle\.lockfile$/ },
  { packager: 'nuget', names: /^packages\.lock\.json$/ },
];

const skippedFolders = /(^|\/)(node_modules|vendor|\.git|\.venv|site-packages)\//;

/** What a path is read as; undefined for files that name no packages, and for copies of others' work. */
export function lockFileAt(path: string): (typeof lockFiles)[number] | undefined {
  if (skippedFolders.test(path)) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return lockFiles.find((file) => file.names.test(name));
}

/** Packages of one file, and of one project. */
export const mostComponents = 50_000;

/** Changes when files are read in another way, so that what was read before is read anew. */
export const readerVersion = 3;
