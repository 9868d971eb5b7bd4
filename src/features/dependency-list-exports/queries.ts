import { every } from '../../api/polling.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { ListedExport } from '#contract/dependency-export-record.ts';
import { dependencyListExports } from '#contract/dependency-list-exports.ts';
import { fullPath } from '#contract/endpoint.ts';
import { type ListQuery, listQuery, prepareList } from '../../table/list-query.ts';
import { type ListSearch, pageInput } from '../../table/url-state.ts';
import { exportWords } from '../../words/dependency-list-exports.ts';

/** What exports are of: a project with its pipelines, or a group; by path. */
export interface Place {
  readonly kind: 'project' | 'group';
  readonly path: string;
}

const listOfPlace = {
  project: dependencyListExports.listForProject,
  group: dependencyListExports.listForGroup,
} as const;

/** What is running is asked for again after so many milliseconds. */
export const beat = 2_000;

/** One's own exports of a place; asked again while one of them runs. */
export function exportList({ kind, path }: Place, search: ListSearch): ListQuery<ListedExport> {
  const query = listQuery(listOfPlace[kind], { id: path, ...pageInput(search) });
  return {
    ...query,
    options: {
      ...query.options,
      refetchInterval: ({ state: { data } }) => {
        const rows = data === undefined ? [] : query.rowsOf(data).rows;
        return rows.some(({ status }) => status === 'running') ? every(beat) : false;
      },
    },
  };
}

/** Lists that a new export, or one that begins again, makes stale. */
export const touched = [
  dependencyListExports.listForProject,
  dependencyListExports.listForGroup,
  dependencyListExports.listOwn,
];

/** What the list shows. */
export const prepareExports = (
  client: QueryClient,
  place: Place,
  search: ListSearch,
): Promise<void> => prepareList(client, exportList(place, search));

/** What an export is called: its format, and its pipeline where it is of one. */
export const nameOf = ({ export_type, pipeline_id }: ListedExport): string => {
  const type = exportWords.types[export_type];
  return pipeline_id === null ? type : exportWords.ofPipeline(type, pipeline_id);
};

/** The address of its file, on this page's own server. */
export const fileOf = ({ id }: ListedExport): string =>
  fullPath(dependencyListExports.download).replace(':id', String(id));
