import { signedHeaders } from './signed-calls.ts';
import type { Scene, Sent, WriteCalls } from './write-calls.ts';

const given = {
  external_url: 'https://scan.example.test/hook',
  secret_token: 'the harbour is ours',
  ping_enabled: false,
};

const onControl =
  (method: string, json?: object) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `/projects/${(await scene.project()).id}/compliance_external_controls`;
    const { id } = await scene.made(`POST ${path}`, given);
    return { request: `${method} ${path}/${id}`, json };
  };

/** A verdict, signed and without a user. */
const reported =
  (method: string) =>
  async (scene: Scene): Promise<Sent> => {
    const project = String((await scene.project()).id);
    const path = `/projects/${project}/compliance_external_controls`;
    const { id } = await scene.made(`POST ${path}`, given);
    return {
      request: `${method} ${path}/${id}/status`,
      json: { status: 'pass' },
      token: '',
      headers: signedHeaders(scene.app, { project, id, secret: given.secret_token }),
    };
  };

const onEpic =
  (method: string, json?: object) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `/groups/${(await scene.group()).id}/epics`;
    const { iid } = await scene.made(`POST ${path}`, { title: 'A new quay' });
    return { request: `${method} ${path}/${iid}`, json };
  };

const onEpicNotes =
  (method: string, json?: object) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `/groups/${(await scene.group()).id}/epics`;
    const { id } = await scene.made(`POST ${path}`, { title: 'A new quay' });
    const notes = `${path}/${id}/notes`;
    if (method === 'POST') return { request: `POST ${notes}`, json };
    const note = await scene.made(`POST ${notes}`, { body: 'ahoy' });
    return { request: `${method} ${notes}/${note.id}`, json };
  };

/** External controls and epics. */
export const controlCalls: WriteCalls = {
  'epics.create': async (scene) => ({
    request: `POST /groups/${(await scene.group()).id}/epics`,
    json: { title: 'A new quay' },
  }),
  'epics.update': onEpic('PUT', { state_event: 'close' }),
  'epics.remove': onEpic('DELETE'),
  'epicNotes.create': onEpicNotes('POST', { body: 'ahoy' }),
  'epicNotes.update': onEpicNotes('PUT', { body: 'ahoy again' }),
  'epicNotes.remove': onEpicNotes('DELETE'),
  'externalControls.create': async (scene) => ({
    request: `POST /projects/${(await scene.project()).id}/compliance_external_controls`,
    json: given,
  }),
  'externalControls.update': onControl('PUT', { ping_enabled: true }),
  'externalControls.remove': onControl('DELETE'),
  'externalControls.setStatus': reported('POST'),
  'externalControls.setStatusByPatch': reported('PATCH'),
  'externalControls.ping': async (scene) => {
    const project = `/projects/${(await scene.project()).id}`;
    const { id } = await scene.made(`POST ${project}/compliance_external_controls`, given);
    return { request: `POST /bff${project}/controls/${id}/ping` };
  },
};
