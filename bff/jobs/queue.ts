import type { Ctx } from '../context.ts';
import { now } from '../context.ts';
import { isoOf } from '../clock.ts';
import type { JobLane } from '../db/schema.ts';

/** A merge that is about to move its target branch: all that is needed to finish it. */
export interface MergePlan {
  merge_request_id: number;
  /** Tells this attempt from others at the same merge request. */
  token: string;
  ref: string;
  old: string;
  new: string;
  /** What was merged: the head of the source branch. */
  head: string;
  /** What the plan was made for; where the row says something else, it is made anew. */
  seen: {
    refresh_count: number;
    target_branch: string;
    draft: number;
    merge_after: string | null;
    unresolved_count: number;
    approvals_count: number;
    auto_merge: number;
  };
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  should_remove_source_branch: boolean | null;
  removes_source_branch: boolean;
  /** What the merge request says it closes, as it is merged; jobs of former versions lack it. */
  closes?: IssueReference[];
  user_id: number | null;
}

/** An issue that a text names: by its number here, or with the path of another project. */
export interface IssueReference {
  path: string | undefined;
  iid: number;
}

/** Every kind of background work with what it needs to know. */
export interface JobPayloads {
  /** Tells what hangs on refs (merge requests) that they have moved. */
  refs_changed: {
    project_id: number;
    updates: { ref: string; old: string; new: string }[];
    /** Who moved them; null for jobs and repairs. */
    user_id?: number | null;
    /** They came with a fork or an import, or are put right only: nothing runs for them. */
    copied?: boolean;
  };
  /** Compares the refs of a repository with the recorded ones. */
  reconcile_refs: {
    project_id: number;
    /** Each of the moves has been told of, so nothing runs for what is found. */
    told?: boolean;
  };
  /** Compares the branch of a wiki with the recorded one. */
  reconcile_wiki: {
    project_id: number;
    /** Each of the changes has been told of. */
    told?: boolean;
  };
  /** Packs a repository after so many pushes. */
  housekeep: { project_id: number; wiki?: boolean };
  /** Removes what processes that died have left on the disk. */
  sweep_leftovers: Record<never, never>;
  /** Copies the repository that a fork or an import begins with. */
  copy_repository: {
    project_id: number;
    branch?: string | undefined;
    credentials?: string | undefined;
  };
  /** Removes the files of deleted uploads. */
  remove_uploads: { secrets: string[] };
  /** Removes the files of pictures that the instance does not show any more. */
  remove_appearance_images: { secrets: string[] };
  /** Removes the repository of a deleted project. */
  remove_repository: { project_id: number };
  /** Brings a merge request up to its branches and checks whether it can be merged. */
  refresh_merge_request: { merge_request_id: number; user_id: number | null };
  /** Asks for a check again that has not ended, and ends it when it never does. */
  watch_check: { merge_request_id: number };
  /** Finishes or undoes a merge whose process ended in the middle. */
  repair_merge: MergePlan;
  /** Merges what waits for its checks, once they pass. */
  auto_merge: { merge_request_id: number };
  /** Removes the source branch of a merged request, if it is still where it was merged. */
  remove_source_branch: {
    project_id: number;
    branch: string;
    sha: string;
    /** Who merged, and must be allowed to push there. */
    user_id: number | null;
  };
  /** Closes the issues that a merged request says it closes, with the rights of whoever merged. */
  close_issues: {
    merge_request_id: number;
    user_id: number;
    /** As it was merged; of a merge that was pushed what it says when the job reads it. */
    issues?: IssueReference[];
  };
  /** Writes down which issues a merge request names and closes. */
  link_issues: { merge_request_id: number };
  /** Puts the source branch of a merge request on top of its target. */
  rebase_merge_request: { merge_request_id: number; user_id: number; skip_ci: boolean };
  /** Makes the pipeline that somebody asked for, for a merge request. */
  create_merge_request_pipeline: { merge_request_id: number; user_id: number };
  /** Removes the refs of a deleted merge request. */
  forget_merge_request: { project_id: number; iid: number };
  /** Makes the pipelines that the CI file wants for a branch or tag that was pushed. */
  create_push_pipelines: {
    project_id: number;
    update: { ref: string; old: string; new: string };
    user_id: number | null;
    /** Names the push, so that a second run makes nothing twice. */
    origin: string;
  };
  /** Lets a delayed job wait for its run. */
  start_delayed_ci_job: { ci_job_id: number };
  /** Lets pipeline schedules run whose time has come. */
  run_due_schedules: Record<never, never>;
  /** Makes the pipeline of one run of a schedule. */
  run_schedule: { run_id: number };
  /** Makes the pipelines of several runs of schedules, one after the other. */
  run_schedules: { run_ids: number[] };
  /** Tells the integrations of projects what has happened there. */
  tell_integrations: { event_ids: number[] };
  /** Reads the status of a commit from the service of the integration `mock-ci`. */
  ask_mock_ci: {
    project_id: number;
    sha: string;
    ref: string;
    /** Who pushed, and whose the status is. */
    user_id: number;
    tries: number;
    /** What it said last. */
    last: string | null;
  };
  /** Sends what an integration has to send and what is due to be tried again. */
  deliver: { integration_id: number };
  /** Lets external controls be pinged whose time has come, and ends what waits too long. */
  tend_controls: Record<never, never>;
  /** Sends one ping to the service of an external control. */
  ping_control: { event_id: number };
  /** Hands mails to the mail server; jobs of former versions name one. */
  send_mail: { mail_ids?: number[]; mail_id?: number };
  /** Does what changed settings ask for beyond what they say from now on. */
  settings_changed: { keys: string[] };
  /** Forgets jobs that were done long ago. */
  forget_old_jobs: Record<never, never>;
  /** Chains the audit rows of the last seconds. */
  chain_audit: Record<never, never>;
  /** Looks up which merge requests came with a deployment. */
  link_deployment: { deployment_id: number };
  /** What accounts ask for each day: nobody is here, nobody confirmed. */
  tend_accounts: Record<never, never>;
  /** Tells the people of idle projects, and deletes those that stay idle. */
  tend_projects: Record<never, never>;
  /** Gives the work of a placeholder to who has accepted it. */
  move_contributions: { source_user_id: number };
  /** Goes through a file that names who gets the work of whom. */
  process_reassignment_file: { file_id: number };
  /** Brings in a bundle that was uploaded to a group. */
  import_bundle: { import_id: number };
  /** Tells people of the keys that end soon. */
  tend_keys: Record<never, never>;
  /** Takes away memberships whose last day is over. */
  expire_members: Record<never, never>;
  /** Reads what a commit depends on; null: the newest one of the default branch. */
  read_dependencies: { project_id: number; sha: string | null };
  /** Asks for what an older reader of lock files has read; from the project after this one on. */
  reread_dependencies: { after: number };
  /** Writes the file of an export. */
  export_dependencies: { export_id: number };
  /** Deletes exports whose time is over, and ends those that nothing works at. */
  tend_exports: Record<never, never>;
}

export type JobKind = keyof JobPayloads;

const lanes: Readonly<Partial<Record<JobKind, JobLane>>> = {
  // They call receivers: one that never answers holds up no work of the server's own.
  deliver: 'outward',
  ping_control: 'outward',
  send_mail: 'mail',
  // Thousands may be due in one minute.
  run_schedules: 'batch',
  // An upgrade asks once for each project or merge request.
  read_dependencies: 'last',
  reread_dependencies: 'last',
  link_issues: 'last',
};

const laneOf = (kind: JobKind): JobLane => lanes[kind] ?? 'own';

export interface JobOptions {
  /** Milliseconds from now until the job may run. */
  delay?: number;
  /** While a job of this key is queued, another is not written. */
  dedup?: string;
}

/**
 * Writes a job in the transaction of the change that asks for it; the runner wakes when that
 * commits. At-least-once: handlers must bear a second run.
 */
export async function enqueue<K extends JobKind>(
  ctx: Ctx,
  kind: K,
  payload: JobPayloads[K],
  options: JobOptions = {},
): Promise<void> {
  await enqueueAll(ctx, kind, [{ payload, ...options }]);
}

/** Writes several jobs of one kind in one statement. */
export async function enqueueAll<K extends JobKind>(
  ctx: Ctx,
  kind: K,
  jobs: readonly (JobOptions & { payload: JobPayloads[K] })[],
): Promise<void> {
  if (jobs.length === 0) return;
  await ctx.db
    .insertInto('jobs')
    .values(
      // In one order: two statements that wait for each other's keys would never end.
      jobs
        .toSorted((a, b) => (a.dedup ?? '').localeCompare(b.dedup ?? ''))
        .map(({ payload, delay = 0, dedup }) => ({
          kind,
          lane: laneOf(kind),
          payload: JSON.stringify(payload),
          run_at: isoOf(ctx.clock.now() + delay),
          lease_until: null,
          lease_owner: null,
          dedup_key: dedup === undefined ? null : `${kind}:${dedup}`,
          last_error: null,
          created_at: now(ctx),
          finished_at: null,
        })),
    )
    .onConflict((conflict) => conflict.column('dedup_key').doNothing())
    .execute();
  ctx.afterCommit(() => ctx.jobs.wake());
}

/** Takes back a job of this key that still waits: what it was to make sure of has happened. */
export async function withdraw(ctx: Ctx, kind: JobKind, dedup: string): Promise<void> {
  await ctx.db
    .deleteFrom('jobs')
    .where('dedup_key', '=', `${kind}:${dedup}`)
    .where('state', '=', 'queued')
    .execute();
}

/** Makes the queued jobs of a kind due now, whatever their delay: at a start, repairs come first. */
export async function hasten(ctx: Ctx, kind: JobKind): Promise<void> {
  await ctx.db
    .updateTable('jobs')
    .set({ run_at: now(ctx) })
    .where('state', '=', 'queued')
    .where('kind', '=', kind)
    .execute();
}
