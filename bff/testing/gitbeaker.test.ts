import { Gitlab } from '@gitbeaker/rest';
import { expect, it } from 'vitest';
import { goLive } from './live-server.ts';
import { onBothDatabases } from './test-app.ts';

onBothDatabases('an unmodified v4 client', (app) => {
  it('creates a project, commits, opens, lists, comments and merges', async () => {
    const server = await goLive(app());
    try {
      const ann = await app().user('ann');
      const client = new Gitlab({ host: server.url, token: ann.token });
      const me = await client.Users.showCurrentUser();
      expect(me.username).toBe('ann');

      const group = await client.Groups.create('Harbor', 'harbor');
      const project = await client.Projects.create({
        name: 'Tide Watch',
        namespaceId: group.id,
      });
      expect(project.path_with_namespace).toBe('harbor/tide-watch');
      await client.Commits.create('harbor/tide-watch', 'main', 'Begin', [
        { action: 'create', filePath: 'tide.ts', content: 'export const height = 1;\n' },
      ]);
      await client.Commits.create(
        project.id,
        'round',
        'Round once',
        [{ action: 'update', filePath: 'tide.ts', content: 'export const height = 2;\n' }],
        { startBranch: 'main' },
      );
      const branches = await client.Branches.all(project.id);
      expect(branches.map((branch) => branch.name).sort((a, b) => a.localeCompare(b))).toEqual([
        'main',
        'round',
      ]);

      const opened = await client.MergeRequests.create(
        project.id,
        'round',
        'main',
        'Round heights',
        {
          labels: 'api,bug',
          removeSourceBranch: true,
        },
      );
      expect(opened).toMatchObject({ iid: 1, state: 'opened', labels: ['api', 'bug'] });
      await app().drain();
      const listed = await client.MergeRequests.all({
        projectId: 'harbor/tide-watch',
        state: 'opened',
        labels: 'bug',
      });
      expect(listed.map((one) => one.title)).toEqual(['Round heights']);
      const note = await client.MergeRequestNotes.create(project.id, 1, 'Tested in fog.');
      expect(note.body).toBe('Tested in fog.');
      const commits = await client.MergeRequests.allCommits(project.id, 1);
      expect(commits.map((commit) => commit.title)).toEqual(['Round once']);
      const diffs = await client.MergeRequests.allDiffs(project.id, 1);
      expect(diffs.map((diff) => diff.new_path)).toEqual(['tide.ts']);

      const stale = client.MergeRequests.merge(project.id, 1, { sha: '1'.repeat(40) });
      await expect(stale).rejects.toThrow('SHA does not match HEAD of source branch');
      const merged = await client.MergeRequests.merge(project.id, 1);
      expect(merged.state).toBe('merged');
      const main = await client.Branches.show(project.id, 'main');
      expect(main.commit.id).toBe(merged.merge_commit_sha);
      await app().drain();
      await expect(client.Branches.show(project.id, 'round')).rejects.toThrow('Not Found');
      await expect(client.Projects.show('harbor/none')).rejects.toThrow('404 Project Not Found');
    } finally {
      await server.close();
    }
  });

  it('reads and changes the settings of the instance, lists and objects too', async () => {
    const server = await goLive(app());
    try {
      const { token } = await app().user('harbourmaster', { admin: true });
      const { ApplicationSettings } = new Gitlab({ host: server.url, token });
      const before = await ApplicationSettings.show();
      expect(before).toMatchObject({ default_projects_limit: 100_000, domain_allowlist: [] });
      const changed = await ApplicationSettings.edit({
        defaultProjectsLimit: 5,
        domainAllowlist: ['a.test', 'b.test'],
        restrictedVisibilityLevels: ['public'],
      });
      expect(changed).toMatchObject({ default_projects_limit: 5 });
      expect(await ApplicationSettings.show()).toMatchObject({
        domain_allowlist: ['a.test', 'b.test'],
        restricted_visibility_levels: ['public'],
      });
      const wrong = ApplicationSettings.edit({ defaultProjectsLimit: -1 });
      await expect(wrong).rejects.toThrow('must be greater than or equal to 0');
      await ApplicationSettings.edit({ restrictedVisibilityLevels: [], domainAllowlist: [] });
      expect(await ApplicationSettings.show()).toMatchObject({
        domain_allowlist: [],
        restricted_visibility_levels: [],
      });
    } finally {
      await server.close();
    }
  });
});
