import type {
  IntegrationDelivery,
  IntegrationDeliveryDetails,
} from '#contract/integration-deliveries.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { kindOf } from '#contract/integrations/kinds.ts';
import type { pausedIntegrations } from '#contract/paused-integrations.ts';
import type { Ctx } from '../../context.ts';
import { type Project, projectsById } from '../projects/rules.ts';
import type { PausedRow } from './health-rules.ts';
import type { DeliveryRow, ListedDelivery } from './rules.ts';

const recordOf = (
  ctx: Ctx,
  row: ListedDelivery,
  project: Project | undefined,
): IntegrationDelivery => ({
  id: row.id,
  slug: row.slug,
  event: row.event,
  project:
    project === undefined
      ? null
      : {
          id: project.id,
          path_with_namespace: project.full_path,
          web_url: `${ctx.publicUrl}/${project.full_path}`,
        },
  state: row.state,
  reason: row.reason,
  attempts: row.attempts,
  next_attempt_at: row.state === 'waiting' ? row.due_at : null,
  response_status: row.response_status,
  duration_ms: row.duration_ms,
  redelivery_of: row.redelivery_of,
  created_at: row.created_at,
  finished_at: row.finished_at,
});

/** Records of deliveries, with their projects fetched at once. */
export async function presentDeliveries(
  ctx: Ctx,
  rows: readonly ListedDelivery[],
): Promise<IntegrationDelivery[]> {
  const projects = await projectsById(
    ctx,
    rows.map((row) => row.project_id),
  );
  return rows.map((row) => recordOf(ctx, row, projects.get(row.project_id ?? 0)));
}

/** One delivery with what was sent and answered. */
export async function presentDelivery(
  ctx: Ctx,
  row: DeliveryRow,
): Promise<IntegrationDeliveryDetails> {
  const projects = await projectsById(ctx, [row.project_id]);
  return {
    ...recordOf(ctx, row, projects.get(row.project_id ?? 0)),
    message_id: row.message_id,
    request: logged(row.request),
    response: logged(row.response),
  };
}

/** What an attempt wrote down. */
function logged<T>(json: string | null): T | null {
  // Written by `deliver` alone, from what the contract describes.
  return json === null ? null : (JSON.parse(json) as T);
}

/** A paused integration with where it is set up. */
export const presentPaused = (
  row: PausedRow,
): ResponseOf<typeof pausedIntegrations.list>[number] => ({
  slug: row.slug,
  title: kindOf(row.slug)?.title ?? row.slug,
  level: row.project_id !== null ? 'project' : row.group_id !== null ? 'group' : 'instance',
  full_path: row.full_path,
  paused_until: row.paused_until,
  failures: row.failures,
});
