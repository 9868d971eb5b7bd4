import { expect, it } from 'vitest';
import type { News } from '../news.ts';
import type { Outgoing } from './kind.ts';
import { datadog } from './service-hooks.ts';

/** Only its payload is looked at. */
const news = { kind: 'job', facts: {}, payload: { object_kind: 'build' } } as unknown as News;

async function sent(settings: Record<string, string | boolean | null>): Promise<Outgoing> {
  let request: Outgoing | undefined;
  await datadog.send({
    news,
    settings: { api_key: 'k&y', ...settings },
    part: '',
    messageId: 'm',
    eventId: 'e',
    publicUrl: 'https://deck.example.test',
    now: 0,
    signingSecret: Buffer.from('tide').toString('base64'),
    call: (one) => {
      request = one;
      return Promise.resolve({ status: 202, headers: {}, body: Buffer.alloc(0), url: one.url });
    },
  });
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

it('Datadog is posted to where its account is, under what this server is called there', async () => {
  const at = async (settings: Record<string, string | null>) => (await sent(settings)).url;
  const rest = '/api/v2/webhook?dd-api-key=k%26y';
  expect(await at({})).toBe(`https://webhook-intake.datadoghq.com${rest}`);
  expect(await at({ datadog_site: 'data.example.test', datadog_env: null })).toBe(
    `https://webhook-intake.data.example.test${rest}`,
  );
  const named = { datadog_service: 'deck', datadog_env: 'sea', datadog_tags: 'a:1\n\n b:2 ' };
  expect(await at(named)).toBe(
    `https://webhook-intake.datadoghq.com${rest}&service=deck&env=sea&tags=a%3A1%2Cb%3A2`,
  );
  expect(await at({ api_url: 'https://own.example.test/in?x=1', datadog_site: 'no.test' })).toBe(
    'https://own.example.test/in?x=1&dd-api-key=k%26y',
  );
  expect((await sent({})).body).toBe('{"object_kind":"build"}');
});

it('Datadog is told nothing of pipelines and jobs where that is not wanted', () => {
  expect(datadog.parts?.(news, { datadog_ci_visibility: true })).toEqual(['']);
  expect(datadog.parts?.(news, { datadog_ci_visibility: false })).toEqual([]);
});
