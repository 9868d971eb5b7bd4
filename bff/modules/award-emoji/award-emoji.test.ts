import { beforeAll, expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { fresh, type Workshop, workshop } from '../../testing/workshop.ts';

const { developer } = accessLevels;

interface Named {
  id: number;
  name: string;
}

onBothDatabases('award emoji', (app) => {
  let shop: Workshop;
  let dev: TestUser;
  let stranger: TestUser;

  const call = (request: string, token: string | undefined, json?: object) =>
    app().call(request, { token, json });
  const names = async (path: string) =>
    (await call(`GET ${path}/award_emoji`, dev.token)).json.map((award: Named) => award.name);

  beforeAll(async () => {
    shop = await workshop(app(), { visibility: 'public' });
    dev = await shop.member('dev', developer);
    stranger = await app().user(fresh('stranger'));
  });

  it.each(['merge_requests', 'issues'])(
    'are given to, listed of and taken back from %s and their notes',
    async (kind) => {
      const { iid, id } =
        kind === 'issues'
          ? (await call(`POST ${shop.path}/issues`, dev.token, { title: 'one' })).json
          : await shop.open();
      const path = `${shop.path}/${kind}/${iid}`;
      const before = (await call(`GET ${path}`, dev.token)).json;
      const note = (await call(`POST ${path}/notes`, dev.token, { body: 'ahoy' })).json;
      const [type, thing] =
        kind === 'issues' ? ['Issue', 'Issue'] : ['MergeRequest', 'Merge Request'];
      for (const [at, awardable_id, awardable_type] of [
        [path, id, type],
        [`${path}/notes/${note.id}`, note.id, 'Note'],
      ]) {
        const made = await call(`POST ${at}/award_emoji`, dev.token, { name: 'thumbsup' });
        expect([made.status, made.json]).toEqual([
          201,
          {
            id: made.json.id,
            name: 'thumbsup',
            user: expect.objectContaining({ id: dev.id, username: dev.username }),
            created_at: expect.stringMatching(/Z$/),
            updated_at: made.json.created_at,
            awardable_id,
            awardable_type,
            url: null,
          },
        ]);
        expect(await names(at)).toEqual(['thumbsup']);
        const one = `${at}/award_emoji/${made.json.id}`;
        expect((await call(`GET ${one}`, stranger.token)).json).toEqual(made.json);
        for (const [name, message] of [
          ['thumbsup', '404 Award Emoji Name has already been taken Not Found'],
          ['+1', '404 Award Emoji Name has already been taken Not Found'],
          [':tada:', '404 Award Emoji Name is not a valid emoji name Not Found'],
          ['nosuchthing', '404 Award Emoji Name is not a valid emoji name Not Found'],
        ]) {
          const refused = await call(`POST ${at}/award_emoji`, dev.token, { name });
          expect([refused.status, refused.json]).toEqual([404, { message }]);
        }
        expect((await call(`POST ${at}/award_emoji`, dev.token, {})).json).toEqual({
          error: 'name is missing',
        });
        expect((await call(`DELETE ${one}`, shop.owner.token)).status).toBe(401);
        expect((await call(`GET ${at}/award_emoji/0`, dev.token)).json).toEqual({
          message: '404 Award Emoji Not Found',
        });
        // Whoever sees a thing may give it an emoji, and takes back what is theirs.
        const theirs = await call(`POST ${at}/award_emoji`, stranger.token, { name: '-1' });
        expect(await names(at)).toEqual(['thumbsup', 'thumbsdown']);
        expect(
          (await call(`DELETE ${at}/award_emoji/${theirs.json.id}`, stranger.token)).status,
        ).toBe(204);
        expect(await names(at)).toEqual(['thumbsup']);
      }
      const after = (await call(`GET ${path}`, dev.token)).json;
      expect(after).toMatchObject({ upvotes: 1, downvotes: 0 });
      expect(before).toMatchObject({ upvotes: 0, downvotes: 0 });
      const missing = await call(`GET ${shop.path}/${kind}/999/award_emoji`, dev.token);
      expect(missing.json).toEqual({ message: `404 ${thing} Not Found` });
      await call(`DELETE ${path}/notes/${note.id}`, dev.token);
      expect((await call(`GET ${path}/notes/${note.id}/award_emoji`, dev.token)).status).toBe(404);
    },
  );

  it('of all notes of a merge request are read at once, those of internal notes by members', async () => {
    const own = await workshop(app(), { visibility: 'public' });
    const { iid } = await own.open();
    const path = `${own.path}/merge_requests/${iid}`;
    const notes: number[] = [];
    for (const json of [{ body: 'one' }, { body: 'two' }, { body: 'three', internal: true }]) {
      const note = (await call(`POST ${path}/notes`, own.owner.token, json)).json;
      await call(`POST ${path}/notes/${note.id}/award_emoji`, own.owner.token, { name: 'tada' });
      notes.push(note.id);
    }
    await call(`POST ${path}/award_emoji`, own.owner.token, { name: 'heart' });
    const all = `GET /bff${path}/note_award_emoji`;
    const given = async (token: string) =>
      (await call(all, token)).json.map((one: { name: string; awardable_id: number }) => [
        one.name,
        one.awardable_id,
      ]);
    expect(await given(own.owner.token)).toEqual(notes.map((id) => ['tada', id]));
    expect(await given(stranger.token)).toEqual(notes.slice(0, 2).map((id) => ['tada', id]));
    const page = await call(`${all}?per_page=1&page=2`, stranger.token);
    expect([page.json.length, page.headers.get('x-total')]).toEqual([1, '2']);
    expect((await call(all, undefined)).status).toBe(401);
  });

  it('are given by nobody without an account, nor in an archived project', async () => {
    const still = await workshop(app(), { visibility: 'public' });
    const { iid } = await still.open();
    const path = `${still.path}/merge_requests/${iid}/award_emoji`;
    expect((await call(`POST ${path}`, undefined, { name: 'tada' })).status).toBe(401);
    expect((await call(`GET ${path}`, undefined)).json).toEqual([]);
    await call(`POST ${still.path}/archive`, still.owner.token);
    const refused = await call(`POST ${path}`, still.owner.token, { name: 'tada' });
    expect(refused.json).toEqual({ message: '404 Award Emoji Not Found' });
    expect((await call(`GET ${path}`, still.owner.token)).json).toEqual([]);
  });

  it('votes given at once are all counted, and go with the user who gave them', async () => {
    const { iid } = await shop.open();
    const path = `${shop.path}/merge_requests/${iid}`;
    const voters = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => app().user(fresh(name))),
    );
    await Promise.all(
      voters.map(({ token }) => call(`POST ${path}/award_emoji`, token, { name: 'thumbsup' })),
    );
    const votes = async () => (await call(`GET ${path}`, dev.token)).json.upvotes;
    expect(await votes()).toBe(5);
    const admin = await app().user(fresh('admin'), { admin: true });
    await call(`DELETE /users/${voters[0]?.id}`, admin.token);
    expect(await votes()).toBe(4);
  });

  it('lists are filtered and ordered by them', async () => {
    const own = await workshop(app(), { visibility: 'public' });
    for (const title of ['one', 'two', 'three']) await own.open({ title });
    const give = (iid: number, name: string, token: string) =>
      call(`POST ${own.path}/merge_requests/${iid}/award_emoji`, token, { name });
    await give(1, 'tada', dev.token);
    await give(1, 'thumbsup', dev.token);
    await give(2, 'thumbsup', dev.token);
    await give(2, 'thumbsup', stranger.token);
    await give(3, 'tada', stranger.token);
    const iids = async (query: string, token: string | undefined = dev.token) =>
      (await call(`GET ${own.path}/merge_requests?sort=asc&${query}`, token)).json.map(
        (row: { iid: number }) => row.iid,
      );
    expect(await iids('my_reaction_emoji=tada')).toEqual([1]);
    expect(await iids('my_reaction_emoji=%2B1')).toEqual([1, 2]);
    expect(await iids('my_reaction_emoji=any')).toEqual([1, 2]);
    expect(await iids('my_reaction_emoji=None')).toEqual([3]);
    expect(await iids('my_reaction_emoji=nosuch')).toEqual([]);
    expect(await iids('my_reaction_emoji=')).toEqual([1, 2, 3]);
    expect(await iids('not[my_reaction_emoji]=tada')).toEqual([2, 3]);
    expect(await iids('my_reaction_emoji=tada', stranger.token)).toEqual([3]);
    expect(await iids('order_by=popularity')).toEqual([3, 1, 2]);
    const anonymous = await app().call(
      `GET ${own.path}/merge_requests?sort=asc&my_reaction_emoji=tada`,
    );
    expect(anonymous.json).toHaveLength(3);
  });
});
