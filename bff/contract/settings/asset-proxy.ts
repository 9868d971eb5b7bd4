import { line, list, secret, toggle, unused } from './rows.ts';

export const assetProxySettings = unused('Images of other hosts are never loaded here', [
  list(
    'asset_proxy_allowlist',
    [],
    'Domains that are not proxied; wildcards; comma-separated string also accepted; the own host is always included',
    { aliases: ['asset_proxy_whitelist'], restart: true },
  ),
  toggle('asset_proxy_enabled', false, 'Load external images through a proxy', {
    needs: ['asset_proxy_url', 'asset_proxy_secret_key'],
    restart: true,
  }),
  secret('asset_proxy_secret_key', null, 'Secret shared with the proxy; never returned by reads', {
    restart: true,
  }),
  line('asset_proxy_url', null, 'URL of the proxy', { restart: true }),
]);
