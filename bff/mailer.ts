import type { Transporter } from 'nodemailer';
import type { Config } from './config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers: Readonly<Record<string, string>>;
  /** The same for each attempt, so that a mail that arrives twice is seen as one. */
  messageId: string;
}

/** Hands one mail to the mail server; rejects where it was not taken. */
export type Mailer = (mail: Mail) => Promise<void>;

const seconds = 1000;

/** The mail server of the configuration; undefined where none is named. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
): { send: Mailer; close(): void } | undefined {
  if (config.smtpUrl === undefined) return undefined;
  const url = new URL(config.smtpUrl);
  const secure = url.protocol === 'smtps:';
  const options = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 25) : Number(url.port),
    secure,
    ...(url.username === ''
      ? {}
      : {
          auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
        }),
    tls: { rejectUnauthorized: url.searchParams.get('verify') !== 'false' },
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 30 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transport: Promise<Transporter> | undefined;
  // Loaded with the first mail: no start of the server waits for it.
  const open = async () => (await import('nodemailer')).createTransport(options);
  return {
    async send(mail) {
      transport ??= open();
      await (await transport).sendMail({ ...mail, from: config.mailFrom });
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** True for a refusal of the mail server that no second attempt changes (SMTP 5xx). */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500;
}
