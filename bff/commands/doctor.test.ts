import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryPath } from '../modules/projects/rules.ts';
import { wikiPath } from '../modules/wikis/place-rules.ts';
import { openSecrets } from '../secrets.ts';
import { commitFiles, gitIn } from '../testing/scratch.ts';
import { onBothDatabases } from '../testing/test-app.ts';
import { doctorCommand } from './doctor.ts';

onBothDatabases('the doctor', (app) => {
  const run = async (args: string[] = []) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    try {
      await doctorCommand.run({ ctx: app().ctx, args, print });
    } catch (error) {
      lines.push(String(error));
    }
    return lines;
  };
  const well = ['database', 'git', 'disk', 'rows', 'secrets', 'audit', 'repositories'];
  /** What is said of the audit chain grows with each row. */
  const plain = (lines: string[]) => lines.map((line) => line.replace(/ \(.*\)$/, ''));

  it('says what is well and what is wrong, and changes nothing', async () => {
    const { token, user } = await app().user('ann');
    const projects: { id: number; path_with_namespace: string }[] = [];
    for (const name of ['one', 'two']) {
      projects.push((await app().call('POST /projects', { token, json: { name } })).json);
    }
    const [one, two] = projects;
    if (!one || !two) throw new Error('two projects were made');
    const first = await commitFiles(app(), one, { branch: 'main', files: { a: 'a' } });
    const json = { username: 'ann', password: `secret of ${user.username}` };
    const headers = { Origin: 'http://127.0.0.1:3000' };
    expect((await app().call('POST /bff/session', { headers, json })).status).toBe(201);
    for (const { id } of [one, two]) {
      const page = { token, json: { title: 'home', content: 'x' } };
      await app().call(`POST /projects/${id}/wikis`, page);
    }
    expect(plain(await run())).toEqual(well.map((what) => `${what}: ok`));
    expect(await run(['now'])).toEqual(['Error: now is one word too many.']);

    gitIn(app(), one, 'update-ref', 'refs/heads/unseen', first);
    rmSync(repositoryPath(app().ctx, two.id), { recursive: true });
    rmSync(wikiPath(app().ctx, two.id), { recursive: true });
    const gone = { sha: 'a'.repeat(40) };
    await app().deps.db.updateTable('wikis').set(gone).where('project_id', '=', one.id).execute();
    const stranger = openSecrets(Buffer.alloc(32, 1).toString('base64'), app().deps.dataDir);
    await app()
      .deps.db.updateTable('sessions')
      .set({ encrypted_token: stranger.encrypt('x') })
      .execute();
    const ill = [
      ...well.slice(0, 4).map((what) => `${what}: ok`),
      'secrets: sessions were encrypted by a key that is not here',
      'audit: ok',
      `repositories: the wiki of ${one.path_with_namespace} is not where it is recorded`,
      `repositories: refs/heads/unseen of ${one.path_with_namespace} is not where it is recorded`,
      `repositories: the wiki of ${two.path_with_namespace} has no repository`,
      `repositories: ${two.path_with_namespace} has no repository`,
      'Error: Found wrong: 5.',
    ];
    expect(plain(await run())).toEqual(ill);
    expect(plain(await run())).toEqual(ill);
  });
});
