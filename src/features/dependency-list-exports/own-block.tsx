import { useSuspenseQuery } from '@tanstack/react-query';
import type { OwnExport } from '#contract/dependency-export-record.ts';
import { dependencyListExports } from '#contract/dependency-list-exports.ts';
import { listOf } from '../../api/client.ts';
import { every } from '../../api/polling.ts';
import { TextLink } from '../../lib/links.tsx';
import { BlockList } from '../../ui/block-list.tsx';
import { exportWords as words } from '../../words/dependency-list-exports.ts';
import { beat, fileOf, nameOf } from './queries.ts';

/** One's own exports, wherever they are of. */
export const ownExports = listOf(dependencyListExports.listOwn, { per_page: 5 });

/** Exports that run, are ready or failed; nothing where there are none. */
export function OwnExports() {
  const { data } = useSuspenseQuery({
    ...ownExports,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === 'running') === true ? every(beat) : false,
  });
  if (data.rows.length === 0) return null;
  return (
    <BlockList testId="own-exports" title={words.own} count={data.total ?? data.rows.length}>
      {data.rows.map((row) => (
        <li key={row.id}>
          <span>
            <Place row={row} /> {nameOf(row)}
          </span>
          <State row={row} />
        </li>
      ))}
    </BlockList>
  );
}

function Place({ row: { place } }: { row: OwnExport }) {
  return place.kind === 'group' ? (
    <TextLink to="/groups/$group/exports" params={{ group: place.full_path }}>
      {place.full_path}
    </TextLink>
  ) : (
    <TextLink to="/projects/$project/exports" params={{ project: place.full_path }}>
      {place.full_path}
    </TextLink>
  );
}

function State({ row }: { row: OwnExport }) {
  if (row.status === 'running') return <span>{words.running(row.components_done)}</span>;
  if (row.status === 'failed') return <span>{words.states.failed}</span>;
  return (
    <a
      href={fileOf(row)}
      download={row.file_name ?? true}
      aria-label={words.downloadLabel(row.file_name ?? nameOf(row))}
    >
      {words.download}
    </a>
  );
}
