import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateRef } from '../../git/refs.ts';
import { repositoryExists } from '../../git/repository.ts';
import { harbor } from '../../testing/harbor.ts';
import { goLive, type LiveServer, type WorkTree, workTree } from '../../testing/live-server.ts';
import { type SshClient, sshClient } from '../../testing/ssh-client.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { updateSettings } from '../application-settings/rules.ts';
import { openWiki, wikiPath } from './place-rules.ts';

onBothDatabases(
  'a wiki as a repository',
  (app) => {
    let live: LiveServer;
    const trees: WorkTree[] = [];
    const clients: SshClient[] = [];
    beforeAll(async () => {
      live = await goLive(app());
    });
    afterAll(async () => {
      for (const tree of trees) tree.remove();
      for (const one of clients) one.remove();
      await live.close();
    });

    const remote = (path: string, who?: { username: string; token: string }) => {
      const by = who === undefined ? '' : `${who.username}:${encodeURIComponent(who.token)}@`;
      return `${live.url.replace('//', `//${by}`)}/${path}.wiki.git`;
    };
    const scratch = async () => {
      const tree = await workTree();
      trees.push(tree);
      return tree;
    };
    const commit = async (tree: WorkTree, files: Record<string, string>) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(tree.dir, name)), { recursive: true });
        writeFileSync(join(tree.dir, name), text);
      }
      await tree.git('add', '--all');
      await tree.git('commit', '--quiet', '-m', `Change ${Object.keys(files).join()}`);
    };
    const told = async (project: string) => {
      const rows = await app()
        .deps.db.selectFrom('domain_events')
        .select(['name', 'changes'])
        .where('project_id', '=', Number(project.split('/').at(-1)))
        .orderBy('id')
        .execute();
      const ofWiki = rows.filter(({ name }) => name.startsWith('wiki'));
      return ofWiki.map(({ name, changes }) => {
        const { before, after } = JSON.parse(changes);
        return `${name} ${after?.slug ?? before?.slug ?? ''}`.trim();
      });
    };
    const failure = (work: Promise<string>) =>
      work.then(
        (text) => `went through: ${text}`,
        (error: Error) => error.message,
      );

    it('is cloned and pushed over HTTP, and a push tells of the pages that it changed', async () => {
      const { call, project, token, username, member } = await harbor(app(), 'ann');
      const path = 'at-ann/quay';
      const ann = { username, token };
      const tree = await scratch();
      expect(await failure(tree.git('clone', remote(path, ann), 'none'))).toContain('not found');
      await commit(tree, { 'home.md': 'By git', 'pictures/a.png': 'x' });
      // The first branch that comes is the wiki's own, whatever its name.
      await tree.git('push', '--quiet', remote(path, ann), 'HEAD:refs/heads/trunk');
      const listed = (await call(`GET ${project}/wikis?with_content=1`)).json;
      expect(listed).toMatchObject([{ slug: 'home', content: 'By git' }]);
      await call(`POST ${project}/wikis`, { title: 'api', content: 'By API' });
      await tree.git('pull', '--quiet', '--rebase', remote(path, ann), 'trunk');
      await tree.git('mv', 'home.md', 'start.md');
      await tree.git('rm', '--quiet', 'api.md');
      await commit(tree, { 'deep/er.org': '* One' });
      await tree.git('push', '--quiet', remote(path, ann), 'HEAD:refs/heads/trunk');
      await tree.git('push', '--quiet', remote(path, ann), 'HEAD:refs/heads/side');
      expect(await told(project)).toEqual([
        'wiki.push',
        'wiki_page.create home',
        'wiki_page.create api',
        'wiki.push',
        'wiki_page.remove api',
        'wiki_page.create deep/er',
        'wiki_page.update start',
        'wiki.push',
      ]);
      const guest = await member('annguest', 10);
      const clone = await scratch();
      await clone.git('clone', '--quiet', remote(path, guest), 'copy');
      const readers = [
        { who: guest, text: 'not allowed' },
        { who: await app().user('annstranger'), text: 'not found' },
      ];
      for (const { who, text } of readers) {
        const push = tree.git('push', remote(path, who), 'HEAD:trunk');
        expect((await failure(push)).replace('403', 'not allowed')).toContain(text);
      }
      expect(await failure(clone.git('clone', remote(path), 'other'))).toMatch(
        /could not read|401/,
      );
      await call(`PUT ${project}`, { path: 'berth' });
      await clone.git('clone', '--quiet', remote('at-ann/berth', guest), 'moved');
      await clone.git('clone', '--quiet', remote(path, guest), 'by-old-name');
      await call(`PUT ${project}`, { wiki_access_level: 'disabled' });
      const closed = clone.git('clone', remote('at-ann/berth', ann), 'closed');
      expect(await failure(closed)).toContain('403');
    });

    it('is cloned and pushed over SSH by people, and by no deploy key of the project', async () => {
      const { call, project, token } = await harbor(app(), 'bea');
      await call(`POST ${project}/wikis`, { title: 'home', content: 'x' });
      const person = sshClient(live.sshPort ?? 0);
      const robot = sshClient(live.sshPort ?? 0);
      clients.push(person, robot);
      await app().call('POST /user/keys', { token, json: { title: 'Laptop', key: person.key } });
      await call(`POST ${project}/deploy_keys`, { title: 'CI', key: robot.key, can_push: true });
      const url = `ssh://git@127.0.0.1:${live.sshPort}/at-bea/quay.wiki.git`;
      expect(await person.git('clone', '--quiet', url, 'tree')).toMatchObject({ code: 0 });
      writeFileSync(join(person.dir, 'tree', 'home.md'), 'By SSH');
      await person.git('-C', 'tree', 'commit', '--quiet', '--all', '-m', 'Say more');
      expect(await person.git('-C', 'tree', 'push', '--quiet')).toMatchObject({ code: 0 });
      expect((await call(`GET ${project}/wikis/home`)).json.content).toBe('By SSH');
      expect(await told(project)).toEqual([
        'wiki_page.create home',
        'wiki.push',
        'wiki_page.update home',
      ]);
      expect((await robot.git('clone', '--quiet', url, 'tree')).err).toContain(
        'could not be found',
      );
    });

    it('takes no page that is too long, in no version, and shows neither links nor odd names', async () => {
      const { call, project, username, token } = await harbor(app(), 'cid');
      const url = remote('at-cid/quay', { username, token });
      await updateSettings(app().ctx, { wiki_page_max_content_bytes: 1024 });
      const tree = await scratch();
      const secret = '/etc/hostname';
      symlinkSync(secret, join(tree.dir, 'link.md'));
      symlinkSync('../../../quarterdeck.sqlite', join(tree.dir, 'up.md'));
      await commit(tree, {
        'home.md': 'a'.repeat(1024),
        'large.png': 'a'.repeat(5000),
        'odd\u0007.md': 'x',
        'notes.txt': 'x',
      });
      await tree.git('push', '--quiet', url, 'main');
      expect((await call(`GET ${project}/wikis?with_content=1`)).json).toMatchObject([
        { slug: 'home' },
      ]);
      for (const slug of ['link', 'up', 'odd%07', 'notes', 'large']) {
        expect((await call(`GET ${project}/wikis/${slug}`)).status).toBe(404);
      }
      // A page in the place of a link is a new file, not what the link leads to.
      expect((await call(`POST ${project}/wikis`, { title: 'link', content: 'x' })).status).toBe(
        400,
      );
      await commit(tree, { 'long.md': 'b'.repeat(1025) });
      await tree.git('rm', '--quiet', 'long.md');
      await commit(tree, { 'home.md': 'short' });
      const refused = await failure(tree.git('push', url, 'main'));
      expect(refused).toContain('The page long is too long. The maximum size is 1 KiB.');
      expect(await failure(tree.git('push', url, ':main'))).toContain('cannot be deleted');
      expect(await failure(tree.git('push', url, 'HEAD~1:refs/odd/one'))).toContain(
        'You may not push to refs/odd/one',
      );
      expect((await call(`GET ${project}/wikis/home`)).json.content).toHaveLength(1024);
      await updateSettings(app().ctx, { wiki_page_max_content_bytes: 52428800 });
    });

    it('holds pages that no answer has room for: they are refused whole, and keep no other away', async () => {
      const { call, project, username, token } = await harbor(app(), 'eli');
      const tree = await scratch();
      await commit(tree, { 'huge.md': 'tide '.repeat(5 * 1024 * 1024), 'home.md': 'small' });
      await tree.git('push', '--quiet', remote('at-eli/quay', { username, token }), 'main');
      expect((await call(`GET ${project}/wikis`)).json).toMatchObject([
        { slug: 'home' },
        { slug: 'huge' },
      ]);
      expect((await call(`GET ${project}/wikis/huge`)).status).toBe(413);
      expect((await call(`GET ${project}/wikis/huge?render_html=true`)).status).toBe(413);
      expect((await call(`GET ${project}/wikis?with_content=1`)).status).toBe(413);
      expect((await call(`GET ${project}/wikis/home`)).json.content).toBe('small');
    });

    it('whose branch moved without being recorded is recorded and told later, once', async () => {
      const { call, project } = await harbor(app(), 'dan');
      const id = Number(project.split('/').at(-1));
      await call(`POST ${project}/wikis`, { title: 'home', content: 'One' });
      await call(`POST ${project}/wikis`, { title: 'lost', content: 'Two' });
      const wiki = await openWiki(app().ctx, id);
      const [made] = (await call(`GET /bff${project}/wikis/home/versions`)).json;
      // As if the server had died between git and its own record.
      const ref = `refs/heads/${wiki?.branch}`;
      const repo = wikiPath(app().ctx, id);
      await updateRef(repo, { ref, old: wiki?.tip ?? null, new: made.id });
      app().clock.set(app().clock.now() + 16 * 60_000);
      await app().drain();
      expect(await told(project)).toEqual([
        'wiki_page.create home',
        'wiki_page.create lost',
        'wiki_page.remove lost',
      ]);
      app().clock.set(app().clock.now() + 16 * 60_000);
      await app().drain();
      expect(await told(project)).toHaveLength(3);
      expect(await repositoryExists(repo)).toBe(true);
    });
  },
  { QD_SSH_PORT: '0' },
);
