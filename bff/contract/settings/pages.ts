import { count, line, toggle, unused } from './rows.ts';

export const pagesSettings = unused('This server publishes no pages', [
  line('lets_encrypt_notification_email', null, 'Contact for certificate notices'),
  toggle('lets_encrypt_terms_of_service_accepted', false, 'Certificate authority terms accepted', {
    needs: ['lets_encrypt_notification_email'],
  }),
  count('max_pages_custom_domains_per_project', 0, 'Custom domains per project; 0 no limit', {
    min: 0,
  }),
  count('max_pages_size', 100, 'Largest published site in MB; 0 uses the built-in ceiling', {
    min: 0,
  }),
  toggle('pages_domain_verification_enabled', true, 'Custom domains must be verified'),
  count(
    'pages_extra_deployments_default_expiry_seconds',
    86400,
    'Life of extra deployments in seconds',
    { min: 0 },
  ),
]);
