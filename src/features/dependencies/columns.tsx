import type { Dependency } from '#contract/dependencies.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { Mono } from '../../ui/marks.tsx';
import { dependencyWords } from '../../words/dependencies.ts';

const helper = columnsOf<Dependency>();
const words = dependencyWords.columns;

export const licenseName = ({ spdx_identifier, name }: Dependency['licenses'][number]): string =>
  spdx_identifier ?? name;

/** Who asks for a package: the project, or the first of the packages that do. */
function AskedBy({ dependency }: { dependency: Dependency }) {
  if (dependency.direct) return dependencyWords.byProject;
  const [first, ...others] = dependency.ancestors;
  if (first === undefined) return dependencyWords.nobody;
  return (
    <>
      {first.name} {others.length > 0 && dependencyWords.more(others.length)}
    </>
  );
}

/** Columns of what a project depends on. */
export const dependencyColumns = helper.columns([
  helper.display({
    id: 'name',
    header: words.name,
    meta: { link: true, phone: 'title', sort: 'name' },
    cell: ({ row: { original } }) => (
      <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
        {original.name}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'version',
    header: words.version,
    meta: { width: 's' },
    cell: ({ row: { original } }) => <Mono>{original.version ?? dependencyWords.unknown}</Mono>,
  }),
  helper.display({
    id: 'package_manager',
    header: words.package_manager,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => original.package_manager ?? dependencyWords.unknown,
  }),
  helper.display({
    id: 'licenses',
    header: words.licenses,
    meta: { width: 'm' },
    cell: ({ row: { original } }) =>
      original.licenses.map(licenseName).join(', ') || dependencyWords.unknown,
  }),
  helper.display({
    id: 'direct',
    header: words.direct,
    meta: { width: 'm', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => <AskedBy dependency={original} />,
  }),
  helper.display({
    id: 'dependency_file_path',
    header: words.dependency_file_path,
    meta: { width: 'm', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => (
      <Mono>{original.dependency_file_path ?? dependencyWords.unknown}</Mono>
    ),
  }),
]);
