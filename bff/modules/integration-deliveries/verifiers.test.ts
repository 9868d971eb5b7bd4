import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import {
  meetReceiver,
  type Received,
  type Receiver,
  startReceiver,
} from '../../testing/receiver.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const document = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const codeOf = (language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(document)?.[1] ?? '';

describe('the verifiers of docs/webhooks.md', () => {
  let app: TestApp;
  let receiver: Receiver;
  let secret: string;
  let message: Received;
  const folder = mkdtempSync(join(tmpdir(), 'qd-verifiers-'));
  beforeAll(async () => {
    app = await createTestApp();
    receiver = await startReceiver();
    await meetReceiver(app, receiver);
    const port = await harbor(app, 'signer');
    await port.call(`PUT ${port.group}/integrations/buildkite`, {
      token: 'qux:status',
      project_url: 'https://buildkite.example.test/p',
    });
    const path = `/bff${port.group}/integrations/buildkite`;
    secret = (await port.call(`POST ${path}/signing_secret`)).json.signing_secret;
    await port.commit({ 'grüße.txt': 'ahoj' });
    await app.drain();
    const [first] = receiver.received;
    if (first === undefined) throw new Error('nothing was sent');
    message = first;
  });
  afterAll(async () => {
    await receiver.close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const cases = () => {
    const { headers, body } = message;
    const other = { ...headers, 'webhook-id': 'another' };
    return [
      { secret, headers, body, late: 0 },
      { secret, headers, body: `${body} `, late: 0 },
      { secret, headers: other, body, late: 0 },
      { secret: `whsec_${Buffer.alloc(32).toString('base64')}`, headers, body, late: 0 },
      { secret, headers, body, late: 301 },
    ].map((one) => ({ ...one, now: Number(headers['webhook-timestamp']) + one.late }));
  };
  const right = [true, false, false, false, false];

  it('in Node take a message as it came and refuse any other', async () => {
    const file = join(folder, 'verifier.mjs');
    writeFileSync(file, codeOf('js'));
    const { isGenuine } = await import(pathToFileURL(file).href);
    const found = cases().map((one) =>
      isGenuine(one.secret, one.headers, one.body, one.now * 1000),
    );
    expect(found).toEqual(right);
  });

  it('in Python take a message as it came and refuse any other', () => {
    const lines = [
      codeOf('python'),
      'import json, sys',
      'cases = json.load(sys.stdin)',
      'print(json.dumps([is_genuine(c["secret"], c["headers"], c["body"].encode(), c["now"]) for c in cases]))',
    ];
    const answer = execFileSync('python3', ['-c', lines.join('\n')], {
      input: JSON.stringify(cases()),
    });
    expect(JSON.parse(answer.toString())).toEqual(right);
  });
});
