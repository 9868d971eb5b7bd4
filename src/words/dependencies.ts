import { formatCount } from '../lib/format.ts';
import { common } from './common.ts';

/** Words of what a project depends on. */
export const dependencyWords = {
  title: common.navigation.dependencies,
  about:
    'What the lock files of the default branch name. Of Maven, Gradle and NuGet only the versions that stand in their files. This server looks for no vulnerabilities.',
  export: 'Export',
  searchPlaceholder: 'Search by name',
  columns: {
    name: 'Name',
    version: 'Version',
    package_manager: 'Packager',
    dependency_file_path: 'File',
    licenses: 'Licences',
    direct: 'Asked for by',
  },
  unknown: '—',
  byProject: 'the project',
  nobody: 'not told',
  more: (count: number) => `+${count}`,
  filters: { package_manager: 'Packager', license: 'Licence', direct: 'Asked for' },
  directs: { true: 'by the project', false: 'by other packages' },
  readAt: 'Read',
  findings: (count: number) =>
    formatCount(count, 'file could not be read', 'files could not be read'),
  panel: {
    purl: 'Package URL',
    copyPurl: 'Copy the package URL',
    file: 'File',
    licenses: 'Licences',
    noLicense: 'The file names none.',
    ancestors: 'Asked for by',
    firstSeen: 'First seen',
  },
  empty: {
    title: 'No dependencies found',
    help: 'They are read from lock files after each push to the default branch: package-lock.json, yarn.lock, pnpm-lock.yaml, requirements.txt, poetry.lock, uv.lock, Pipfile.lock, Gemfile.lock, go.mod, Cargo.lock, composer.lock and others.',
  },
} as const;
