import type { Generated } from 'kysely';

/** Column types: integers, ISO-8601 text, 0/1, JSON text. */
type Flag = Generated<number>;
type Time = string;

/** Somebody on another server, and what has become of their work here. */
interface ImportSourceUsers {
  id: Generated<number>;
  group_id: number;
  source_hostname: string;
  import_type: string;
  source_user_identifier: string;
  source_name: Generated<string>;
  source_username: Generated<string>;
  status: Generated<
    | 'pending_reassignment'
    | 'awaiting_approval'
    | 'reassignment_in_progress'
    | 'rejected'
    | 'failed'
    | 'completed'
    | 'keep_as_placeholder'
  >;
  /** Whose name the work carries until somebody takes it over; gone after that. */
  placeholder_user_id: number | null;
  reassign_to_user_id: number | null;
  reassigned_by_user_id: number | null;
  /** Of the link by which the target answers. */
  token_sha256: string | null;
  encrypted_token: string | null;
  reassignment_error: string | null;
  created_at: Time;
  updated_at: Time;
}

/** A role that a source user had, given to whoever takes over. */
interface PlaceholderMemberships {
  id: Generated<number>;
  source_user_id: number;
  source_type: 'Namespace' | 'Project';
  source_id: number;
  access_level: number;
  expires_at: string | null;
}

/** What a record of another server has become here: nothing is brought twice. */
interface ImportedRecords {
  namespace_id: number;
  source_hostname: string;
  kind: string;
  source_id: string;
  record_id: number;
}

interface ReassignmentFiles {
  id: Generated<number>;
  group_id: number;
  user_id: number | null;
  filename: string;
  size: number;
  /** Names the bytes on the disk; null once they are gone. */
  secret: string | null;
  dry_run: number;
  /** Uploaded with the rights of an administrator. */
  as_administrator: Flag;
  status: Generated<'queued' | 'running' | 'finished' | 'failed' | 'stopped'>;
  total: Generated<number>;
  done: Generated<number>;
  matched: Generated<number>;
  failed: Generated<number>;
  skipped: Generated<number>;
  error: string | null;
  created_at: Time;
  started_at: Time | null;
  finished_at: Time | null;
}

/** A line that was not matched; `cells` are the seven columns as JSON. */
interface ReassignmentRows {
  id: Generated<number>;
  file_id: number;
  line: number;
  outcome: 'failed' | 'skipped';
  cells: string;
  column_name: string | null;
  value: string | null;
  problem: string | null;
  message: string | null;
}

interface GroupImports {
  id: Generated<number>;
  group_id: number;
  user_id: number | null;
  filename: string;
  size: number;
  /** Names the bytes on the disk; null once they are gone. */
  secret: string | null;
  /** Uploaded with the rights of an administrator. */
  as_administrator: Flag;
  status: Generated<'queued' | 'running' | 'finished' | 'failed'>;
  /** Lines of the bundle, and how many of them are written. */
  total: Generated<number>;
  done: Generated<number>;
  /** How many of each kind are new, as JSON. */
  counts: Generated<string>;
  error: string | null;
  created_at: Time;
  started_at: Time | null;
  finished_at: Time | null;
}

export interface PlaceholderTables {
  group_imports: GroupImports;
  import_source_users: ImportSourceUsers;
  placeholder_memberships: PlaceholderMemberships;
  imported_records: ImportedRecords;
  reassignment_files: ReassignmentFiles;
  reassignment_rows: ReassignmentRows;
}
