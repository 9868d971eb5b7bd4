import type {
  ControlEvent,
  ExternalControl as ControlRecord,
} from '#contract/external-controls.ts';
import type { Ctx } from '../../context.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import type { Control, ControlEventRow } from './rules.ts';

/** A control's record: everything but its secret. */
export const presentControl = (row: Control): ControlRecord => ({
  id: row.id,
  external_control_name: row.external_control_name,
  external_url: row.external_url,
  control_type: 'external',
  ping_enabled: row.ping_enabled === 1,
  ping_interval_minutes: row.ping_interval_minutes,
  timeout_minutes: row.timeout_minutes,
  status: row.status,
  status_updated_at: row.status_updated_at,
  next_ping_at: row.next_ping_at,
  times_out_at: row.times_out_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** The lines of a control's history, their people fetched at once. */
export async function presentTimeline(
  ctx: Ctx,
  rows: readonly ControlEventRow[],
): Promise<ControlEvent[]> {
  const users = await usersById(
    ctx,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => {
    const user = users.get(row.user_id ?? 0);
    return {
      id: row.id,
      kind: row.kind,
      cause: row.cause,
      user: user === undefined ? null : presentUserSummary(ctx, user),
      status_before: row.status_before,
      status_after: row.status_after,
      replaced_since: row.replaced_since,
      replaced_early: row.replaced_early === 1,
      state: row.state,
      http_status: row.http_status,
      duration_ms: row.duration_ms,
      created_at: row.created_at,
      finished_at: row.finished_at,
    };
  });
}
