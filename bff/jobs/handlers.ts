import { removeImageFiles } from '../modules/application-appearance/files.ts';
import { chainAuditEvents } from '../modules/audit/chain-rules.ts';
import { forgetOldEvents } from '../modules/events/rules.ts';
import { startDelayedCiJob } from '../modules/ci-jobs/move-rules.ts';
import { closeIssues } from '../modules/merge-requests/closing-rules.ts';
import { autoMerge } from '../modules/merge-requests/auto-merge-rules.ts';
import {
  askForReading,
  askForStaleReadings,
  readDependencies,
} from '../modules/dependencies/reading-rules.ts';
import { generateExport } from '../modules/dependency-list-exports/generate-rules.ts';
import { tendExports } from '../modules/dependency-list-exports/tend-rules.ts';
import { warnOfExpiry } from '../modules/deploy-keys/expiry-rules.ts';
import { linkDeployment } from '../modules/deployments/link-rules.ts';
import { dropHead } from '../modules/merge-requests/branches.ts';
import { linkIssues } from '../modules/merge-requests/issue-link-rules.ts';
import { repairMerge } from '../modules/merge-requests/merge-steps.ts';
import { createPipelineLater } from '../modules/merge-requests/pipeline-rules.ts';
import { rebaseMergeRequest } from '../modules/merge-requests/rebase-rules.ts';
import { branchesMoved } from '../modules/merge-requests/push-rules.ts';
import { refreshIfDue } from '../modules/merge-requests/refresh-rules.ts';
import { watchCheck } from '../modules/merge-requests/watch-rules.ts';
import { removeSourceBranch } from '../modules/merge-requests/source-branch-rules.ts';
import { forgetOldControlEvents, tendControls } from '../modules/external-controls/clock-rules.ts';
import { sendPing } from '../modules/external-controls/ping-rules.ts';
import { forgetOldRuns, runDueSchedules } from '../modules/pipeline-schedules/due-rules.ts';
import { runSchedules } from '../modules/pipeline-schedules/run-rules.ts';
import { askForPushPipelines, createPushPipelines } from '../modules/pipelines/push-rules.ts';
import { runImport } from '../modules/imports/run-rules.ts';
import { processFile } from '../modules/placeholder-reassignments/process-rules.ts';
import { moveContributions } from '../modules/placeholder-users/move-rules.ts';
import { copyRepository } from '../modules/projects/copy-rules.ts';
import { revokeLongTokens } from '../modules/personal-access-tokens/rules.ts';
import { findProjectById, repositoryPath } from '../modules/projects/rules.ts';
import { housekeepRepository, sweepLeftovers } from '../modules/repositories/housekeeping-rules.ts';
import { checkOrder } from '../modules/repositories/order-rules.ts';
import { reconcileRefs, syncHead } from '../modules/repositories/rules.ts';
import { forgetDoneJobs, forgetOldJobs } from '../modules/jobs/rules.ts';
import { deliverDue } from '../modules/integration-deliveries/deliver-rules.ts';
import { forgetOldDeliveries } from '../modules/integration-deliveries/rules.ts';
import { tellIntegrations } from '../modules/integration-deliveries/tell-rules.ts';
import { askMockCi } from '../modules/mock-ci/rules.ts';
import { deliverMails } from '../modules/mails/rules.ts';
import { removeExpiredMembers } from '../modules/members/rules.ts';
import { removeMarked } from '../modules/removal/delayed-rules.ts';
import { tendInactiveProjects } from '../modules/removal/inactive-rules.ts';
import { removeUnconfirmed } from '../modules/sign-up/rules.ts';
import { deactivateDormant } from '../modules/users/state-rules.ts';
import { wikiPath } from '../modules/wikis/place-rules.ts';
import { reconcileWiki } from '../modules/wikis/push-rules.ts';
import { removeUploadFiles } from '../modules/uploads/rules.ts';
import { removeRepository } from '../git/repository.ts';
import { enqueue } from './queue.ts';
import type { JobHandlers } from './runner.ts';

// Daily work asks for its next day first: a day that fails takes none of the others with it.
const day = 86_400_000;
const hour = 3_600_000;

/** Every kind of job. */
export const jobHandlers: JobHandlers = {
  async refs_changed(ctx, { project_id, updates, user_id = null, copied = false }, { id }) {
    const project = await findProjectById(ctx, project_id);
    if (project === undefined) return;
    await syncHead(ctx, project);
    await checkOrder(ctx, project, updates);
    await branchesMoved(ctx, project, { updates, by: user_id });
    const trunk = `refs/heads/${project.default_branch}`;
    if (updates.some((update) => update.ref === trunk)) await askForReading(ctx, project.id);
    if (copied) return;
    await askForPushPipelines(ctx, project, { updates, by: user_id, origin: String(id) });
  },
  async create_push_pipelines(ctx, { project_id, update, user_id, origin }) {
    const project = await findProjectById(ctx, project_id);
    if (project === undefined) return;
    await createPushPipelines(ctx, project, { update, by: user_id, origin });
  },
  run_due_schedules: (ctx) => runDueSchedules(ctx),
  run_schedule: (ctx, { run_id }, job) => runSchedules(ctx, [run_id], job),
  run_schedules: (ctx, { run_ids }, job) => runSchedules(ctx, run_ids, job),
  tend_controls: (ctx) => tendControls(ctx),
  ping_control: (ctx, { event_id }, { isLast }) => sendPing(ctx, event_id, isLast),
  start_delayed_ci_job: (ctx, { ci_job_id }) => startDelayedCiJob(ctx, ci_job_id),
  async reconcile_refs(ctx, { project_id, told = false }) {
    const project = await findProjectById(ctx, project_id);
    if (project !== undefined) await reconcileRefs(ctx, project, { copied: told });
  },
  async reconcile_wiki(ctx, { project_id, told = false }) {
    const project = await findProjectById(ctx, project_id);
    if (project !== undefined) await reconcileWiki(ctx, project, { told });
  },
  housekeep: (ctx, which) => housekeepRepository(ctx, which),
  async sweep_leftovers(ctx) {
    await enqueue(ctx, 'sweep_leftovers', {}, { delay: day, dedup: 'daily' });
    await sweepLeftovers(ctx);
  },
  copy_repository: (ctx, copy) => copyRepository(ctx, copy),
  remove_uploads: (ctx, { secrets }) => removeUploadFiles(ctx, secrets),
  remove_appearance_images: (ctx, { secrets }) => removeImageFiles(ctx, secrets),
  async remove_repository(ctx, { project_id }) {
    await removeRepository(repositoryPath(ctx, project_id));
    await removeRepository(wikiPath(ctx, project_id));
  },
  refresh_merge_request: (ctx, job) => refreshIfDue(ctx, job),
  watch_check: (ctx, { merge_request_id }) => watchCheck(ctx, merge_request_id),
  repair_merge: (ctx, plan) => repairMerge(ctx, plan),
  auto_merge: (ctx, job) => autoMerge(ctx, job),
  remove_source_branch: (ctx, job) => removeSourceBranch(ctx, job),
  close_issues: (ctx, job) => closeIssues(ctx, job),
  link_issues: (ctx, { merge_request_id }) => linkIssues(ctx, merge_request_id),
  rebase_merge_request: (ctx, job) => rebaseMergeRequest(ctx, job),
  create_merge_request_pipeline: (ctx, job) => createPipelineLater(ctx, job),
  forget_merge_request: (ctx, { project_id, iid }) => dropHead(ctx, project_id, iid),
  tell_integrations: (ctx, { event_ids }) => tellIntegrations(ctx, event_ids),
  ask_mock_ci: (ctx, asking) => askMockCi(ctx, asking),
  deliver: (ctx, { integration_id }) => deliverDue(ctx, integration_id),
  send_mail: (ctx, { mail_id, mail_ids = [] }, job) =>
    deliverMails(ctx, mail_id === undefined ? mail_ids : [mail_id], job),
  async forget_old_jobs(ctx) {
    await enqueue(ctx, 'forget_old_jobs', {}, { delay: day, dedup: 'daily' });
    await forgetOldJobs(ctx);
    await forgetOldEvents(ctx);
    await forgetOldRuns(ctx);
    await forgetOldDeliveries(ctx);
    await forgetOldControlEvents(ctx);
  },
  async chain_audit(ctx) {
    await chainAuditEvents(ctx);
    await forgetDoneJobs(ctx, 'chain_audit');
  },
  async settings_changed(ctx, { keys }) {
    if (keys.includes('max_personal_access_token_lifetime')) await revokeLongTokens(ctx);
  },
  move_contributions: (ctx, { source_user_id }, job) => moveContributions(ctx, source_user_id, job),
  process_reassignment_file: (ctx, { file_id }, job) => processFile(ctx, file_id, job),
  import_bundle: (ctx, { import_id }, job) => runImport(ctx, import_id, job),
  link_deployment: (ctx, { deployment_id }) => linkDeployment(ctx, deployment_id),
  async tend_accounts(ctx) {
    await enqueue(ctx, 'tend_accounts', {}, { delay: day, dedup: 'daily' });
    await removeUnconfirmed(ctx);
    await deactivateDormant(ctx);
  },
  async tend_projects(ctx) {
    await enqueue(ctx, 'tend_projects', {}, { delay: day, dedup: 'daily' });
    await removeMarked(ctx);
    await tendInactiveProjects(ctx);
  },
  async tend_keys(ctx) {
    await enqueue(ctx, 'tend_keys', {}, { delay: day, dedup: 'daily' });
    await warnOfExpiry(ctx);
  },
  async expire_members(ctx) {
    await enqueue(ctx, 'expire_members', {}, { delay: day, dedup: 'daily' });
    await removeExpiredMembers(ctx);
  },
  read_dependencies: (ctx, commit) => readDependencies(ctx, commit),
  reread_dependencies: (ctx, { after }) => askForStaleReadings(ctx, after),
  export_dependencies: (ctx, { export_id }, job) => generateExport(ctx, export_id, job),
  async tend_exports(ctx) {
    await enqueue(ctx, 'tend_exports', {}, { delay: hour, dedup: 'hourly' });
    await tendExports(ctx);
    await forgetDoneJobs(ctx, 'tend_exports');
  },
};
