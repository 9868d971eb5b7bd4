import type { Made, Scene, Sent, WriteCalls } from './write-calls.ts';

/** Mails are kept here: nobody outside is called. */
const mail = { slug: 'pipelines-email', json: { recipients: 'bo@example.test' } };
/** It signs; nothing is sent by a new secret. */
const signing = { slug: 'packagist', json: { username: 'bo', token: 'qux' } };

type Kind = 'projects' | 'groups';

async function setUp(scene: Scene, kind: Kind, { slug, json }: typeof mail | typeof signing) {
  const { id } = await (kind === 'projects' ? scene.project() : scene.group());
  const path = `/${kind}/${id}/integrations/${slug}`;
  await scene.made(`PUT ${path}`, json);
  return `/bff${path}`;
}

const testIn =
  (kind: Kind) =>
  async (scene: Scene): Promise<Sent> => ({
    request: `POST ${await setUp(scene, kind, mail)}/test`,
  });

const redeliverIn =
  (kind: Kind) =>
  async (scene: Scene): Promise<Sent> => {
    const path = await setUp(scene, kind, mail);
    const sent: Made = await scene.made(`POST ${path}/test`, {});
    return { request: `POST ${path}/deliveries/${sent.id}/redeliver` };
  };

const signIn =
  (kind: Kind) =>
  async (scene: Scene): Promise<Sent> => ({
    request: `POST ${await setUp(scene, kind, signing)}/signing_secret`,
  });

/** What integrations send when somebody asks for it. */
export const integrationDeliveryCalls: WriteCalls = {
  'groupIntegrationDeliveries.test': testIn('groups'),
  'groupIntegrationDeliveries.redeliver': redeliverIn('groups'),
  'groupIntegrationDeliveries.createSecret': signIn('groups'),
  'projectIntegrationDeliveries.test': testIn('projects'),
  'projectIntegrationDeliveries.redeliver': redeliverIn('projects'),
  'projectIntegrationDeliveries.createSecret': signIn('projects'),
  async 'instanceIntegrationDeliveries.createSecret'({ app, admin }) {
    const path = `/bff/instance/integrations/${signing.slug}`;
    await app.call(`PUT ${path}`, { token: admin.token, json: signing.json });
    return { request: `POST ${path}/signing_secret`, token: admin.token };
  },
};
