import type { Scene, Sent, WriteCalls } from './write-calls.ts';

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const template = { key: 'Harbor', content: 'FROM scratch\n' };
const templates = '/bff/templates/dockerfiles';

/** A call on a new template of the instance's own. */
const onTemplate =
  (method: string, json?: object) =>
  async ({ app, admin, unique }: Scene): Promise<Sent> => {
    const { token } = admin;
    const key = unique();
    await app.call(`POST ${templates}`, { token, json: { ...template, key } });
    return { request: `${method} ${templates}/${key}`, json, token };
  };

/** Calls that change how the instance looks and what it offers. */
export const instanceCalls: WriteCalls = {
  'applicationAppearance.update': ({ admin, unique }) =>
    Promise.resolve({
      request: 'PUT /application/appearance',
      json: { title: unique() },
      token: admin.token,
    }),
  'applicationAppearance.removeImage': async ({ app, admin }) => {
    const body = new FormData();
    body.set('logo', new Blob([pixel]), 'logo.png');
    await app.call('PUT /application/appearance', { token: admin.token, body });
    return { request: 'DELETE /bff/appearance/logo', token: admin.token };
  },
  'ownTemplates.create': ({ admin }) =>
    Promise.resolve({ request: `POST ${templates}`, json: template, token: admin.token }),
  'ownTemplates.update': onTemplate('PUT', { content: 'FROM alpine:3.20.3\n' }),
  'ownTemplates.remove': onTemplate('DELETE'),
};
