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

/** The same call by the console's own path. */
const ofConsole =
  (call: (scene: Scene) => Promise<Sent>) =>
  async (scene: Scene): Promise<Sent> => {
    const { request, json } = await call(scene);
    return { request: request.replace(' ', ' /bff'), json };
  };

const ofInstance =
  (method: string) =>
  async ({ app, admin }: Scene): Promise<Sent> => {
    const { token } = admin;
    const path = '/bff/instance/integrations/pumble';
    if (method === 'DELETE') await app.call(`PUT ${path}`, { token, json: webhook });
    return { request: `${method} ${path}`, json: webhook, token };
  };

/** Integrations of groups and projects. */
export const integrationCalls: WriteCalls = {
  'groupIntegrations.update': within('groups', 'PUT'),
  'groupIntegrations.remove': within('groups', 'DELETE'),
  'projectIntegrations.update': within('projects', 'PUT'),
  'projectIntegrations.remove': within('projects', 'DELETE'),
  'integrationOverview.update': ofConsole(within('groups', 'PUT')),
  'projectIntegrationOverview.update': ofConsole(within('projects', 'PUT')),
  'instanceIntegrations.update': ofInstance('PUT'),
  'instanceIntegrations.remove': ofInstance('DELETE'),
  'projectServices.update': within('projects', 'PUT', 'services'),
  'projectServices.remove': within('projects', 'DELETE', 'services'),
};
