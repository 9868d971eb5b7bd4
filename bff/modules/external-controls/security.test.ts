import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  freshNonce,
  newControl,
  report,
  type Signer,
  signedHeaders,
} from '../../testing/signed-calls.ts';
import { type Answer, onBothDatabases } from '../../testing/test-app.ts';
import { fresh, type Workshop, workshop } from '../../testing/workshop.ts';

const told = ({ status, json }: Answer) => [status, json];
const passed = [200, { status: 'pass' }];

onBothDatabases('who speaks for an external control', (app) => {
  let shop: Workshop;

  const control = (of = shop) => newControl(app(), of);
  const statusOf = async ({ project, id }: Signer) =>
    (
      await app().call(`GET /projects/${project}/compliance_external_controls/${id}`, {
        token: shop.owner.token,
      })
    ).json.status;
  const seconds = () => String(Math.floor(app().clock.now() / 1000));

  beforeAll(async () => {
    shop = await workshop(app());
  });
  beforeEach(async () => {
    await app().deps.db.deleteFrom('external_controls').execute();
  });

  it('security 40: the same bytes, cut at another place, are no second call', async () => {
    const one = await control();
    const timestamp = seconds();
    const nonce = freshNonce();
    const headers = signedHeaders(app(), one, { timestamp, nonce });
    expect(told(await report(app(), one, { timestamp, nonce }))).toEqual(passed);
    const signature = headers['X-Service-Hmac-Sha256'] ?? '';
    const cuts = [
      { timestamp: timestamp + nonce.slice(0, 1), nonce: nonce.slice(1) },
      { timestamp: timestamp.slice(0, -1), nonce: timestamp.slice(-1) + nonce },
    ];
    for (const cut of cuts) {
      expect(told(await report(app(), one, { ...cut, signature }))).toEqual([
        401,
        { error: 'Invalid nonce' },
      ]);
    }
    // A part of the path in the place of the nonce's end is signed as itself.
    const path = `/api/v4/projects/${one.project}/compliance_external_controls/${one.id}/status`;
    const long = freshNonce().slice(0, 16) + path.slice(0, 16);
    expect(told(await report(app(), one, { timestamp, nonce: long, signature }))).toEqual([
      401,
      { error: 'Invalid signature' },
    ]);
  });

  it('security 41: a signature that is nearly right is wrong', async () => {
    const one = await control();
    for (const change of [
      (text: string) => text.toUpperCase(),
      (text: string) => text.slice(0, 63),
      (text: string) => `${text}0`,
      (text: string) => `0x${text}`,
      (text: string) => Buffer.from(text, 'hex').toString('base64'),
      () => '0',
      () => '0e1',
      () => 'true',
    ]) {
      const parts = { timestamp: seconds(), nonce: freshNonce() };
      const right = signedHeaders(app(), one, parts)['X-Service-Hmac-Sha256'] ?? '';
      const answer = await report(app(), one, { ...parts, signature: change(right) });
      expect(told(answer)).toEqual([401, { error: 'Invalid signature' }]);
    }
    expect(await statusOf(one)).toBe('pending');
  });

  it('security 32: a token opens nothing without the signature, and spoils nothing with it', async () => {
    const one = await control();
    const path = `/projects/${one.project}/compliance_external_controls/${one.id}/status`;
    const guest = await shop.member('guest', 10);
    const root = await app().user(fresh('root'), { admin: true });
    for (const { token } of [guest, shop.owner, root]) {
      for (const method of ['POST', 'PATCH']) {
        const answer = await app().call(`${method} ${path}`, { token, json: { status: 'pass' } });
        expect(told(answer)).toEqual([401, { error: 'Missing required headers' }]);
      }
    }
    expect(await statusOf(one)).toBe('pending');
    for (const token of ['wrong', guest.token]) {
      const headers = signedHeaders(app(), one);
      const call = { token, headers, json: { status: 'pass' } };
      expect(told(await app().call(`POST ${path}`, call))).toEqual(passed);
    }
  });

  it('security 33: a control of another project is out of reach, with the right secret too', async () => {
    const elsewhere = await workshop(app());
    const theirs = await control(elsewhere);
    const mine = { ...theirs, project: String(shop.project.id) };
    expect(told(await report(app(), mine))).toEqual([404, { error: 'Control not found' }]);
    const { token } = shop.owner;
    const json = { external_url: 'https://other.example.test/', status: 'pass' };
    const path = `${shop.path}/compliance_external_controls/${theirs.id}`;
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await app().call(`${method} ${path}`, { token, json })).status).toBe(404);
    }
    const inConsole = `/bff${shop.path}/controls/${theirs.id}`;
    const signed = { timestamp: '1', nonce: 'n', signature: 's', status: 'pass' };
    for (const request of ['GET timeline', 'POST ping', 'POST check']) {
      const [method, verb] = request.split(' ');
      const answer = await app().call(`${method} ${inConsole}/${verb}`, { token, json: signed });
      expect(answer.status).toBe(404);
    }
    const kept = await app().call(
      `GET ${elsewhere.path}/compliance_external_controls/${theirs.id}`,
      { token: elsewhere.owner.token },
    );
    expect(kept.json).toMatchObject({ status: 'pending' });
  });
});
