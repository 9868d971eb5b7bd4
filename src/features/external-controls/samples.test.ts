import { afterAll, beforeAll, expect, test } from 'vitest';
import { goLive, type LiveServer } from '../../../bff/testing/live-server.ts';
import { newControl, runWithSecret } from '../../../bff/testing/signed-calls.ts';
import { createTestApp, type TestApp } from '../../../bff/testing/test-app.ts';
import { workshop } from '../../../bff/testing/workshop.ts';
import { type Language, languages, samples } from './samples.ts';

const commands: Readonly<Record<Language, readonly [string, ...string[]]>> = {
  curl: ['sh', '-c'],
  node: [process.execPath, '--input-type=module', '--eval'],
  python: ['python3', '-c'],
};

let app: TestApp;
let server: LiveServer;
beforeAll(async () => {
  app = await createTestApp();
  server = await goLive(app);
});
afterAll(async () => {
  await server.close();
  await app.close();
});

test.each(languages)(
  'the sample in %s reports a pass as it stands on the screen',
  async (language) => {
    const shop = await workshop(app);
    const control = await newControl(app, shop);
    const sample = samples[language]({
      origin: server.url,
      project: shop.project.id,
      control: control.id,
    });
    const [command, ...words] = commands[language];
    app.clock.set(performance.timeOrigin + performance.now());
    const said = await runWithSecret(command, [...words, sample], control.secret);
    expect(said).toBe('{"status":"pass"}');
    const path = `GET ${shop.path}/compliance_external_controls/${control.id}`;
    expect((await app.call(path, { token: shop.owner.token })).json.status).toBe('pass');
  },
);
