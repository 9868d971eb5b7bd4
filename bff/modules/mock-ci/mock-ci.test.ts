import { afterAll, beforeAll, expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { meetReceiver, type Receiver, startReceiver } from '../../testing/receiver.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('the status of a pushed commit', (app) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    await meetReceiver(app(), receiver);
  });
  afterAll(() => receiver.close());
  const later = () => app().clock.set(app().clock.now() + 10_000);

  it('is read from MockCI until it is final, and stands at the commit as one from outside', async () => {
    const port = await harbor(app(), 'mock');
    const says = [
      '{"status":"nonsense"}',
      'no JSON',
      '{"status":"running"}',
      '{"status":"running"}',
    ];
    receiver.answer = () => ({ status: 200, body: says.shift() ?? '{"status":"failed"}' });
    const mock = { mock_service_url: 'https://mock.example.test/ci/' };
    await port.call(`PUT ${port.group}/integrations/mock-ci`, mock);
    await port.commit({ 'a.txt': '1' });
    const sha = (await port.call(`GET ${port.project}/repository/commits/main`)).json.id;
    const statuses = async () => {
      const { json } = await port.call(`GET ${port.project}/repository/commits/${sha}/statuses`);
      return json as { name: string; status: string; target_url: string; author: object }[];
    };
    const ask = async () => {
      await app().drain();
      later();
    };
    await ask();
    await ask();
    expect(await statuses()).toEqual([]);
    await ask();
    const page = `https://mock.example.test/ci/at-mock/quay/status/${sha}`;
    expect(await statuses()).toMatchObject([
      {
        name: 'MockCI',
        status: 'running',
        ref: 'main',
        target_url: page,
        author: { username: 'mock' },
      },
    ]);
    await ask();
    await ask();
    expect((await statuses()).map(({ status }) => status)).toEqual(['failed']);
    const { json: commit } = await port.call(`GET ${port.project}/repository/commits/${sha}`);
    expect(commit).toMatchObject({ status: 'failed', last_pipeline: { source: 'external' } });
    const asked = receiver.received.map(({ method, url }) => `${method} ${url}`);
    expect(asked).toEqual(Array.from({ length: 5 }, () => `GET ${page}.json`));
    // What is final is not asked again, and nothing is posted there.
    await ask();
    expect(receiver.received).toHaveLength(5);
  });

  it('is not asked where MockCI is off or hears of no pushes, nor for ever where nothing answers', async () => {
    const port = await harbor(app(), 'deaf');
    const mock = { mock_service_url: 'https://mock.example.test' };
    receiver.received.length = 0;
    await port.call(`PUT ${port.group}/integrations/mock-ci`, { ...mock, push_events: false });
    await port.commit({ 'a.txt': '1' });
    await app().drain();
    expect(receiver.received).toEqual([]);
    receiver.answer = () => ({ status: 404, body: '{"status":"success"}' });
    await port.call(`PUT ${port.group}/integrations/mock-ci`, { ...mock, push_events: true });
    await port.commit({ 'b.txt': '1' });
    await app().drain();
    await port.call(`DELETE ${port.group}/integrations/mock-ci`);
    later();
    await app().drain();
    later();
    await app().drain();
    expect(receiver.received).toHaveLength(1);
  });
});
