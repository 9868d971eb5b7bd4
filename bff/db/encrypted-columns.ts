import type { Tables } from './schema.ts';

export interface EncryptedColumn {
  table: keyof Tables;
  column: string;
  /** JSON in which encrypted texts are values; else the column is one encrypted text. */
  isJson?: true;
}

/** Every column that holds what the secret key encrypted; a test compares it with the schema. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'application_settings', column: 'value', isJson: true },
  { table: 'audit_heads', column: 'seal' },
  { table: 'external_controls', column: 'encrypted_secret' },
  { table: 'import_source_users', column: 'encrypted_token' },
  { table: 'integration_health', column: 'encrypted_signing_secret' },
  { table: 'integrations', column: 'encrypted_secrets' },
  { table: 'jobs', column: 'payload', isJson: true },
  { table: 'mail_settings', column: 'password' },
  { table: 'pipeline_schedule_variables', column: 'encrypted_value' },
  { table: 'pipeline_schedules', column: 'encrypted_inputs' },
  { table: 'pipeline_triggers', column: 'encrypted_token' },
  { table: 'pipeline_variables', column: 'encrypted_value' },
  { table: 'sessions', column: 'encrypted_token' },
  { table: 'users', column: 'otp_secret' },
];
