import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

const host = 'https://src.example.test';
const header =
  'Source host,Import type,Source user identifier,Source user name,Source username,GitLab username,GitLab public email';

/**
 * Fills a group with so many people of an import, their placeholders, and a user for each of them,
 * by SQL. The server must not run.
 */
export function fillStrangers(dataDir: string, groupId: number, count: number): void {
  const db = new Sqlite(join(dataDir, 'quarterdeck.sqlite'));
  const time = "'2026-11-27T12:00:00.000Z'";
  const series = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  try {
    db.pragma('synchronous = OFF');
    db.transaction(() => {
      const last = db.prepare('select max(id) as id from users').get() as { id: number };
      const users = (first: number, name: string, type: string) => `
        insert into users (id, username, username_lower, name, email, email_lower, user_type,
          confirmed_at, created_at, updated_at)
        ${series} select ${first} + i, '${name}-' || i, '${name}-' || i, 'Sailor ' || i,
          '${name}-' || i || '@example.test', '${name}-' || i || '@example.test', '${type}',
          ${time}, ${time}, ${time} from n;`;
      db.exec(`
        ${users(last.id, `crew-${groupId}`, 'human')}
        ${users(last.id + count, `away-${groupId}`, 'placeholder')}
        insert into import_source_users (group_id, source_hostname, import_type,
          source_user_identifier, source_name, source_username, placeholder_user_id, created_at, updated_at)
        ${series} select ${groupId}, '${host}', 'gitlab_migration', i, 'Sailor ' || i, 'sailor-' || i,
          ${last.id + count} + i, ${time}, ${time} from n;`);
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

/** The file that gives each of them to the user who is meant. */
export const sheetOf = (groupId: number, count: number): string => {
  const lines = Array.from(
    { length: count },
    (_, at) =>
      `${host},gitlab_migration,${at + 1},Sailor ${at + 1},sailor-${at + 1},crew-${groupId}-${at + 1},`,
  );
  return `${[header, ...lines].join('\n')}\n`;
};

export interface SheetRun {
  id: number;
  status: string;
  total: number;
  done: number;
  matched: number;
  failed: number;
}

interface Server {
  url: string;
  token: string;
}

/** Asks for a file of a group, or sends one. */
async function askFile(
  { url, token }: Server,
  path: string,
  init: RequestInit = {},
): Promise<SheetRun> {
  const answer = await fetch(`${url}/bff/groups/${path}`, {
    ...init,
    // A server that is busy may close a connection at the moment in which it is used again.
    headers: { 'private-token': token, connection: 'close' },
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
  // The record of the endpoints that are called here.
  return (await answer.json()) as SheetRun;
}

/** Uploads a file to a group; what has begun. */
export function uploadSheet(
  server: Server,
  groupId: number,
  { sheet, isDry }: { sheet: string; isDry: boolean },
): Promise<SheetRun> {
  const body = new FormData();
  body.set('file', new Blob([sheet]), 'crew.csv');
  const path = `${groupId}/reassignment_files?dry_run=${isDry}`;
  return askFile(server, path, { method: 'POST', body });
}

/** Does what a dry run has shown; what has begun. */
export const applySheet = (server: Server, groupId: number, id: number): Promise<SheetRun> =>
  askFile(server, `${groupId}/reassignment_files/${id}/apply`, { method: 'POST' });

/** How far a file is. */
export const sheetRun = (server: Server, groupId: number, id: number): Promise<SheetRun> =>
  askFile(server, `${groupId}/reassignment_files/${id}`);
