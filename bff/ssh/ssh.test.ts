import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CiProject, ciProject } from '../testing/ci-projects.ts';
import { goLive, type LiveServer } from '../testing/live-server.ts';
import { type HeldKey, type SshClient, sshClient } from '../testing/ssh-client.ts';
import { onBothDatabases } from '../testing/test-app.ts';

onBothDatabases(
  'git over SSH',
  (app) => {
    let live: LiveServer;
    let deck: CiProject;
    const clients: SshClient[] = [];
    const client = (type?: string | HeldKey) => {
      const made = sshClient(live.sshPort ?? 0, type);
      clients.push(made);
      return made;
    };
    const urlOf = (path: string) => `ssh://git@127.0.0.1:${live.sshPort}/${path}.git`;
    const giveKey = async (who: { token: string }, from: SshClient, json: object = {}) => {
      const body = { title: 'Laptop', key: from.key, ...json };
      const made = await app().call('POST /user/keys', { token: who.token, json: body });
      expect(made.status).toBe(201);
      return made.json as { id: number };
    };
    const addDeployKey = async (of: CiProject, from: SshClient, json: object = {}) => {
      const body = { title: 'Robot', key: from.key, ...json };
      const made = await of.call(`POST ${of.path}/deploy_keys`, { json: body });
      expect(made.status).toBe(201);
      return made.json as { id: number };
    };
    const clone = (from: SshClient, path: string, to = 'tree') =>
      from.git('clone', '--quiet', urlOf(path), to);
    const push = async (from: SshClient, branch: string, to = 'tree') => {
      await from.git('-C', to, 'switch', '--quiet', '--force-create', branch, 'origin/main');
      await from.git('-C', to, 'commit', '--quiet', '--allow-empty', '-m', `For ${branch}`);
      return from.git('-C', to, 'push', '--quiet', 'origin', branch);
    };

    beforeAll(async () => {
      live = await goLive(app());
      deck = await ciProject(app(), 'ann');
    });
    afterAll(async () => {
      for (const one of clients) one.remove();
      await live.close();
    });

    it('clones, fetches, archives and pushes with each type of key, by the roles of its owner', async () => {
      const devi = await deck.member('devi', 30);
      const { json: shownProject } = await deck.call(`GET ${deck.path}`);
      expect(shownProject.ssh_url_to_repo).toBe(urlOf(deck.fullPath));
      for (const [at, type] of ['ed25519', 'ecdsa', 'rsa'].entries()) {
        const from = client(type);
        const { id } = await giveKey(devi, from);
        expect(await clone(from, deck.fullPath)).toMatchObject({ code: 0 });
        expect(await push(from, `devi-${at}`)).toMatchObject({ code: 0 });
        const shown = await app().call(`GET /user/keys/${id}`, { token: devi.token });
        expect(shown.json.last_used_at).toMatch(/^2026-11-27T12:/);
      }
      const branch = await deck.call(`GET ${deck.path}/repository/branches/devi-0`);
      expect(branch.json.commit.title).toBe('For devi-0');
      const events = await app()
        .deps.db.selectFrom('audit_events')
        .select('actor_name')
        .where('action', '=', 'repository.push')
        .where('actor_name', '=', 'devi')
        .execute();
      expect(events).toHaveLength(3);
      const [first] = clients;
      if (first === undefined) throw new Error('no client');
      const archive = ['archive', '--format=tar', `--remote=${urlOf(deck.fullPath)}`, 'main'];
      expect((await first.git(...archive)).out).toContain('README.md');
      expect((await first.git('-C', 'tree', 'fetch', '--quiet')).code).toBe(0);
      const refused = await push(first, 'main');
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining('not allowed to push code to protected branches'),
      ]);
      const odd = client();
      await giveKey(await app().user('odd'), odd);
      expect((await clone(odd, deck.fullPath)).err).toContain('could not be found');
    });

    it('takes no key that lives longer than keys may, nor one that never ends (max_ssh_key_lifetime)', async () => {
      const lou = await deck.member('lou', 30);
      const root = await app().user('harbourmaster', { admin: true });
      const endless = client();
      await giveKey(lou, endless);
      const short = client();
      const soon = new Date(app().clock.now() + 5 * 86_400_000).toISOString();
      await giveKey(lou, short, { expires_at: soon });
      const robot = client();
      await addDeployKey(deck, robot);
      const limit = (days: number | null) =>
        app().call('PUT /application/settings', {
          token: root.token,
          json: { max_ssh_key_lifetime: days },
        });
      await limit(10);
      for (const one of [endless, robot]) {
        expect((await clone(one, deck.fullPath)).err).toContain('Permission denied');
      }
      expect((await clone(short, deck.fullPath)).code).toBe(0);
      await limit(4);
      expect((await short.git('-C', 'tree', 'fetch')).err).toContain('Permission denied');
      await limit(null);
      expect((await clone(endless, deck.fullPath)).code).toBe(0);
    });

    it('takes no key that is unknown, over, removed, for signing alone or of somebody blocked', async () => {
      const bob = await deck.member('bob', 30);
      const stranger = client();
      expect((await clone(stranger, deck.fullPath)).err).toContain('Permission denied');
      const signer = client();
      await giveKey(bob, signer, { usage_type: 'signing' });
      expect((await clone(signer, deck.fullPath)).err).toContain('Permission denied');
      const short = client();
      const { id } = await giveKey(bob, short, { expires_at: '2026-11-27T18:00:00Z' });
      expect((await clone(short, deck.fullPath)).code).toBe(0);
      const robot = client();
      await addDeployKey(deck, robot, { expires_at: '2026-11-27T18:00:00Z' });
      expect((await clone(robot, deck.fullPath)).code).toBe(0);
      app().clock.set(Date.parse('2026-11-27T18:00:01Z'));
      for (const one of [short, robot]) {
        expect((await one.git('-C', 'tree', 'fetch')).err).toContain('Permission denied');
      }
      const gone = client();
      const { id: other } = await giveKey(bob, gone);
      expect((await clone(gone, deck.fullPath)).code).toBe(0);
      await app().call(`DELETE /user/keys/${other}`, { token: bob.token });
      expect((await gone.git('-C', 'tree', 'fetch')).err).toContain('Permission denied');
      expect((await app().call(`GET /user/keys/${id}`, { token: bob.token })).status).toBe(200);
      const blocked = client();
      await giveKey(bob, blocked);
      const root = await app().user('root', { admin: true });
      await app().call(`POST /users/${bob.id}/block`, { token: root.token });
      expect((await clone(blocked, deck.fullPath)).err).toContain('Your account is blocked');
      const set = (json: object) =>
        app().call('PUT /application/settings', { token: root.token, json });
      const eve = client();
      await giveKey(await deck.member('eve', 30), eve);
      await set({ ed25519_key_restriction: -1 });
      expect((await clone(eve, deck.fullPath)).err).toContain('Permission denied');
      await set({ ed25519_key_restriction: 0, enabled_git_access_protocol: 'http' });
      expect((await clone(eve, deck.fullPath)).err).toContain('SSH is not allowed');
      await set({ enabled_git_access_protocol: 'all' });
      expect((await clone(eve, deck.fullPath)).code).toBe(0);
    });

    it('opens with a deploy key its projects alone, and for writing where it may (gl#238887: a key entered members-only repositories)', async () => {
      const robot = client();
      const { id } = await addDeployKey(deck, robot);
      expect((await clone(robot, deck.fullPath)).code).toBe(0);
      expect((await push(robot, 'robot')).err).toContain('does not have write access');
      await deck.call(`PUT ${deck.path}/deploy_keys/${id}`, { json: { can_push: true } });
      expect(await push(robot, 'robot')).toMatchObject({ code: 0 });
      const key = await deck.call(`GET ${deck.path}/deploy_keys/${id}`);
      expect(key.json.last_used_at).toMatch(/^2026-11-27T/);
      const [told] = await app()
        .deps.db.selectFrom('audit_events')
        .select(['actor_name', 'after'])
        .where('action', '=', 'repository.push')
        .orderBy('id', 'desc')
        .limit(1)
        .execute();
      expect([told?.actor_name, told?.after]).toEqual([
        'ann',
        expect.stringContaining('"deploy_key":"Robot"'),
      ]);
      const other = await ciProject(app(), 'cyd');
      await other.call(`PUT ${other.path}`, { json: { visibility: 'public' } });
      const strange = await clone(robot, other.fullPath, 'other');
      expect([strange.code, strange.err]).toEqual([128, expect.stringContaining('not be found')]);
      await deck.call(`DELETE ${deck.path}/deploy_keys/${id}`);
      expect((await robot.git('-C', 'tree', 'fetch')).err).toContain('Permission denied');
    });

    it('keeps a deploy key to the role of who vouches for it (gl#416958: a demoted member’s key kept write access)', async () => {
      const mona = await deck.member('mona', 40);
      const robot = client();
      const made = await app().call(`POST ${deck.path}/deploy_keys`, {
        token: mona.token,
        json: { title: 'Hers', key: robot.key, can_push: true },
      });
      const roleOf = (level: number) =>
        deck.call(`PUT ${deck.path}/members/${mona.id}`, { json: { access_level: level } });
      await clone(robot, deck.fullPath);
      expect(await push(robot, 'main')).toMatchObject({ code: 0 });
      await robot.git('-C', 'tree', 'fetch', '--quiet');
      await roleOf(30);
      expect((await push(robot, 'main')).err).toContain('protected branches');
      expect(await push(robot, 'hers')).toMatchObject({ code: 0 });
      await roleOf(20);
      expect((await push(robot, 'hers-too')).code).not.toBe(0);
      expect((await robot.git('-C', 'tree', 'fetch')).code).toBe(0);
      await deck.call(`DELETE ${deck.path}/members/${mona.id}`);
      expect((await robot.git('-C', 'tree', 'fetch')).err).toContain('could not be found');
      await deck.call(`PUT ${deck.path}/deploy_keys/${made.json.id}`, { json: { can_push: true } });
      expect(await push(robot, 'adopted')).toMatchObject({ code: 0 });
    });
  },
  { QD_SSH_PORT: '0' },
);
