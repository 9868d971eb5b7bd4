import { common } from './common.ts';

/** Words of the screen on the mail server. */
export const mailSettingsWords = {
  title: common.navigation.mailServer,
  none: 'No mail server is named: mails are written, and kept on the Mail tab.',
  environment:
    'QD_SMTP_URL names the mail server. To change it here, unset the variable and restart.',
  reach: 'How it is reached',
  reachAbout: 'Holds from the next mail on, in all replicas; nothing is restarted.',
  host: 'Host',
  hostHelp: 'A name, or an address.',
  port: 'Port',
  portHelp: 'Left empty: 587 with STARTTLS, 465 with TLS, 25 without.',
  security: 'Security',
  securities: {
    starttls: 'STARTTLS, or no mail at all',
    tls: 'TLS from the first byte',
    none: 'None: mails and password go in the clear',
    starttls_if_offered: 'STARTTLS where the server offers it, else in the clear',
  },
  verify: 'The certificate must be valid for the host',
  signIn: 'Signing in',
  signInAbout: 'Only where the mail server asks for it.',
  user: 'User',
  password: 'Password',
  passwordHelp:
    'Encrypted, and never shown again. It goes to no other server: whoever changes host, port or user, or makes the connection less safe, types it again.',
  passwordPlace: '<password>',
  letters: 'Letters',
  sender: 'Sender',
  senderHelp: 'An address, or a name and <an address>. Left empty: the one of QD_MAIL_FROM.',
  save: 'Save mail server',
  saved: 'Mail server saved',
  forgotten: 'The password was forgotten, as it would have gone to another server. Type it again.',
  test: {
    title: 'Test',
    help: 'Sends one mail by the saved settings now, and shows what the server answers.',
    to: 'To',
    action: 'Send a test mail',
    taken: (to: string) => `Taken for ${to}`,
    refused: (to: string) => `Not taken for ${to}`,
    answer: 'Answer of the mail server',
  },
  remove: {
    action: 'Stop using it',
    help: 'Mails are kept on this server from then on, and sent to nobody.',
    question: 'Stop sending mails?',
    done: 'Mails are kept here from now on',
  },
} as const;
