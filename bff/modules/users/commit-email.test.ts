import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { isAddressOf } from './commit-email.ts';
import { getUser } from './rules.ts';

onBothDatabases('the address of commits', (app) => {
  it('is one’s own, or private at the host of the setting, in all that is committed here', async () => {
    const port = await harbor(app(), 'hidden-hal');
    const { token } = await app().user('chief-of-hal', { admin: true });
    const set = async (commit_email_hostname: string | null) => {
      const json = { commit_email_hostname };
      expect((await app().call('PUT /application/settings', { token, json })).status).toBe(200);
    };
    const me = (await port.call('GET /user')).json;
    const wish = (commit_email: string | null) => port.call('PUT /bff/profile', { commit_email });
    const newest = async () => {
      const [commit] = (await port.call(`GET ${port.project}/repository/commits`)).json;
      return [commit.author_email, commit.committer_email];
    };
    await port.commit({ 'a.txt': 'a' });
    expect(await newest()).toEqual([me.email, me.email]);
    expect(me.commit_email).toBe(me.email);

    const other = await wish('root@example.test');
    expect([other.status, other.json]).toEqual([
      400,
      { message: { commit_email: ['is not an email you own'] } },
    ]);
    const usual = `${me.id}-hidden-hal@users.noreply.127.0.0.1`;
    expect((await wish('_private')).json.commit_email).toBe(usual);
    await port.commit({ 'b.txt': 'b' });
    expect(await newest()).toEqual([usual, usual]);
    await set('hidden.example.test');
    const named = `${me.id}-hidden-hal@hidden.example.test`;
    await port.commit({ 'c.txt': 'c' });
    expect(await newest()).toEqual([named, named]);
    const tag = { tag_name: 'v1', ref: 'main', message: 'First' };
    await port.call(`POST ${port.project}/repository/tags`, tag);
    expect((await port.call('GET /user')).json).toMatchObject({
      email: me.email,
      commit_email: named,
    });

    const user = await getUser(app().ctx, me.id);
    for (const [address, isTheirs] of [
      [named.toUpperCase(), true],
      [usual, true],
      [me.email, true],
      [`${me.id + 1}-hidden-hal@hidden.example.test`, false],
      [`1${named}`, false],
    ] as const) {
      expect([address, isAddressOf(app().ctx, user, address)]).toEqual([address, isTheirs]);
    }
    await set(null);
    expect((await wish(null)).json.commit_email).toBe(me.email);
    await port.commit({ 'd.txt': 'd' });
    expect(await newest()).toEqual([me.email, me.email]);
  });
});
