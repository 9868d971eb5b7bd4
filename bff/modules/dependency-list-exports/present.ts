import type {
  DependencyListExport,
  ExportColumn,
  ListedExport,
  OwnExport,
} from '#contract/dependency-export-record.ts';
import type { Ctx } from '../../context.ts';
import type { Export, PlacedExport } from './repository.ts';

/** The address of an export's record. */
export const addressOf = (ctx: Pick<Ctx, 'publicUrl'>, id: number): string =>
  `${ctx.publicUrl}/api/v4/dependency_list_exports/${id}`;

/** An export as the API shows it. */
export const presentExport = (ctx: Pick<Ctx, 'publicUrl'>, row: Export): DependencyListExport => ({
  id: row.id,
  status: row.status,
  has_finished: row.status === 'finished',
  export_type: row.export_type,
  send_email: row.send_email === 1,
  expires_at: row.expires_at,
  self: addressOf(ctx, row.id),
  download: `${addressOf(ctx, row.id)}/download`,
});

/** An export in the list of its author. */
export const presentListedExport = (ctx: Pick<Ctx, 'publicUrl'>, row: Export): ListedExport => ({
  ...presentExport(ctx, row),
  pipeline_id: row.pipeline_id,
  // Written from the contract's own list.
  columns: JSON.parse(row.columns) as ExportColumn[],
  failure_reason: row.failure_reason,
  components_done: row.components_done,
  file_name: row.file_name,
  size: row.size,
  created_at: row.created_at,
  finished_at: row.finished_at,
});

/** An export among all of its author's. */
export const presentOwnExport = (ctx: Pick<Ctx, 'publicUrl'>, row: PlacedExport): OwnExport => ({
  ...presentListedExport(ctx, row),
  place:
    row.group_path === null
      ? { kind: 'project', full_path: row.project_path ?? '' }
      : { kind: 'group', full_path: row.group_path },
});
