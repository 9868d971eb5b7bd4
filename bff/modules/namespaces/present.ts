import type { Ctx } from '../../context.ts';
import type { Namespace } from './rules.ts';

/** A namespace, alone or in the record of a project. */
export function presentNamespace(ctx: Ctx, row: Namespace) {
  const base = row.kind === 'group' ? `${ctx.publicUrl}/groups` : ctx.publicUrl;
  return {
    id: row.id,
    name: row.name,
    path: row.path,
    kind: row.kind,
    full_path: row.full_path,
    parent_id: row.parent_id,
    avatar_url: null,
    web_url: `${base}/${row.full_path}`,
  };
}
