import type { Scene, Sent, WriteCalls } from './write-calls.ts';

const webhook = { webhook: 'https://chat.example.test/hooks/AAA' };

const within =
  (kind: 'projects' | 'groups', method: string, resource = 'integrations') =>
  async (scene: Scene): Promise<Sent> => {
    const { id } = await (kind === 'projects' ? scene.project() : scene.group());
    const path = `/${kind}/${id}/${resource}/pumble`;
    if (method === 'DELETE') await scene.made(`PUT ${path}`, webhook);
    return { request: `${method} ${path}`, json: webhook };
  };

/** Integrations of groups and projects. */
export const integrationCalls: WriteCalls = {
  'groupIntegrations.update': within('groups', 'PUT'),
  'groupIntegrations.remove': within('groups', 'DELETE'),
  'projectIntegrations.update': within('projects', 'PUT'),
  'projectIntegrations.remove': within('projects', 'DELETE'),
  'projectServices.update': within('projects', 'PUT', 'services'),
  'projectServices.remove': within('projects', 'DELETE', 'services'),
};
