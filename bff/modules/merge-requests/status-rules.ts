import type { DetailedMergeStatus } from '#contract/merge-request-record.ts';
import type { PipelineStatus } from '#contract/pipeline-record.ts';
import { type Ctx, now } from '../../context.ts';
import { missingApprovals } from '../approvals/state-rules.ts';
import { projectsWithOpenControls } from '../external-controls/status-rules.ts';
import { blockedAmong } from '../merge-request-dependencies/state-rules.ts';
import { headPipelines } from '../pipelines/head-rules.ts';
import type { Project } from '../projects/rules.ts';
import { detailedMergeStatus } from './merge-status.ts';
import { listPeople, type MergeRequest } from './repository.ts';

/** Why a merge request can or cannot be merged at this moment, and the pipeline of its head. */
export async function statusNow(
  ctx: Ctx,
  { project, row }: { project: Project; row: MergeRequest },
): Promise<{ status: DetailedMergeStatus; pipeline: PipelineStatus | undefined }> {
  const pipeline = (await headPipelines(ctx, [row])).get(row.id)?.status;
  const status = detailedMergeStatus(row, project, {
    instant: now(ctx),
    pipeline,
    changesRequested: await areChangesRequested(ctx, row),
    missingApprovals: (await approvalsThatCount(ctx, [row])).get(row.id),
    blocked: (await blockedThatCount(ctx, [row])).has(row.id),
    controlsOpen: (await openControlsThatCount(ctx, [row], [project])).has(project.id),
  });
  return { status, pipeline };
}

/** Whether a reviewer of an open one has asked for changes. */
export const areChangesRequested = async (ctx: Ctx, row: MergeRequest): Promise<boolean> =>
  row.state === 'opened' &&
  (await listPeople(ctx.db, 'reviewers', [row.id])).some((one) => one.changes_requested === 1);

/** How many approvals the open ones of these lack. */
export const approvalsThatCount = (
  ctx: Ctx,
  rows: readonly MergeRequest[],
): Promise<Map<number, number>> =>
  missingApprovals(
    ctx,
    rows.filter((row) => row.state === 'opened'),
  );

/** The open ones of these that another merge request has to be merged before. */
export const blockedThatCount = (ctx: Ctx, rows: readonly MergeRequest[]): Promise<Set<number>> =>
  blockedAmong(
    ctx,
    rows.filter((row) => row.state === 'opened').map((row) => row.id),
  );

/** Of these projects the ones that ask for their controls, with one of them not passed. */
export async function openControlsThatCount(
  ctx: Ctx,
  rows: readonly MergeRequest[],
  projects: Iterable<Project>,
): Promise<Set<number>> {
  const open = new Set(
    rows.filter((row) => row.state === 'opened').map((row) => row.target_project_id),
  );
  const asking = [...projects].filter(
    (one) => open.has(one.id) && one.only_allow_merge_if_all_status_checks_passed === 1,
  );
  return projectsWithOpenControls(
    ctx,
    asking.map((one) => one.id),
  );
}

/** The pipelines that the statuses of these depend on, in one statement or none. */
export async function pipelinesThatCount(
  ctx: Ctx,
  rows: readonly MergeRequest[],
  known: {
    projects: ReadonlyMap<number, Project>;
    heads?: ReadonlyMap<number, { status: PipelineStatus }> | undefined;
  },
): Promise<Map<number, PipelineStatus>> {
  const concerned = rows.filter(
    (row) =>
      row.state === 'opened' &&
      (row.auto_merge === 1 ||
        known.projects.get(row.target_project_id)?.only_allow_merge_if_pipeline_succeeds === 1),
  );
  const found = known.heads ?? (await headPipelines(ctx, concerned));
  return new Map(
    concerned.flatMap(({ id }) => {
      const status = found.get(id)?.status;
      return status === undefined ? [] : [[id, status] as const];
    }),
  );
}
