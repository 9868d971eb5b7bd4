import { line, secret, toggle, unused } from './rows.ts';

export const abuseSettings = unused('Nobody reports abuse on this server', [
  line('abuse_notification_email', null, 'Address for abuse reports; must be a valid e-mail', {
    aliases: ['admin_notification_email'],
  }),
]);

export const spamSettings = unused('This server asks no spam service', [
  toggle('allow_possible_spam', false, 'Let likely spam through instead of blocking'),
  toggle('invisible_captcha_enabled', false, 'Hidden-field trap at registration'),
  toggle('login_recaptcha_protection_enabled', false, 'Challenge at sign-in', {
    needs: ['recaptcha_site_key', 'recaptcha_private_key'],
  }),
  toggle('recaptcha_enabled', false, 'Challenge at registration', {
    requires: ['recaptcha_site_key', 'recaptcha_private_key'],
  }),
  secret('recaptcha_private_key', null, 'Private key of the challenge service'),
  line('recaptcha_site_key', null, 'Public key of the challenge service (stored encrypted)'),
  secret(
    'spam_check_api_key',
    null,
    'Key for that service; at most 2000 characters (max is a length)',
    { max: 2000 },
  ),
  toggle('spam_check_endpoint_enabled', false, 'Ask an own spam-check service', {
    requires: ['spam_check_endpoint_url'],
  }),
  line('spam_check_endpoint_url', null, 'Address of that service; scheme grpc or tls'),
  secret('spam_service_api_key', null, 'Key for that service', { aliases: ['akismet_api_key'] }),
  toggle('spam_service_enabled', false, 'Ask the external spam service about new content', {
    aliases: ['akismet_enabled'],
    requires: ['spam_service_api_key'],
  }),
]);
