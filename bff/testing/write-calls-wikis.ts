import type { Scene, Sent, WriteCalls } from './write-calls.ts';

const onPage =
  (method: string, json?: object) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `/projects/${(await scene.project()).id}/wikis`;
    const { slug } = await scene.made(`POST ${path}`, { title: 'home', content: 'x' });
    return { request: `${method} ${path}/${slug}`, json };
  };

/** Pages of wikis. */
export const wikiCalls: WriteCalls = {
  'wikis.create': async (scene) => ({
    request: `POST /projects/${(await scene.project()).id}/wikis`,
    json: { title: 'home', content: 'x' },
  }),
  async 'wikiAttachments.create'(scene) {
    const body = new FormData();
    body.set('file', new Blob(['ahoy']), 'notes.txt');
    return { request: `POST /projects/${(await scene.project()).id}/wikis/attachments`, body };
  },
  'wikis.update': onPage('PUT', { content: 'y' }),
  'wikis.remove': onPage('DELETE'),
};
