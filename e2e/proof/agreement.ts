import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { git } from '../work-tree.ts';
import type { Instance } from './instance.ts';
import { openRows, type Row, type Rows } from './rows.ts';

type Report = (problem: string) => void;

/** Kinds of jobs that come again and again, as SQL. */
export const comeAgain = "'chain_audit', 'run_due_schedules', 'tend_controls', 'tend_exports'";

/** Rows that must not exist once all work is done; each says what it would mean. */
const never: Readonly<Record<string, string>> = {
  'a merge request stays locked':
    "select iid from merge_requests where state = 'locked' or lock_token is not null",
  'a check never ends':
    "select iid from merge_requests where state = 'opened' and merge_status in ('preparing', 'checking', 'cannot_be_merged_rechecking')",
  'a job did not end': `select id, kind, state, last_error from jobs where state in ('running', 'failed') and kind not in (${comeAgain})`,
  'a job ended and says when not':
    "select id, kind from jobs where state = 'done' and finished_at is null",
  'a merged request without its one note':
    "select m.iid, (select count(*) from notes n where n.noteable_type = 'MergeRequest' and n.noteable_id = m.id and n.system = 1 and n.body = 'merged') as notes from merge_requests m where (select count(*) from notes n where n.noteable_type = 'MergeRequest' and n.noteable_id = m.id and n.system = 1 and n.body = 'merged') <> case when m.state = 'merged' then 1 else 0 end",
  'a merge without its one audit row':
    "select m.iid from merge_requests m where (select count(*) from audit_events a where a.action = 'merge_request.merge' and a.subject_type = 'MergeRequest' and a.subject_id = m.id) <> case when m.state = 'merged' then 1 else 0 end",
  'a merge request without its one audit row':
    "select m.iid from merge_requests m where (select count(*) from audit_events a where a.action = 'merge_request.create' and a.subject_type = 'MergeRequest' and a.subject_id = m.id) <> 1",
  'a label without its one event':
    "select l.target_id, l.label_id from label_links l where l.target_type = 'MergeRequest' and (select count(*) from resource_label_events e where e.resource_type = 'MergeRequest' and e.resource_id = l.target_id and e.label_id = l.label_id and e.action = 'add') <> 1",
  'an event without its label':
    "select e.resource_id, e.label_id from resource_label_events e where e.resource_type = 'MergeRequest' and not exists (select 1 from label_links l where l.target_type = 'MergeRequest' and l.target_id = e.resource_id and l.label_id = e.label_id)",
  'a version is there twice':
    'select merge_request_id, head_commit_sha from merge_request_versions group by merge_request_id, head_commit_sha, base_commit_sha, start_commit_sha having count(*) > 1',
};

/** Refs, rows and jobs agree: reads the repository and the database past the server. */
export async function checkAgreement(
  instance: Instance,
  projectId: number,
  report: Report,
): Promise<void> {
  const rows = await openRows(instance);
  try {
    for (const [meaning, sql] of Object.entries(never)) {
      for (const row of await rows.all(sql)) report(`${meaning}: ${JSON.stringify(row)}`);
    }
    if (instance.databaseUrl === undefined) {
      const [integrity] = await rows.all('pragma integrity_check');
      if (integrity?.integrity_check !== 'ok') report(`integrity: ${JSON.stringify(integrity)}`);
      for (const row of await rows.all('pragma foreign_key_check')) {
        report(`foreign key: ${JSON.stringify(row)}`);
      }
    }
    await checkRefs(rows, { instance, projectId, report });
  } finally {
    await rows.close();
  }
}

async function checkRefs(
  rows: Rows,
  at: { instance: Instance; projectId: number; report: Report },
): Promise<void> {
  const { instance, projectId, report } = at;
  const hash = createHash('sha256').update(String(projectId)).digest('hex');
  const place = `@hashed/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.git`;
  const repo = join(instance.dataDir, 'repositories', place);
  const run = (...args: string[]) => git(repo, '-c', 'safe.directory=*', ...args);
  await run('fsck', '--connectivity-only', '--no-dangling').catch((error: unknown) =>
    report(`git fsck: ${String(error)}`),
  );
  const listed = await run('for-each-ref', '--format=%(refname) %(objectname)');
  const refs = new Map(
    listed.split('\n').flatMap((line) => {
      const [ref, sha] = line.split(' ');
      return ref && sha ? [[ref, sha] as const] : [];
    }),
  );
  const recorded = await rows.all(
    `select name, sha from repository_refs where project_id = ${projectId}`,
  );
  const names = new Set(recorded.map((row) => String(row.name)));
  for (const row of recorded) {
    const real = refs.get(String(row.name));
    if (real !== row.sha) report(`${row.name} is recorded as ${row.sha} and is ${real}`);
  }
  for (const ref of refs.keys()) {
    if (/^refs\/(heads|tags)\//.test(ref) && !names.has(ref)) report(`${ref} is not recorded`);
  }
  const parents = await run('log', '--format=%P', 'refs/heads/main');
  const reached = new Set((await run('rev-list', 'refs/heads/main')).split('\n'));
  const requests = await rows.all(
    `select iid, state, head_sha, source_branch, merge_commit_sha from merge_requests
     where target_project_id = ${projectId}`,
  );
  for (const row of requests) checkRequest(row, { refs, parents, reached, report });
}

function checkRequest(
  row: Row,
  git: {
    refs: ReadonlyMap<string, string>;
    parents: string;
    reached: ReadonlySet<string>;
    report: Report;
  },
): void {
  const head = String(row.head_sha);
  const about = `!${row.iid} (${row.state})`;
  const kept = git.refs.get(`refs/merge-requests/${row.iid}/head`);
  if (kept !== head) git.report(`${about} has head ${head}, its ref is ${kept}`);
  const merges = git.parents.split('\n').filter((line) => line.split(' ')[1] === head).length;
  if (row.state === 'merged') {
    if (merges !== 1) git.report(`${about} is merged by ${merges} commits`);
    if (!git.reached.has(String(row.merge_commit_sha))) git.report(`${about}: no merge commit`);
    return;
  }
  if (git.reached.has(head)) git.report(`${about} is contained in main`);
  const tip = git.refs.get(`refs/heads/${row.source_branch}`);
  if (tip !== head) git.report(`${about} has head ${head}, its branch is at ${tip}`);
}
