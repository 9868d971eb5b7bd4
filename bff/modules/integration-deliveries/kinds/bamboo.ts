import { below, type Delivery, setting } from './kind.ts';

/** Starts the plan. */
export const bamboo: Delivery = {
  slugs: ['bamboo'],
  send: ({ settings, call }) => {
    const url = new URL(below(setting(settings, 'ci_server_url'), 'updateAndBuild.action'));
    url.searchParams.set('buildKey', setting(settings, 'build_key'));
    url.searchParams.set('os_authType', 'basic');
    const pair = `${setting(settings, 'username')}:${setting(settings, 'password')}`;
    return call({
      url: url.href,
      method: 'GET',
      headers: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      checksCertificate: settings.enable_ssl_verification !== false,
    });
  },
};
