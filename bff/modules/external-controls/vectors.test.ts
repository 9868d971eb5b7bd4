import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

const root = join(import.meta.dirname, '../../..');
const a = 'a'.repeat(32);
const b = 'b'.repeat(32);
const vectors = [
  {
    key: 'k3y-for-tests',
    nonce: a,
    project: '7',
    status: 'pass',
    signature: '20fff38a63a2fa98aec8d70eefd5214c305fb50a64a93024a251fe9a7e4e1953',
  },
  {
    key: 'schlüssel-✓',
    nonce: b,
    project: '7',
    status: 'pass',
    signature: '3843be8b7ac0313575abe4f26ed805e44379635650eca1e5957df15ebbe3bb56',
  },
  {
    key: 'k3y-for-tests',
    nonce: a,
    project: 'grp%2Fsub.one%2Fapp',
    status: 'fail',
    signature: '0cde43910b884e6959a4f405e6f171a9ba7869d571c1c2ede788db436ddb1cb1',
  },
];

describe('a vector of the documentation', () => {
  it.each(vectors)('is what openssl makes of it: $signature', (vector) => {
    const { key, nonce, project, status, signature } = vector;
    const path = `/api/v4/projects/${decodeURIComponent(project)}/compliance_external_controls/3/status`;
    const input = `1700000000${nonce}${path}status=${status}`;
    const args = ['dgst', '-sha256', '-hmac', key, '-r'];
    const [made] = execFileSync('openssl', args, { input, encoding: 'utf8' }).split(' ');
    expect(made).toBe(signature);
  });
});

onBothDatabases('C45: a signed call of known vectors', (app) => {
  it('is taken to the letter, by POST and PATCH, with a wrong token and without one', async () => {
    const { token } = await app().user('vera');
    const made = (request: string, json: object) => app().call(request, { token, json });
    const group = (await made('POST /groups', { name: 'grp', path: 'grp' })).json;
    const nested = { name: 'sub.one', path: 'sub.one', parent_id: group.id };
    const sub = (await made('POST /groups', nested)).json;
    for (let at = 1; at < 7; at++) await made('POST /projects', { name: `p${at}` });
    const project = (await made('POST /projects', { name: 'app', namespace_id: sub.id })).json;
    expect(project.id).toBe(7);
    for (const at of [1, 2, 3]) {
      const json = { external_url: `https://c.example.test/${at}`, secret_token: 'x' };
      const answer = await made('POST /projects/7/compliance_external_controls', json);
      expect(answer.json.id).toBe(at);
    }
    app().clock.set(1_700_000_000_000);
    for (const method of ['POST', 'PATCH']) {
      for (const { key, nonce, project: id, status, signature } of vectors) {
        // As on a server that has not seen the nonce.
        await app().deps.db.deleteFrom('external_control_nonces').execute();
        await made('PUT /projects/7/compliance_external_controls/3', { secret_token: key });
        const headers = {
          'X-Service-Timestamp': '1700000000',
          'X-Service-Nonce': nonce,
          'X-Service-Hmac-Sha256': signature,
          ...(method === 'PATCH' ? { 'PRIVATE-TOKEN': 'wrong' } : {}),
        };
        const answer = await app().call(
          `${method} /projects/${id}/compliance_external_controls/3/status`,
          { headers, json: { status } },
        );
        expect([answer.status, answer.json]).toEqual([200, { status }]);
      }
    }
  });

  it('stands in the documentation as here, and the command there makes the first', () => {
    const page = readFileSync(join(root, 'docs/external-controls.md'), 'utf8');
    for (const { key, nonce, project, status, signature } of vectors) {
      const row = [key, nonce, decodeURIComponent(project), status, signature];
      expect(page).toContain(`| ${row.map((text) => `\`${text}\``).join(' | ')} |`);
    }
    const [, command = ''] = /```sh\n(printf [^`]*)```/.exec(page) ?? [];
    const made = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(made).toContain(vectors[0]?.signature);
  });
});
