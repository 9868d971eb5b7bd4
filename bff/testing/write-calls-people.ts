import { type Scene, type Sent, type WriteCalls } from './write-calls.ts';
import { updateSettings } from '../modules/application-settings/rules.ts';
import { changeUser, getUser } from '../modules/users/rules.ts';
import { sha256 } from '../secrets.ts';
import { testOrigin } from './test-app.ts';

const tokenBody = { name: 'robot', scopes: ['api'] };

async function signedIn({ app, caller }: Scene) {
  const opened = await app.call('POST /bff/session', {
    json: { username: caller.username, password: caller.password },
    headers: { Origin: testOrigin },
  });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { Cookie: cookie, Origin: testOrigin, 'X-CSRF-Token': String(opened.json.csrf_token) };
}

async function newUser({ app, unique, admin }: Scene): Promise<{ id: number }> {
  const name = unique();
  const json = { username: name, name, email: `${name}@example.test`, password: 'a long password' };
  return (await app.call('POST /users', { token: admin.token, json })).json;
}

async function onWaiting(scene: Scene, verb: string): Promise<Sent> {
  const { id } = await newUser(scene);
  await changeUser(scene.app.ctx, id, { state: 'blocked_pending_approval' });
  return { request: `POST /users/${id}/${verb}`, token: scene.admin.token };
}

const onNewUser =
  (method: string, tail = '', json: object = {}) =>
  async (scene: Scene): Promise<Sent> => {
    const user = await newUser(scene);
    return { request: `${method} /users/${user.id}${tail}`, token: scene.admin.token, json };
  };

/** People, their tokens and sessions. */
export const peopleCalls: WriteCalls = {
  'applicationSettings.update': async ({ admin }) => ({
    request: 'PUT /application/settings',
    json: { max_login_attempts: 9 },
    token: admin.token,
  }),
  'settingsHistory.revert': async ({ app, admin }) => {
    const as = { token: admin.token };
    const [first] = (await app.call('GET /bff/settings/history', as)).json;
    const limit = first === undefined ? 8 : first.id + 8;
    await app.call('PUT /application/settings', { ...as, json: { max_login_attempts: limit } });
    const [latest] = (await app.call('GET /bff/settings/history', as)).json;
    return { request: `POST /bff/settings/history/${latest.id}/revert`, ...as };
  },
  'settingsHistory.import': async ({ admin }) => ({
    request: 'POST /bff/settings/import',
    json: { settings: { max_login_attempts: 7 } },
    token: admin.token,
  }),
  'personalAccessTokens.create': async () => ({
    request: 'POST /user/personal_access_tokens',
    json: tokenBody,
  }),
  'personalAccessTokens.createForUser': async ({ admin, other }) => ({
    request: `POST /users/${other.id}/personal_access_tokens`,
    json: tokenBody,
    token: admin.token,
  }),
  'personalAccessTokens.rotate': async ({ made }) => {
    const { id } = await made('POST /user/personal_access_tokens', tokenBody);
    return { request: `POST /personal_access_tokens/${id}/rotate` };
  },
  'personalAccessTokens.revoke': async ({ made }) => {
    const { id } = await made('POST /user/personal_access_tokens', tokenBody);
    return { request: `DELETE /personal_access_tokens/${id}` };
  },
  'impersonationTokens.create': async ({ admin, other }) => ({
    request: `POST /users/${other.id}/impersonation_tokens`,
    json: tokenBody,
    token: admin.token,
  }),
  'impersonationTokens.revoke': async ({ app, admin, other }) => {
    const path = `/users/${other.id}/impersonation_tokens`;
    const { token } = admin;
    const { id } = (await app.call(`POST ${path}`, { token, json: tokenBody })).json;
    return { request: `DELETE ${path}/${id}`, token };
  },
  'savedViews.create': async ({ unique }) => ({
    request: 'POST /bff/saved_views',
    json: { screen: 'projects', name: unique(), query: '' },
  }),
  'savedViews.update': async ({ made, unique }) => {
    const view = { screen: 'projects', name: unique(), query: '' };
    const { id } = await made('POST /bff/saved_views', view);
    return { request: `PUT /bff/saved_views/${id}`, json: { shared: true } };
  },
  'savedViews.remove': async ({ made, unique }) => {
    const view = { screen: 'projects', name: unique(), query: '' };
    const { id } = await made('POST /bff/saved_views', view);
    return { request: `DELETE /bff/saved_views/${id}` };
  },
  'account.remove': async (scene) => {
    const { id } = await newUser(scene);
    const user = await getUser(scene.app.ctx, id);
    const json = { current_password: 'a long password' };
    return { request: 'DELETE /bff/account', json, token: await scene.app.tokenOf(user) };
  },
  'secondFactor.create': async ({ caller }) => ({
    request: 'POST /bff/otp',
    json: { current_password: caller.password },
  }),
  'secondFactor.remove': async ({ caller }) => ({
    request: 'DELETE /bff/otp',
    json: { current_password: caller.password },
  }),
  'secondFactor.reset': async (scene) => {
    const { id } = await newUser(scene);
    await changeUser(scene.app.ctx, id, { otp_enabled_at: '2026-11-27T12:00:00.000Z' });
    return { request: `PATCH /users/${id}/disable_two_factor`, token: scene.admin.token };
  },
  'signUp.create': async ({ unique }) => {
    const name = unique();
    const json = { username: name, name, email: `${name}@example.test`, password: 'a password' };
    return { request: 'POST /bff/sign_up', json, token: '', headers: { Origin: testOrigin } };
  },
  'signUp.confirm': async (scene) => {
    const { id } = await newUser(scene);
    const token = scene.unique();
    await changeUser(scene.app.ctx, id, { confirmation_sha256: sha256(token) });
    return { request: 'POST /bff/confirmation', json: { token }, token: '' };
  },
  'mailSettings.update': async ({ admin }) => ({
    request: 'PUT /bff/mail_settings',
    json: { host: 'mail.example.test' },
    token: admin.token,
  }),
  'mailSettings.test': async ({ admin }) => ({
    request: 'POST /bff/mail_settings/test',
    token: admin.token,
  }),
  'signUp.approve': async (scene) => onWaiting(scene, 'approve'),
  'signUp.reject': async (scene) => onWaiting(scene, 'reject'),
  'terms.accept': async ({ app }) => {
    const text = 'Be kind';
    await updateSettings(app.ctx, { terms: text });
    return { request: 'POST /bff/terms', json: { version: sha256(text) } };
  },
  'sessions.create': async ({ caller }) => ({
    request: 'POST /bff/session',
    json: { username: caller.username, password: caller.password },
    headers: { Origin: testOrigin },
  }),
  'sessions.remove': async (scene) => ({
    request: 'DELETE /bff/session',
    headers: await signedIn(scene),
    token: '',
  }),
  'sessions.revoke': async (scene) => {
    await signedIn(scene);
    const [session] = await scene.made('GET /bff/sessions');
    return { request: `DELETE /bff/sessions/${session.id}` };
  },
  'users.updateOwn': async () => ({
    request: 'PUT /bff/profile',
    json: { bio: 'Counts the buoys' },
  }),
  'sessions.changePassword': async ({ caller }) => ({
    request: 'PUT /bff/password',
    json: { current_password: caller.password, password: caller.password },
  }),
  'users.create': async ({ admin, unique }) => {
    const name = unique();
    const json = { username: name, name, email: `${name}@example.test`, password: 'a password' };
    return { request: 'POST /users', json, token: admin.token };
  },
  'users.update': onNewUser('PUT', '', { name: 'Renamed' }),
  'users.remove': onNewUser('DELETE'),
  'users.block': onNewUser('POST', '/block'),
  'users.unblock': onNewUser('POST', '/unblock'),
};
