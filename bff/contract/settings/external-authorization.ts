import { decimal, line, prose, secret, toggle, unused } from './rows.ts';

export const externalAuthorizationSettings = unused('This server asks nobody else for permission', [
  prose('external_auth_client_cert', null, 'Client certificate', {
    needs: ['external_auth_client_key'],
  }),
  secret('external_auth_client_key', null, 'Private key of the client certificate'),
  secret('external_auth_client_key_pass', null, 'Passphrase of that key'),
  line('external_authorization_service_default_label', null, 'Label used for projects without one'),
  toggle(
    'external_authorization_service_enabled',
    false,
    'Ask an outside service before project access',
    {
      needs: [
        'external_authorization_service_default_label',
        'external_authorization_service_timeout',
        'external_authorization_service_url',
      ],
    },
  ),
  decimal(
    'external_authorization_service_timeout',
    0.5,
    'Seconds before access is refused; more than 0',
    { min: 0.001, max: 10 },
  ),
  line(
    'external_authorization_service_url',
    null,
    'URL of the service; blank allowed by the model',
  ),
]);
