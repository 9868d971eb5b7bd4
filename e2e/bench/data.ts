import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { BenchServer } from './server.ts';

const people = 200;
const labels = 100;
const milestones = 10;

/**
 * Fills a project by SQL, for benchmarks only: two labels and an assignee each, a reviewer for
 * every second one, three of ten open. The server must not run.
 */
export function fillProject(server: BenchServer, projectId: number, count: number): void {
  const db = new Sqlite(join(server.dataDir, 'quarterdeck.sqlite'));
  try {
    db.pragma('synchronous = OFF');
    db.transaction(() => fill(db, projectId, count))();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

const series = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
const time = (seconds: string) =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', 1760000000 + ${seconds}, 'unixepoch')`;

function fill(db: Sqlite.Database, projectId: number, count: number): void {
  const { first } = db
    .prepare<[], { first: number }>('select coalesce(max(id), 0) + 1 as first from merge_requests')
    .get() ?? { first: 1 };
  const label = db
    .prepare<[], { first: number }>('select coalesce(max(id), 0) + 1 as first from labels')
    .get() ?? { first: 1 };
  const milestone = db
    .prepare<[], { first: number }>('select coalesce(max(id), 0) + 1 as first from milestones')
    .get() ?? { first: 1 };
  db.exec(`
    insert or ignore into users
      (id, username, username_lower, name, email, email_lower, confirmed_at, created_at, updated_at)
    ${series(people)} select 1000 + i, 'sailor' || i, 'sailor' || i, 'Sailor ' || i,
      'sailor' || i || '@example.test', 'sailor' || i || '@example.test',
      ${time('0')}, ${time('0')}, ${time('0')} from n;

    insert into labels (id, project_id, name, color, created_at, updated_at)
    ${series(labels)} select ${label.first - 1} + i, ${projectId}, 'label-' || i, '#336699',
      ${time('0')}, ${time('0')} from n;

    insert into milestones (id, project_id, iid, title, created_at, updated_at)
    ${series(milestones)} select ${milestone.first - 1} + i, ${projectId}, i, 'Milestone ' || i,
      ${time('0')}, ${time('0')} from n;

    insert into merge_requests
      (id, iid, target_project_id, source_project_id, source_branch, target_branch, title,
       title_lower, description, description_lower, state, author_id, merge_user_id, merged_at,
       closed_by_id, closed_at, milestone_id, merge_status, head_sha, base_sha, start_sha,
       commits_count, changes_count, prepared_at, created_at, updated_at)
    ${series(count)} select ${first - 1} + i, i, ${projectId}, ${projectId}, 'topic-' || i, 'main',
      'Trim the sails of ship ' || i, 'trim the sails of ship ' || i,
      'A change of rope ' || i, 'a change of rope ' || i,
      case when i % 10 < 3 then 'opened' when i % 10 < 9 then 'merged' else 'closed' end,
      1001 + i % ${people},
      case when i % 10 between 3 and 8 then 1001 + i % 7 end,
      case when i % 10 between 3 and 8 then ${time('i * 60 + 30')} end,
      case when i % 10 = 9 then 1001 + i % 11 end,
      case when i % 10 = 9 then ${time('i * 60 + 30')} end,
      case when i % 3 = 0 then ${milestone.first} + i % ${milestones} end,
      'can_be_merged', printf('%040x', i), printf('%040x', i + 1), printf('%040x', i + 1),
      1 + i % 9, 1 + i % 40, ${time('i * 60')}, ${time('i * 60')}, ${time('i * 60 + 40')} from n;

    insert into label_links (label_id, target_type, target_id)
    ${series(count)} select ${label.first} + i % ${labels}, 'MergeRequest', ${first - 1} + i from n
    union all select ${label.first} + (i * 7 + 13) % ${labels}, 'MergeRequest', ${first - 1} + i
      from n where (i * 7 + 13) % ${labels} <> i % ${labels};

    insert into merge_request_assignees (merge_request_id, user_id, created_at)
    ${series(count)} select ${first - 1} + i, 1001 + (i * 3) % ${people}, ${time('i * 60')} from n;

    insert into merge_request_reviewers (merge_request_id, user_id, created_at)
    ${series(count)} select ${first - 1} + i, 1001 + (i * 5) % ${people}, ${time('i * 60')} from n
      where i % 2 = 0;
  `);
}
