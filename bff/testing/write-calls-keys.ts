import { publicKeyText } from './ssh-key-texts.ts';
import type { Scene, Sent, WriteCalls } from './write-calls.ts';

const key = () => ({ title: 'CI', key: publicKeyText('ed25519') });

async function keyOfProject(scene: Scene): Promise<{ path: string; id: number }> {
  const path = `/projects/${(await scene.project()).id}/deploy_keys`;
  const { id } = await scene.made(`POST ${path}`, key());
  return { path, id };
}

const onKey =
  (method: string, json?: object) =>
  async (scene: Scene): Promise<Sent> => {
    const { path, id } = await keyOfProject(scene);
    return { request: `${method} ${path}/${id}`, json };
  };

/** Deploy keys, and SSH keys of people. */
export const keyCalls: WriteCalls = {
  'deployKeys.create': async (scene) => ({
    request: `POST /projects/${(await scene.project()).id}/deploy_keys`,
    json: key(),
  }),
  'deployKeys.createForInstance': async ({ admin }) => ({
    request: 'POST /deploy_keys',
    token: admin.token,
    json: key(),
  }),
  'deployKeys.update': onKey('PUT', { title: 'Robot' }),
  'deployKeys.remove': onKey('DELETE'),
  'deployKeys.enable': async (scene) => {
    const { id } = await keyOfProject(scene);
    return { request: `POST /projects/${(await scene.project()).id}/deploy_keys/${id}/enable` };
  },
  'deployKeyScreens.removeEverywhere': async (scene) => {
    const { id } = await keyOfProject(scene);
    return { request: `DELETE /bff/deploy_keys/${id}`, token: scene.admin.token };
  },
  'sshKeys.create': async () => ({ request: 'POST /user/keys', json: key() }),
  'sshKeys.remove': async (scene) => {
    const { id } = await scene.made('POST /user/keys', key());
    return { request: `DELETE /user/keys/${id}` };
  },
  'sshKeys.createForUser': async ({ admin, other }) => ({
    request: `POST /users/${other.id}/keys`,
    token: admin.token,
    json: key(),
  }),
  'sshKeys.removeOfUser': async (scene) => {
    const { id } = await scene.made('POST /user/keys', key());
    return {
      request: `DELETE /users/${scene.caller.id}/keys/${id}`,
      token: scene.admin.token,
    };
  },
};
