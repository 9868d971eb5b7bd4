import { isIP } from 'node:net';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers: Readonly<Record<string, string>>;
  attachments?: readonly { filename: string; content: string }[];
  /** The same for each attempt, so that a mail that arrives twice is seen as one. */
  messageId: string;
}

/** Hands one mail to the mail server and tells its answer; rejects where it was not taken. */
export type Mailer = (mail: Mail) => Promise<string>;

/** How a mail server is reached. */
export interface MailServer {
  host: string;
  port: number;
  /** `tls` from the first byte, `starttls` or nothing else, or `none`: in the clear. */
  security: 'tls' | 'starttls' | 'starttls_if_offered' | 'none';
  user: string | null;
  password: string | null;
  verifyCertificate: boolean;
  /** An address, or a name and an address in angle brackets. */
  sender: string;
  /** The address to connect to where the host was resolved and checked before. */
  address?: string;
}

const seconds = 1000;

/** The mail server of QD_SMTP_URL. */
export function mailServerOf(smtpUrl: string, sender: string): MailServer {
  const url = new URL(smtpUrl);
  const isTls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 465 : 25) : Number(url.port),
    security: isTls ? 'tls' : 'starttls_if_offered',
    user: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.username === '' ? null : decodeURIComponent(url.password),
    verifyCertificate: url.searchParams.get('verify') !== 'false',
    sender,
  };
}

/** Hands mails to this server, each over a connection of its own. */
export function mailerOf(server: MailServer): Mailer {
  const { host, user, security } = server;
  return async (mail) => {
    // Loaded with the first mail: no start of the server waits for it.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host: server.address ?? host,
      port: server.port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(user !== null && { auth: { user, pass: server.password ?? '' } }),
      tls: {
        rejectUnauthorized: server.verifyCertificate,
        // An address is no name of a certificate.
        ...(isIP(host) === 0 && { servername: host }),
      },
      connectionTimeout: 10 * seconds,
      greetingTimeout: 10 * seconds,
      socketTimeout: 30 * seconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      const { response } = await transport.sendMail({
        ...mail,
        attachments: [...(mail.attachments ?? [])],
        from: server.sender,
      });
      return response;
    } finally {
      transport.close();
    }
  };
}

/** True for a refusal of the mail server that no second attempt changes (SMTP 5xx). */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500;
}
