import { line, obeyed, prose, secret, toggle, unused } from './rows.ts';

export const mailTextSettings = [
  ...obeyed('mails', [
    prose(
      'email_additional_text',
      null,
      'Text added to every mail; at most 10000 characters (max is a length)',
      { max: 10000 },
    ),
    toggle('html_emails_enabled', true, 'Send HTML mail as well as text'),
  ]),
] as const;

export const commitAddressSettings = obeyed('users', [
  line(
    'commit_email_hostname',
    null,
    'Host for private commit addresses; default is users.noreply. plus the own host; no @ allowed',
  ),
]);

export const mailSettings = unused('Mails of this server do not use it', [
  toggle('email_author_in_body', false, 'Put the author name in the mail body'),
  toggle('mailgun_events_enabled', false, 'Receive delivery events from the mail provider', {
    requires: ['mailgun_signing_key'],
  }),
  secret(
    'mailgun_signing_key',
    null,
    'Signing key of that provider; at most 255 characters (max is a length)',
    { max: 255 },
  ),
  toggle(
    'resource_access_token_notify_inherited',
    false,
    'Mail inherited members about expiring tokens',
  ),
]);
