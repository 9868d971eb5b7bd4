import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

interface Received {
  from: string;
  to: string[];
  text: string;
  user: string | undefined;
  /** It came over TLS. */
  isSecret: boolean;
}

/** How the server speaks TLS: from the first byte, or once it is asked to. */
export interface MailTls {
  from: 'first_byte' | 'starttls';
  key: string;
  cert: string;
}

/** A real mail server on this machine that keeps what it takes. */
export interface MailServer {
  port: number;
  received: Received[];
  /** What each recipient is refused by, or one alone; undefined takes all. */
  refusal: { code: number; text: string; of?: string } | undefined;
  close(): Promise<void>;
}

/** Starts a mail server that asks for this password where somebody signs in. */
export async function startMailServer(password: string, tls?: MailTls): Promise<MailServer> {
  const server = new SMTPServer({
    ...(tls === undefined
      ? { disabledCommands: ['STARTTLS'] }
      : { key: tls.key, cert: tls.cert, secure: tls.from === 'first_byte' }),
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: (auth, _, done) =>
      done(auth.password === password ? null : new Error('no'), { user: auth.username }),
    onRcptTo({ address }, _, done) {
      const { refusal } = mails;
      if (refusal === undefined || (refusal.of ?? address) !== address) return done();
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      const { mailFrom, rcptTo } = session.envelope;
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.once('end', () => {
        mails.received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString(),
          user: session.user,
          isSecret: session.secure,
        });
        done();
      });
    },
  });
  // Whoever breaks off, since the certificate does not hold, is no failure of the server.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  const mails: MailServer = {
    port,
    received: [],
    refusal: undefined,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return mails;
}
