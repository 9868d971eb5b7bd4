import type { Generated } from 'kysely';

/** Only what differs from the default; `value` is JSON. */
export interface ApplicationSettings {
  key: string;
  value: string;
  updated_at: string;
  updated_by: number | null;
}

export interface Mails {
  id: Generated<number>;
  to: string;
  subject: string;
  text: string;
  /** JSON of more headers. */
  headers: Generated<string>;
  /** `kept` mails stay here: no mail server is configured. */
  state: Generated<'queued' | 'sent' | 'kept' | 'failed'>;
  error: string | null;
  created_at: string;
  sent_at: string | null;
}

export interface InstanceTables {
  application_settings: ApplicationSettings;
  mails: Mails;
}
