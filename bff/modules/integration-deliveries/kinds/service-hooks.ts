import { createHmac, randomUUID } from 'node:crypto';
import { version } from '../../../version.ts';
import { below, type Delivery, json, type Outgoing, type Sending, setting } from './kind.ts';

/** The whole of a service hook, redirects included. */
const patience = 10_000;

/**
 * What is signed is what is sent: id, time and body, parted by dots. Receivers check it by the
 * rules of Standard Webhooks.
 */
function signatureHeaders(sending: Sending, body: string): Record<string, string> {
  const { messageId: id } = sending;
  const timestamp = String(Math.floor(sending.now / 1000));
  const key = Buffer.from(sending.signingSecret, 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
  };
}

/** A message whose form is ours, with what tells receivers where it comes from. */
function hook(sending: Sending, url: string, payload: unknown): Outgoing {
  const request = json(url, payload, { timeout: patience });
  return {
    ...request,
    headers: {
      ...request.headers,
      'User-Agent': `Quarterdeck/${version}`,
      'X-Service-Event': 'Service Hook',
      'X-Service-Webhook-UUID': randomUUID(),
      'X-Service-Event-UUID': sending.eventId,
      'X-Service-Instance': sending.publicUrl,
      ...signatureHeaders(sending, String(request.body)),
    },
  };
}

export const assembla: Delivery = {
  slugs: ['assembla'],
  send: (sending) => {
    const { settings, news, call } = sending;
    const space = encodeURIComponent(setting(settings, 'subdomain'));
    const url = new URL(`https://atlas.assembla.com/spaces/${space}/github_tool`);
    url.searchParams.set('secret_key', setting(settings, 'token'));
    return call(hook(sending, url.href, { payload: news.payload }));
  },
};

export const buildkite: Delivery = {
  slugs: ['buildkite'],
  send: (sending) => {
    const { settings, news, call } = sending;
    // What follows the colon reads statuses and opens nothing here.
    const [token = ''] = setting(settings, 'token').split(':');
    const url = `https://webhook.buildkite.com/deliver/${encodeURIComponent(token)}`;
    return call(hook(sending, url, news.payload));
  },
};

export const packagist: Delivery = {
  slugs: ['packagist'],
  isGood: (status) => status >= 200 && status < 300,
  send: (sending) => {
    const { settings, news, call } = sending;
    const server = setting(settings, 'server') || 'https://packagist.org';
    const url = new URL(below(server, 'api/update-package'));
    url.searchParams.set('username', setting(settings, 'username'));
    url.searchParams.set('apiToken', setting(settings, 'token'));
    return call(hook(sending, url.href, news.payload));
  },
};

export const datadog: Delivery = {
  slugs: ['datadog'],
  parts: (_news, settings) => (settings.datadog_ci_visibility === false ? [] : ['']),
  send: (sending) => {
    const { settings, news, call } = sending;
    const site = setting(settings, 'datadog_site') || 'datadoghq.com';
    const url = new URL(
      setting(settings, 'api_url') || `https://webhook-intake.${site}/api/v2/webhook`,
    );
    url.searchParams.set('dd-api-key', setting(settings, 'api_key'));
    for (const name of ['service', 'env'] as const) {
      const value = setting(settings, `datadog_${name}`);
      if (value !== '') url.searchParams.set(name, value);
    }
    const tags = setting(settings, 'datadog_tags').split(/[\n,]/);
    const kept = tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
    if (kept.length > 0) url.searchParams.set('tags', kept.join(','));
    return call(hook(sending, url.href, news.payload));
  },
};
