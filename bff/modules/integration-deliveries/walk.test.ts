import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventDefaults, silentEvents } from '#contract/integrations/events.ts';
import { integrationKinds } from '#contract/integrations/kinds.ts';
import { harbor } from '../../testing/harbor.ts';
import { meetReceiver, type Receiver, startReceiver } from '../../testing/receiver.ts';
import { setUpAll } from '../../testing/set-up-integrations.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const all = [
  'push',
  'issues',
  'confidential_issues',
  'merge_requests',
  'tag_push',
  'note',
  'confidential_note',
  'pipeline',
  'wiki_page',
];
const tracker = ['push'];
const hook = ['push', 'tag_push', 'merge_requests'];
const commits = ['commit'];

/**
 * Which kind is sent which events: the column «Events» of the compatibility note, with commits in
 * the place of pushes where a kind comments on them one by one.
 */
const table: Readonly<Record<string, readonly string[]>> = {
  asana: commits,
  assembla: tracker,
  bamboo: tracker,
  bugzilla: tracker,
  'custom-issue-tracker': tracker,
  ewm: tracker,
  redmine: tracker,
  clickup: tracker,
  phorge: tracker,
  youtrack: tracker,
  buildkite: hook,
  campfire: tracker,
  datadog: ['pipeline', 'job'],
  mattermost: [...all, 'deployment', 'incident'],
  slack: [...all, 'deployment', 'incident'],
  'mattermost-slash-commands': [],
  'slack-slash-commands': [],
  'hangouts-chat': all,
  'microsoft-teams': all,
  'unify-circuit': all,
  'webex-teams': all,
  discord: all,
  pumble: all,
  'mock-ci': [],
  packagist: hook,
  'pipelines-email': ['pipeline'],
  telegram: all,
  pivotaltracker: commits,
};

onBothDatabases('events reach integrations', (app) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    await meetReceiver(app(), receiver);
  });
  afterAll(() => receiver.close());

  /** One of everything that can be told. */
  async function happenings(port: Awaited<ReturnType<typeof harbor>>) {
    const { call, project } = port;
    const made = async (request: string, json: object) => {
      const answer = await call(request, json);
      if (answer.status >= 300) throw new Error(`${request}: ${answer.text}`);
      return answer.json;
    };
    const file = '.gitlab-ci.yml';
    await port.commit({ 'a.txt': '1', [file]: 'build: {script: make}' });
    await made(`POST ${project}/repository/tags`, { tag_name: 'v1', ref: 'main' });
    const issue = await port.issue({ title: 'Leak' });
    const secret = await port.issue({ title: 'Hole', confidential: true });
    await port.issue({ title: 'Fire', issue_type: 'incident' });
    await made(`POST ${project}/issues/${issue.iid}/notes`, { body: 'Wet' });
    await made(`POST ${project}/issues/${secret.iid}/notes`, { body: 'Dark' });
    await port.commit({ 'b.txt': '2' }, 'side', { start_branch: 'main' });
    await made(`POST ${project}/merge_requests`, {
      source_branch: 'side',
      target_branch: 'main',
      title: 'Side',
    });
    const sha = (await call(`GET ${project}/repository/branches/main`)).json.commit.id;
    await app().drain();
    await made(`POST ${project}/statuses/${sha}`, { name: 'build', state: 'failed', ref: 'main' });
    const deployment = { environment: 'sea', sha, ref: 'main', tag: false, status: 'success' };
    await made(`POST ${project}/deployments`, deployment);
    await made(`POST ${project}/wikis`, { title: 'home', content: 'Mind the tide' });
    await app().drain();
  }

  /** Which events each kind was told of, by its log. */
  async function told(port: Awaited<ReturnType<typeof harbor>>) {
    const found: Record<string, string[]> = {};
    for (const { slug } of integrationKinds) {
      const path = `/bff${port.group}/integrations/${slug}/deliveries?per_page=100`;
      const { json } = await port.call(`GET ${path}`);
      const events = (json as { event: string }[]).map(({ event }) => event.replace('_events', ''));
      found[slug] = [...new Set(events)].sort();
    }
    return found;
  }

  it('as the table of kinds and events says, each by its flag and no other', async () => {
    const port = await harbor(app(), 'table');
    // On a new integration the flags of deployments and incidents are off.
    const more = { branches_to_be_notified: 'all', notify_only_broken_pipelines: false };
    await setUpAll(port.call, port.group, { flags: true, more });
    await happenings(port);
    const expected = Object.entries(table).map(([slug, events]) => [slug, events.toSorted()]);
    expect(await told(port)).toEqual(Object.fromEntries(expected));
  });

  it('and none of which every flag is off', async () => {
    const port = await harbor(app(), 'mute');
    await setUpAll(port.call, port.group, { flags: false });
    await happenings(port);
    const silent = Object.keys(table).map((slug) => [slug, []]);
    expect(await told(port)).toEqual(Object.fromEntries(silent));
  });

  it('and those of flags that nothing here is of reach none: alerts and vulnerabilities', async () => {
    const port = await harbor(app(), 'silent');
    const sent = Object.fromEntries(silentEvents.map((flag) => [flag, !eventDefaults[flag]]));
    const defaults = Object.fromEntries(silentEvents.map((flag) => [flag, eventDefaults[flag]]));
    await setUpAll(port.call, port.group, { flags: false });
    for (const { slug, events } of integrationKinds) {
      expect(silentEvents.filter((flag) => events.includes(flag))).toEqual([]);
      const at = `${port.group}/integrations/${slug}`;
      const { json } = await port.call(`GET ${at}`);
      expect([slug, json]).toMatchObject([slug, defaults]);
    }
    const slack = { webhook: 'https://silent.example.test/hook', push_events: false, ...sent };
    const put = await port.call(`PUT ${port.group}/integrations/slack`, slack);
    expect([put.status, put.json]).toMatchObject([200, defaults]);
    await happenings(port);
    const events = Object.values(await told(port)).flat();
    for (const flag of silentEvents) expect(events).not.toContain(flag.replace('_events', ''));
  });

  it('and stay away from what was switched off, moved out or belongs to others', async () => {
    const port = await harbor(app(), 'left');
    const other = await harbor(app(), 'elsewhere');
    const slack = { webhook: 'https://left.example.test/hook', branches_to_be_notified: 'all' };
    await port.call(`PUT ${port.group}/integrations/slack`, slack);
    receiver.received.length = 0;
    await other.issue({ title: 'Elsewhere' });
    await port.issue({ title: 'Queued' });
    // Written, not sent: the integration goes before the queue comes to it.
    await port.call(`DELETE ${port.group}/integrations/slack`);
    await app().drain();
    await port.issue({ title: 'Later' });
    await app().drain();
    expect(receiver.received).toEqual([]);
  });
});
