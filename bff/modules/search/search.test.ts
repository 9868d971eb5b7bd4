import { beforeAll, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { type Workshop, workshop } from '../../testing/workshop.ts';

interface Hit {
  type: string;
  title: string;
  url: string;
}

onBothDatabases('the search of the palette', (app) => {
  let shop: Workshop;
  let dev: TestUser;
  let path: string;

  const hits = async (q: string, token = dev.token): Promise<Hit[]> => {
    const answer = await app().call(`GET /bff/search?q=${encodeURIComponent(q)}`, { token });
    expect(answer.status).toBe(200);
    return answer.json;
  };
  const titles = async (q: string, token?: string) =>
    (await hits(q, token)).map(({ type, title }) => `${type} ${title}`);

  beforeAll(async () => {
    shop = await workshop(app());
    dev = await shop.member('dev', accessLevels.developer);
    const { json } = await app().call(`GET /projects/${shop.project.id}`, { token: dev.token });
    path = json.path_with_namespace;
    await shop.open({ title: 'Beacon Über the bar' });
    await shop.call('PUT 1', { json: { state_event: 'close' } });
    await shop.open({ title: 'Buoys 100% green' });
    const owner = shop.owner.token;
    const group = { name: 'Beacons', path: 'beacons', visibility: 'internal' };
    const made = await app().call('POST /groups', { token: owner, json: group });
    const project = { name: 'Lamp Oil', path: 'oil', namespace_id: made.json.id };
    await app().call('POST /projects', {
      token: owner,
      json: { ...project, visibility: 'internal' },
    });
    const hidden = { name: 'Beacon hill', path: 'hill', visibility: 'private' };
    await app().call('POST /groups', { token: owner, json: hidden });
    await app().drain();
  });

  it('finds projects, groups and merge requests by any part of their names, each with its screen', async () => {
    const owner = shop.owner.token;
    expect(await hits('BEACON', owner)).toMatchObject([
      { type: 'project', title: 'beacons/oil', url: '/projects/beacons%2Foil' },
      { type: 'group', title: 'hill', url: '/groups/hill' },
      { type: 'group', title: 'beacons', url: '/groups/beacons' },
      {
        type: 'merge_request',
        title: `${path}!1 Beacon Über the bar`,
        url: `/projects/${encodeURIComponent(path)}/merge-requests/1`,
      },
    ]);
    expect(await titles('lamp o', owner)).toEqual(['project beacons/oil']);
    expect(await titles('bar über')).toEqual([`merge_request ${path}!1 Beacon Über the bar`]);
    expect(await titles('!2')).toEqual([`merge_request ${path}!2 Buoys 100% green`]);
    expect(await titles('0%')).toEqual([`merge_request ${path}!2 Buoys 100% green`]);
    expect(await titles('l_mp', owner)).toEqual([]);
  });

  it('shows nobody what they may not see', async () => {
    const open = ['project beacons/oil', 'group beacons'];
    const stranger = (await app().user('stranger')).token;
    const guest = await shop.member('visitor', accessLevels.guest);
    await app().call(`PUT /projects/${shop.project.id}`, {
      token: shop.owner.token,
      json: { visibility: 'private' },
    });
    expect(await titles('beacon', stranger)).toEqual(open);
    // Guests of a private project see it, but not its merge requests.
    expect(await titles('beacon', guest.token)).toEqual(open);
    expect(await titles(path, guest.token)).toEqual([`project ${path}`]);
    expect(await titles(path, stranger)).toEqual([]);
    await app().call(`PUT /projects/${shop.project.id}`, {
      token: shop.owner.token,
      json: { merge_requests_enabled: false },
    });
    expect(await titles('beacon')).toEqual(open);
  });

  it('leads administrators to a setting by its label or a name of the API', async () => {
    const root = await app().user('root', { admin: true });
    const [first] = await hits('personal token prefix', root.token);
    expect(first).toMatchObject({
      type: 'setting',
      title: 'Personal access token prefix',
      url: '/admin/settings/accounts?q=personal_access_token_prefix',
    });
    expect(await titles('gravatar_enabled', root.token)).toEqual([
      'setting Avatar service enabled',
    ]);
    expect(await titles('gravatar_enabled')).toEqual([]);
  });

  it('needs a text and a user', async () => {
    expect((await app().call('GET /bff/search?q=tide')).status).toBe(401);
    const blank = await app().call('GET /bff/search?q=%20', { token: dev.token });
    expect([blank.status, blank.json]).toEqual([400, { error: 'q is empty' }]);
    const none = await app().call('GET /bff/search', { token: dev.token });
    expect([none.status, none.json]).toEqual([400, { error: 'q is missing, q is empty' }]);
  });
});
