import Sqlite from 'better-sqlite3';

/** The page is full: the project has more open ones. */
const perPage = 20;

type Row = Readonly<Record<string, string | number | null>>;

/**
 * The list of a project's open merge requests with nothing around it: the statements of the
 * server, prepared once, and the same body. The benchmark compares the two bodies.
 */
export function openRawList(file: string, projectId: number, publicUrl: string): () => string {
  const db = new Sqlite(file, { readonly: true });
  const all = (sql: string) => {
    const statement = db.prepare<unknown[], Row>(sql);
    return (...values: unknown[]) => statement.all(...values);
  };
  const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');
  const cached = new Map<string, ReturnType<typeof all>>();
  // How many ids a statement names differs from page to page; each number is prepared once.
  const within = (sql: string, ids: readonly unknown[]) => {
    const key = sql + ids.length;
    let found = cached.get(key);
    if (found === undefined) {
      found = all(sql.replace('(?)', `(${marks(ids.length)})`));
      cached.set(key, found);
    }
    return found(...ids);
  };
  const page = all(
    `select * from merge_requests where target_project_id = ? and state = ?
     order by created_at desc, id desc limit ? offset ?`,
  );
  const count = all(
    `select count(*) as total from
     (select id from merge_requests where target_project_id = ? and state = ? limit ?)`,
  );
  const rules = all(
    `select * from approval_rules where project_id = ?
     and (merge_request_id is null or merge_request_id in (${marks(perPage)})) order by id`,
  );
  const unique = (values: readonly (string | number | null | undefined)[]) => [
    ...new Set(values.filter((value) => value != null)),
  ];
  const grouped = (rows: readonly Row[], key: string) => {
    const groups = new Map<unknown, Row[]>();
    for (const row of rows) groups.set(row[key], [...(groups.get(row[key]) ?? []), row]);
    return groups;
  };
  const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

  return () => {
    const rows = page(projectId, 'opened', perPage, 0);
    count(projectId, 'opened', 10_001);
    const ids = rows.map((row) => row.id);
    rules(projectId, ...ids);
    const of = (column: string) => unique(rows.map((row) => row[column]));
    const projects = byId(
      within('select * from projects where id in (?)', of('target_project_id')),
    );
    const labels = grouped(
      within(
        `select labels.*, label_links.target_id from label_links
         join labels on labels.id = label_links.label_id
         where target_type = 'MergeRequest' and target_id in (?)
         order by labels.name, labels.id`,
        ids,
      ),
      'target_id',
    );
    const people = (role: string) =>
      grouped(
        within(
          `select * from merge_request_${role} where merge_request_id in (?)
           order by created_at, user_id`,
          ids,
        ),
        'merge_request_id',
      );
    const assignees = people('assignees');
    const reviewers = people('reviewers');
    const milestones = byId(
      within(
        `select milestones.*, coalesce(projects.full_path, namespaces.full_path) as full_path
         from milestones left join projects on projects.id = milestones.project_id
         left join namespaces on namespaces.id = milestones.group_id
         where milestones.id in (?)`,
        of('milestone_id'),
      ),
    );
    const users = byId(
      within(
        'select * from users where id in (?)',
        unique([
          ...['author_id', 'merge_user_id', 'closed_by_id'].flatMap(of),
          ...[...assignees.values(), ...reviewers.values()].flat().map((row) => row.user_id),
        ]),
      ),
    );
    const person = (id: unknown) => {
      const user = users.get(id as number);
      if (user === undefined) return null;
      return {
        id: user.id,
        username: user.username,
        public_email: user.public_email,
        name: user.name,
        state: user.state,
        locked: user.locked_at !== null,
        avatar_url: null,
        web_url: `${publicUrl}/${user.username}`,
      };
    };
    return JSON.stringify(
      rows.map((row) => {
        const project = projects.get(row.target_project_id ?? null);
        const milestone = milestones.get(row.milestone_id ?? null);
        const assigned = (assignees.get(row.id) ?? []).map((one) => person(one.user_id));
        return {
          id: row.id,
          iid: row.iid,
          project_id: row.target_project_id,
          title: row.title,
          description: row.description,
          state: row.state,
          created_at: row.created_at,
          updated_at: row.updated_at,
          web_url: `${publicUrl}/${project?.full_path}/-/merge_requests/${row.iid}`,
          merged_by: null,
          merge_user: person(row.merge_user_id),
          merged_at: row.merged_at,
          merge_after: row.merge_after,
          prepared_at: row.prepared_at,
          closed_by: person(row.closed_by_id),
          closed_at: row.closed_at,
          target_branch: row.target_branch,
          source_branch: row.source_branch,
          user_notes_count: row.user_notes_count,
          upvotes: row.upvotes,
          downvotes: row.downvotes,
          author: person(row.author_id),
          assignees: assigned,
          assignee: assigned[0] ?? null,
          reviewers: (reviewers.get(row.id) ?? []).map((one) => person(one.user_id)),
          source_project_id: row.source_project_id,
          target_project_id: row.target_project_id,
          labels: (labels.get(row.id) ?? []).map((label) => label.name),
          draft: false,
          work_in_progress: false,
          imported: false,
          imported_from: row.imported_from,
          milestone:
            milestone === undefined
              ? null
              : {
                  id: milestone.id,
                  iid: milestone.iid,
                  project_id: milestone.project_id,
                  title: milestone.title,
                  description: milestone.description,
                  state: milestone.state,
                  created_at: milestone.created_at,
                  updated_at: milestone.updated_at,
                  due_date: milestone.due_date,
                  start_date: milestone.start_date,
                  web_url: `${publicUrl}/${milestone.full_path}/-/milestones/${milestone.iid}`,
                },
          merge_when_pipeline_succeeds: false,
          merge_status: row.merge_status,
          detailed_merge_status: 'mergeable',
          sha: row.head_sha,
          merge_commit_sha: row.merge_commit_sha,
          squash_commit_sha: row.squash_commit_sha,
          discussion_locked: row.discussion_locked,
          should_remove_source_branch: row.should_remove_source_branch,
          force_remove_source_branch: false,
          reference: `!${row.iid}`,
          references: {
            short: `!${row.iid}`,
            relative: `!${row.iid}`,
            full: `${project?.full_path}!${row.iid}`,
          },
          time_stats: {
            time_estimate: row.time_estimate,
            total_time_spent: row.total_time_spent,
            human_time_estimate: null,
            human_total_time_spent: null,
          },
          squash: false,
          squash_on_merge: false,
          task_completion_status: {
            count: row.task_count,
            completed_count: row.task_completed_count,
          },
          has_conflicts: false,
          blocking_discussions_resolved: true,
          approvals_before_merge: row.approvals_before_merge,
        };
      }),
    );
  };
}
