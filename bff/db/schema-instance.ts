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
  /** JSON of files: `filename` and `content`. */
  attachments: Generated<string>;
  /** `kept` mails stay here: no mail server is configured. */
  state: Generated<'queued' | 'sent' | 'kept' | 'failed'>;
  error: string | null;
  created_at: string;
  sent_at: string | null;
}

/** The mail server that an administrator named: one row, or none. */
interface MailSettings {
  id: number;
  host: string;
  port: number;
  security: 'starttls' | 'tls' | 'none';
  user: string | null;
  /** Encrypted. */
  password: string | null;
  verify_certificate: number;
  sender: string | null;
  updated_at: string;
}

export interface InstanceTables {
  application_settings: ApplicationSettings;
  mail_settings: MailSettings;
  mails: Mails;
}
