import { beforeAll, expect, it } from 'vitest';
import { deployKeyProject } from '../../testing/deploy-key-project.ts';
import { fingerprintOf, publicKeyText } from '../../testing/ssh-key-texts.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { keyToSignIn } from '../ssh-keys/sign-in-rules.ts';

const edA =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHzb7BXnyNDllT8f9Kr73ULnX31lfpNIuVDukeauOASu ci-bot@example.test';
const edB =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBr+3vv9I3kfS6bo1UbUAx/HMVJ9Y/EaakmQWAWMiodV ci-bot@example.test';
const printsOfA = {
  fingerprint: '0d:71:1a:b8:7a:4f:68:c0:3a:88:1b:2f:aa:e2:9c:db',
  fingerprint_sha256: 'SHA256:fAg92QhcGAolMOY4ly8JrGYwIRYSv9L4W8VxgluGaRM',
};
const form = { 'content-type': 'application/x-www-form-urlencoded' };

onBothDatabases('texts of deploy keys', (app) => {
  let root: TestUser;
  const project = () => deployKeyProject(app());

  beforeAll(async () => {
    root = await app().user('root', { admin: true });
  });

  it('are refused with a reason under the name of the nested record, and nothing is stored', async () => {
    const { keys, add, call } = await project();
    const good = publicKeyText('ed25519');
    const leaked =
      'ssh-rsa AAAAB3NzaC1yc2EAAAABIwAAAIEAvIhC5skTzxyHif/7iy3yhxuK6/OB13hjPqrskogkYFrcW8OK4VJT+5+Fx7wd4sQCnVn8rNqahw/x6sfcOMDI/Xvn4yKU4t8TnYf2MpUVr4ndz39L5Ds1n7Si1m2suUNxWbKv58I8+NMhlt2ITraSuTU0NGymWOc8+LNi+MHXdLk=';
    const noPrint = { 'deploy_key.fingerprint_sha256': ['cannot be generated'] };
    const refusals: readonly [object, object][] = [
      [
        { title: 't', key: 'nonsense' },
        { 'deploy_key.key': ['is invalid'], ...noPrint },
      ],
      [
        { title: 't', key: '' },
        { 'deploy_key.key': ["can't be blank", 'is invalid'], ...noPrint },
      ],
      [{ title: 't', key: 'ssh-rsa AAAA' }, noPrint],
      [
        { title: 't', key: `${good} ${'x'.repeat(5000)}` },
        { 'deploy_key.key': ['is too long (maximum is 5000 characters)'], ...noPrint },
      ],
      [
        { title: 'é'.repeat(256), key: good },
        { 'deploy_key.title': ['is too long (maximum is 255 characters)'] },
      ],
      [
        { title: '', key: good, expires_at: '2026-11-27T11:00:00Z' },
        { 'deploy_key.title': ["can't be blank"], 'deploy_key.key': ['has expired'] },
      ],
      [
        { title: 't', key: leaked },
        {
          'deploy_key.key': [
            'cannot be used because it belongs to a compromised private key. Stop using this key and generate a new one.',
          ],
        },
      ],
    ];
    for (const [json, message] of refusals) {
      const answer = await add(json);
      expect([answer.status, answer.json]).toEqual([400, { message }]);
    }
    expect((await add({ title: 't' })).json).toEqual({ error: 'key is missing' });
    expect((await add({})).json).toEqual({ error: 'key is missing, title is missing' });
    expect((await add({ title: 't', key: good, expires_at: 'x' })).json).toEqual({
      error: 'expires_at is invalid',
    });
    expect((await call(`GET ${keys}`)).json).toEqual([]);
    expect((await add({ title: 'é'.repeat(255), key: good })).status).toBe(201);
  });

  it('are of the types and lengths that the settings allow', async () => {
    const { add } = await project();
    const set = async (json: object) =>
      (await app().call('PUT /application/settings', { token: root.token, json })).status;
    const all = ['rsa', 'dsa', 'ecdsa', 'ed25519', 'ecdsa_sk', 'ed25519_sk'] as const;
    const lengths = { rsa: [1024, 2048], dsa: [1024, 2048], ecdsa: [256, 384] } as const;
    for (const type of all) {
      const name = `${type}_key_restriction`;
      const [short, long] = type in lengths ? lengths[type as 'rsa'] : [256, 256];
      const tried = async (bits: number) => {
        const answer = await add({ title: type, key: publicKeyText(type, bits) });
        return answer.status === 201 ? 'taken' : answer.json.message['deploy_key.key'][0];
      };
      expect(await tried(short)).toBe('taken');
      expect(await set({ [name]: -1 })).toBe(200);
      const others = all.filter((one) => one !== type).map((one) => one.toUpperCase());
      const choice = `${others.slice(0, -1).join(', ')}, or ${others.at(-1)}`;
      expect(await tried(long)).toBe(`type is forbidden. Must be ${choice}`);
      expect(await set({ [name]: long })).toBe(200);
      expect(await tried(long)).toBe('taken');
      const tooShort = short < long ? `must be at least ${long} bits` : 'taken';
      expect(await tried(short)).toBe(tooShort);
      expect(await set({ [name]: 0 })).toBe(200);
      expect(await tried(short)).toBe('taken');
    }
    const none = Object.fromEntries(all.map((type) => [`${type}_key_restriction`, -1]));
    expect(await set(none)).toBe(400);
    expect(await set({ ...none, ed25519_key_restriction: 0, rsa_key_restriction: 0 })).toBe(200);
    const dsa = await add({ title: 'dsa', key: publicKeyText('dsa', 1024) });
    expect(dsa.json.message['deploy_key.key']).toEqual([
      'type is forbidden. Must be RSA or ED25519',
    ]);
    await set(Object.fromEntries(Object.keys(none).map((name) => [name, 0])));
  });

  it('are of types and lengths that FIPS approves where the server is in that mode, and have no MD5', async () => {
    const { add } = await project();
    const set = (json: object) =>
      app().call('PUT /application/settings', { token: root.token, json });
    const signsIn = async (key: string) => {
      const blob = Buffer.from(key.split(' ')[1] ?? '', 'base64');
      const ctx = { ...app().ctx, fips: app().deps.fips };
      return (await keyToSignIn(ctx, blob)) !== undefined;
    };
    const short = publicKeyText('rsa', 2048);
    expect((await add({ title: 'short', key: short })).status).toBe(201);
    expect(await signsIn(short)).toBe(true);
    const before = { rsa_key_restriction: 2048, dsa_key_restriction: 1024 };
    expect((await set(before)).status).toBe(200);
    app().deps.fips = true;
    try {
      for (const [type, value] of [
        ['rsa', 0],
        ['rsa', 2048],
        ['dsa', 0],
        ['dsa', 3072],
        ['ecdsa', 0],
        ['ed25519', 0],
        ['ecdsa_sk', 0],
        ['ed25519_sk', 0],
      ] as const) {
        const name = `${type}_key_restriction`;
        const refused = await set({ [name]: value });
        const error = `${name} does not have a valid value`;
        expect([refused.status, refused.json]).toEqual([400, { error }]);
      }
      const held = {
        rsa_key_restriction: 3072,
        dsa_key_restriction: -1,
        ecdsa_key_restriction: 256,
        ed25519_key_restriction: 256,
        ecdsa_sk_key_restriction: 256,
        ed25519_sk_key_restriction: 256,
      };
      const shown = await app().call('GET /application/settings', { token: root.token });
      expect(shown.json).toMatchObject(held);
      const taken = await set({ ...held, ecdsa_key_restriction: -1 });
      expect([taken.status, taken.json.ecdsa_key_restriction]).toEqual([200, -1]);
      for (const [type, bits, says] of [
        ['rsa', 2048, 'must be at least 3072 bits'],
        ['dsa', 3072, 'type is forbidden. Must be RSA, ED25519, ECDSA_SK, or ED25519_SK'],
      ] as const) {
        const refused = await add({ title: type, key: publicKeyText(type, bits) });
        expect(refused.json).toEqual({ message: { 'deploy_key.key': [says] } });
      }
      const long = publicKeyText('rsa', 3072);
      const made = await add({ title: 'long', key: long });
      expect([made.status, made.json.fingerprint_sha256]).toEqual([201, fingerprintOf(long)]);
      expect(made.json).not.toHaveProperty('fingerprint');
      expect([await signsIn(long), await signsIn(short)]).toEqual([true, false]);
    } finally {
      app().deps.fips = false;
    }
    const none = { rsa_key_restriction: 0, dsa_key_restriction: 0, ecdsa_key_restriction: 0 };
    expect((await set(none)).json).toMatchObject({ ...none, ed25519_key_restriction: 0 });
    expect(await signsIn(short)).toBe(true);
  });

  it('take the text that people paste (C48)', async () => {
    const [algorithm = '', base64 = ''] = edA.split(' ');
    const broken = base64.replace(/(.{30})(?=.)/g, '$1\n');
    const pasted: readonly [string, string][] = [
      [edA, edA],
      [`${edA}\n`, edA],
      [`${edA}\r\n`, edA],
      [`  ${edA}`, edA],
      [`${algorithm} ${base64} a bot of ü`, `${algorithm} ${base64} a bot of ü`],
      [`${algorithm} ${base64}`, `${algorithm} ${base64}`],
      [`${algorithm}\t${base64}\tci-bot@example.test`, edA],
      [`${algorithm} ${broken} ci-bot@example.test`, edA],
    ];
    for (const [key, stored] of pasted) {
      const { keys, add, call } = await project();
      const answer = await add({ title: 't', key });
      expect([answer.status, answer.json]).toEqual([
        201,
        expect.objectContaining({ ...printsOfA, key: stored }),
      ]);
      const one = `${keys}/${answer.json.id}`;
      expect((await call(`GET ${one}`)).json).toEqual(answer.json);
      await call(`DELETE ${one}`);
    }
    const { keys, call } = await project();
    const sent = (key: string) =>
      call(`POST ${keys}`, { headers: form, body: `title=t&key=${key.replaceAll(' ', '%20')}` });
    const raw = await sent(edB);
    expect([raw.status, raw.json]).toEqual([
      400,
      { message: { 'deploy_key.fingerprint_sha256': ['cannot be generated'] } },
    ]);
    const escaped = await sent(edB.replaceAll('+', '%2B'));
    expect([escaped.status, escaped.json.key]).toEqual([201, edB]);
    expect(escaped.json.fingerprint_sha256).toBe(
      'SHA256:DQwoqUCtmuUlywKaHJWwliY9DpSc5BX0fDborFsx36o',
    );
  });
});
