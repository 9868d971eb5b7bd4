import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { meetReceiver, type Receiver, startReceiver } from '../../testing/receiver.ts';
import { setUpAll } from '../../testing/set-up-integrations.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { itemSamples } from './wire-samples-items.ts';
import { wireSamples } from './wire-samples.ts';

describe('what is sent', () => {
  let app: TestApp;
  let receiver: Receiver;
  let port: Awaited<ReturnType<typeof harbor>>;
  beforeAll(async () => {
    app = await createTestApp();
    receiver = await startReceiver();
    await meetReceiver(app, receiver);
    port = await harbor(app, 'wilma');
    await port.commit({ 'a.txt': '1', '.gitlab-ci.yml': 'build: {script: make}' });
    await app.drain();
    receiver.answer = ({ url, body }) => {
      if (url.endsWith('/rooms.json')) {
        return { status: 200, body: '{"rooms":[{"id":9,"name":"8"},{"id":42,"name":"7"}]}' };
      }
      if (url.endsWith('/speak.json')) return { status: 201 };
      // The bot's parser stumbles, and takes it as plain text.
      if (url.includes('telegram') && body.includes('parse_mode')) return { status: 400 };
      return { status: 200 };
    };
    const more = {
      branches_to_be_notified: 'all',
      notify_only_broken_pipelines: false,
      username: 'bot',
      channel: 'town',
      issue_channel: 'one, two',
      thread: 5,
    };
    await setUpAll(port.call, port.group, { flags: true, more });
  });
  afterAll(async () => {
    await receiver.close();
    await app.close();
  });

  /** Each request as one text, what is chance or a commit's name replaced. */
  async function sentFor(act: () => Promise<unknown>): Promise<string[]> {
    receiver.received.length = 0;
    await act();
    await app.drain();
    const main = await port.call(`GET ${port.project}/repository/branches/main`);
    const sha: string = main.json.commit.id;
    const [parent] = main.json.commit.parent_ids as string[];
    const texts = receiver.received.map(({ method, url, headers, body }) => {
      const names = Object.keys(headers).filter((name) => !common.has(name));
      const shown = names.sort().map((name) => `${name}: ${headers[name] ?? ''}`);
      const text = [`${method} ${url}`, ...shown, '', body].join('\n');
      return text
        .replaceAll(sha, 'SHA')
        .replaceAll(sha.slice(0, 8), 'SHORT')
        .replaceAll(parent ?? sha, 'PARENT')
        .replaceAll((parent ?? sha).slice(0, 8), 'PSHORT')
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
        .replace(/"timestamp":"[^"]+"/g, '"timestamp":"TIME"')
        .replace(/\b[0-9a-f]{40}\b/g, 'OTHER')
        .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
        .replace(/duration":[\d.]+/g, 'duration":SECONDS')
        .replace(/webhook-timestamp: \d+/g, 'webhook-timestamp: SECONDS')
        .replace(/v1,[A-Za-z0-9+/=]{44}/g, 'v1,MAC')
        .replace(/(%22ts%22%3A)\d+/g, '$1SECONDS');
    });
    return texts.sort();
  }
  /** Pipelines and jobs as a service of its own reads them are tested by themselves. */
  const isPlain = (text: string) => !text.includes('datadog');
  const common = new Set(['accept-encoding', 'connection', 'content-length', 'host', 'user-agent']);

  it('of a push is, byte for byte, what each service reads', async () => {
    const sent = await sentFor(() =>
      port.commit({ 'b.txt': '2' }, 'main', { commit_message: 'Fixes #123 <b>' }),
    );
    expect(sent.filter(isPlain)).toEqual(wireSamples.push);
  });
  it('of an issue is what each chat reads, with a delivery for each channel and no mention in it', async () => {
    const sent = await sentFor(() =>
      port.issue({ title: 'Leak [x](y)', description: 'Wet <@all>' }),
    );
    expect(sent).toEqual(wireSamples.issue);
  });
  it('of a pipeline is what each chat reads', async () => {
    const sha = (await port.call(`GET ${port.project}/repository/branches/main`)).json.commit.id;
    const ci = { name: 'build', state: 'failed', ref: 'main' };
    const sent = await sentFor(() => port.call(`POST ${port.project}/statuses/${sha}`, ci));
    expect(sent.filter(isPlain)).toEqual(wireSamples.pipeline);
  });
  it('of a job is what reads pipelines: each change of its status', async () => {
    const sha = (await port.call(`GET ${port.project}/repository/branches/main`)).json.commit.id;
    const ci = { name: 'lint', state: 'running', ref: 'main' };
    const told = (state: string) =>
      sentFor(() => port.call(`POST ${port.project}/statuses/${sha}`, { ...ci, state }));
    expect(await told('running')).toEqual(itemSamples.job);
    const jobs = (await told('success')).filter((text) => text.includes('"object_kind":"build"'));
    expect(jobs.map((text) => /"build_name":"lint".*"build_status":"success"/.test(text))).toEqual([
      true,
    ]);
  });
  it('of a merge request is what each service reads', async () => {
    await port.commit({ 'side.txt': '1' }, 'side', { start_branch: 'main' });
    await app.drain();
    const sent = await sentFor(() =>
      port.call(`POST ${port.project}/merge_requests`, {
        source_branch: 'side',
        target_branch: 'main',
        title: 'Side [x](y)',
        description: 'Wet <@all>',
      }),
    );
    expect(sent).toEqual(itemSamples.merge_request);
  });
  it('of a comment is what each chat reads', async () => {
    const [issue] = (await port.call(`GET ${port.project}/issues`)).json;
    const sent = await sentFor(() =>
      port.call(`POST ${port.project}/issues/${issue.iid}/notes`, { body: 'Seen <@all> [x](y)' }),
    );
    expect(sent).toEqual(itemSamples.note);
  });
  it('of a deployment is what each chat reads', async () => {
    const sha = (await port.call(`GET ${port.project}/repository/branches/main`)).json.commit.id;
    const made = { environment: 'sea', sha, ref: 'main', tag: false, status: 'success' };
    const sent = await sentFor(() => port.call(`POST ${port.project}/deployments`, made));
    expect(sent).toEqual(itemSamples.deployment);
  });
});
