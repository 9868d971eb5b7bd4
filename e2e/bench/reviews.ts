import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { BenchServer } from './server.ts';

const people = 200;
const at = "'2026-01-01T00:00:00.000Z'";

/**
 * Approvals, rules, reactions of root and deployments, so that every filter finds some rows of a
 * project that `fillProject` has filled. The server must not run.
 */
export function fillReviews(server: BenchServer, projectId: number): void {
  const db = new Sqlite(join(server.dataDir, 'quarterdeck.sqlite'));
  const of = `from merge_requests m where m.target_project_id = ${projectId}`;
  try {
    db.pragma('synchronous = OFF');
    db.transaction(() =>
      db.exec(`
        insert into merge_request_approvals (merge_request_id, user_id, created_at)
        select m.id, 1001 + m.iid * 11 % ${people}, ${at} ${of} and m.iid % 2 = 0;
        update merge_requests set approvals_count = 1
        where target_project_id = ${projectId} and iid % 2 = 0;
        insert into award_emoji (name, user_id, merge_request_id, created_at, updated_at)
        select 'rocket', (select id from users where username = 'root'), m.id, ${at}, ${at}
        ${of} and m.iid % 50 = 0;
        insert into approval_rules (project_id, merge_request_id, name, created_at, updated_at)
        select ${projectId}, m.id, 'bench', ${at}, ${at} ${of} and m.iid % 20 = 0;
        insert into approval_rule_users (approval_rule_id, user_id)
        select r.id, 1001 + r.merge_request_id % ${people} from approval_rules r
        where r.project_id = ${projectId} and r.name = 'bench';
        insert into environments (project_id, name, name_lower, slug, created_at, updated_at)
        values (${projectId}, 'production', 'production', 'production', ${at}, ${at});
        insert into deployments (project_id, iid, environment_id, ref, sha, status, finished_at,
          created_at, updated_at)
        select ${projectId}, m.iid, (select id from environments where project_id = ${projectId}),
          'main', m.head_sha, 'success', m.merged_at, ${at}, ${at}
        ${of} and m.state = 'merged' and m.iid % 10 = 4;
        insert into deployment_merge_requests (deployment_id, merge_request_id, environment_id)
        select d.id, m.id, d.environment_id from deployments d
        join merge_requests m on m.target_project_id = d.project_id and m.iid = d.iid
        where d.project_id = ${projectId};`),
    )();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
