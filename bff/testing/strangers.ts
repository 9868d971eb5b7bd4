import { transact } from '../context.ts';
import type { SourceUserStatus } from '#contract/own-reassignments.ts';
import { knownStranger, type Stranger } from '../modules/placeholder-users/rules.ts';
import { harbor } from './harbor.ts';
import type { TestApp } from './test-app.ts';

export const sourceHost = 'https://src.example.test';
export const csvHeader =
  'Source host,Import type,Source user identifier,Source user name,Source username,GitLab username,GitLab public email';

/** One line of a file: who, and by which name or address here. */
export const csvLine = (identifier: string, username = '', email = '', host = sourceHost): string =>
  `${host},gitlab_migration,${identifier},Person ${identifier},p${identifier},${username},${email}`;

/** A group with an owner, people who were imported into it, and what is done about them. */
export async function importedGroup(app: TestApp, owner: string) {
  const base = await harbor(app, owner);
  const groupId = Number(base.group.split('/')[2]);
  const path = `/groups/${groupId}`;
  const person = async (
    identifier: string,
    { status, ...given }: Partial<Stranger> & { status?: SourceUserStatus } = {},
  ) => {
    const row = await transact(app.ctx, (ctx) =>
      knownStranger(ctx, {
        groupId,
        hostname: sourceHost,
        importType: 'gitlab_migration',
        identifier,
        name: `Person ${identifier}`,
        username: `p${identifier}`,
        ...given,
      }),
    );
    if (status !== undefined) {
      await app.deps.db
        .updateTable('import_source_users')
        .set({ status })
        .where('id', '=', row.id)
        .execute();
    }
    return row;
  };
  const as =
    (token = base.token) =>
    (request: string, json?: unknown) =>
      app.call(request, { token, json });
  const formOf = (content: string | Uint8Array, name: string) => {
    const form = new FormData();
    form.set('file', new Blob([content as BlobPart]), name);
    return form;
  };
  /** Sends a file to the public endpoint. */
  const upload = (content: string | Uint8Array, { name = 'people.csv', token = base.token } = {}) =>
    app.call(`POST ${path}/placeholder_reassignments`, { token, body: formOf(content, name) });
  /** Sends a file as the console does, and runs it. */
  const run = async (content: string | Uint8Array, { dry = false, token = base.token } = {}) => {
    const call = `POST /bff/groups/${groupId}/reassignment_files?dry_run=${dry}`;
    const made = await app.call(call, { token, body: formOf(content, 'people.csv') });
    if (made.status !== 201) return made;
    await app.drain();
    return app.call(`GET /bff/groups/${groupId}/reassignment_files/${made.json.id}`, { token });
  };
  const download = (token = base.token) =>
    app.call(`GET ${path}/placeholder_reassignments`, { token });
  /** Everybody of the group's imports, by identifier. */
  const people = async () => {
    const { json } = await app.call(`GET /bff${path}/reassignments?per_page=100`, {
      token: base.token,
    });
    // The endpoint's own records.
    const rows = json as {
      id: number;
      source_user_identifier: string;
      status: SourceUserStatus;
      reassignment_error: string | null;
      reassign_to_user: { username: string } | null;
      placeholder_user: { id: number } | null;
    }[];
    return new Map(rows.map((row) => [row.source_user_identifier, row]));
  };
  const mails = (to: string) =>
    app.deps.db.selectFrom('mails').selectAll().where('to', '=', to).orderBy('id').execute();
  /** The token in the last mail that asks somebody. */
  const tokenFor = async (name: string) => {
    const [mail] = (await mails(`${name}@example.test`)).toReversed();
    return /\/reassignments\/([\w-]{32})/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  return {
    ...base,
    path,
    groupId,
    person,
    as,
    upload,
    run,
    download,
    people,
    mails,
    tokenFor,
  };
}

/** An issue, a comment, an assignment and a vote under the name of a user. */
export async function contribute(
  app: TestApp,
  group: Awaited<ReturnType<typeof importedGroup>>,
  { userId, tag }: { userId: number; tag: string },
): Promise<{ id: number; iid: number }> {
  const { db } = app.deps;
  const issue = await group.issue({ title: `Of ${tag}` });
  const path = `${group.project}/issues/${issue.iid}`;
  const note = (await group.call(`POST ${path}/notes`, { body: tag })).json;
  const award = (await group.call(`POST ${path}/award_emoji?name=thumbsup`)).json;
  await db.updateTable('issues').set({ author_id: userId }).where('id', '=', issue.id).execute();
  await db.updateTable('notes').set({ author_id: userId }).where('id', '=', note.id).execute();
  await db.updateTable('award_emoji').set({ user_id: userId }).where('id', '=', award.id).execute();
  await db.insertInto('issue_assignees').values({ issue_id: issue.id, user_id: userId }).execute();
  return issue;
}
