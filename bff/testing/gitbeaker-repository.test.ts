import { afterAll, beforeAll, expect, it } from 'vitest';
import { gitbeakerStage, type Stage } from './gitbeaker-stage.ts';
import { onBothDatabases } from './test-app.ts';

const content = new Blob(['tide table'], { type: 'text/plain' });

onBothDatabases('an unmodified client keeps code', (app) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await gitbeakerStage(app());
  });
  afterAll(() => stage.close());

  it('manages tags and protected branches with all that it can send', async () => {
    const { client, project, me } = stage;
    const tag = await client.Tags.create(project, 'v1/0', 'main', { message: 'First' });
    expect(tag).toMatchObject({ name: 'v1/0' });
    const tags = await client.Tags.all(project, { orderBy: 'version', sort: 'asc', search: 'v1' });
    expect(tags.map((one) => one.name)).toEqual(['v1/0']);
    expect((await client.Tags.show(project, 'v1/0')).target).toBe(tag.target);
    await expect(client.Tags.showSignature(project, 'v1/0')).rejects.toThrow('Not Found');
    const unsigned = client.Commits.showGPGSignature(project, 'main');
    await expect(unsigned).rejects.toThrow('Not Found');
    await client.Tags.remove(project, 'v1/0');
    await expect(client.Tags.show(project, 'v1/0')).rejects.toThrow('Not Found');

    const rules = client.ProtectedBranches;
    const made = await rules.protect(project, 'release/*', {
      allowForcePush: true,
      allowedToMerge: [{ accessLevel: 30 }],
      allowedToPush: [{ userId: me }],
      allowedToUnprotect: [{ accessLevel: 40 }],
      codeOwnerApprovalRequired: false,
    });
    expect(made).toMatchObject({
      name: 'release/*',
      allow_force_push: true,
      push_access_levels: [{ user_id: me }],
      merge_access_levels: [{ access_level: 30 }],
    });
    const found = await rules.all(project, { search: 'release' });
    expect(found).toHaveLength(1);
    expect((await rules.show(project, 'release/*')).id).toBe(made.id);
    const entry = made.push_access_levels?.[0];
    const edited = await rules.edit(project, 'release/*', {
      allowForcePush: false,
      allowedToPush: [{ id: entry?.id ?? 0, accessLevel: 40 }],
      codeOwnerApprovalRequired: false,
    });
    expect(edited).toMatchObject({
      allow_force_push: false,
      push_access_levels: [{ id: entry?.id, access_level: 40 }],
    });
    await rules.unprotect(project, 'release/*');
    const plain = await rules.create(project, 'plain', {
      mergeAccessLevel: 40,
      pushAccessLevel: 0,
      unprotectAccessLevel: 60,
    });
    expect(plain.unprotect_access_levels).toMatchObject([{ access_level: 60 }]);
    await rules.remove(project, 'plain');
  });

  it('reads and writes the repository with all that it can send', async () => {
    const { client, project } = stage;
    const files = client.RepositoryFiles;
    const author = { authorEmail: 'bo@example.test', authorName: 'Bo' };
    const path = 'src/a b.txt';
    const created = await files.create(project, path, 'main', 'eA==', 'Add', {
      ...author,
      encoding: 'base64',
      executeFilemode: true,
    });
    expect(created).toEqual({ file_path: path, branch: 'main' });
    const shown = await files.show(project, path, 'main');
    expect(shown).toMatchObject({ size: 1, content: 'eA==' });
    await files.edit(project, path, 'other', 'y', 'Edit', {
      ...author,
      encoding: 'text',
      executeFilemode: false,
      startBranch: 'main',
      lastCommitId: shown.last_commit_id,
    });
    expect(await files.showRaw(project, path, 'other', { lfs: false })).toBe('y');
    const blame = await files.allFileBlames(project, 'src/tide.ts', 'main', {
      range: { start: 2, end: 2 },
    });
    expect(blame).toMatchObject([{ lines: ['two'] }]);
    await files.remove(project, path, 'main', 'Remove', { ...author });
    await expect(files.show(project, path, 'main')).rejects.toThrow('Not Found');

    const repository = client.Repositories;
    const tree = await repository.allRepositoryTrees(project, {
      path: 'src',
      recursive: true,
      ref: 'main',
      pagination: 'keyset',
    });
    expect(tree.map((one) => one.path)).toEqual(['src/tide.ts']);
    const blob = await repository.showBlob(project, tree[0]?.id ?? '');
    expect(blob.size).toBe(8);
    expect(await repository.showBlobRaw(project, tree[0]?.id ?? '')).toBeDefined();
    const people = await repository.allContributors(project, { orderBy: 'commits', sort: 'desc' });
    expect(people.map((one) => one.name)).toContain('Bo');
    const base = await repository.mergeBase(project, ['main', 'other']);
    expect(base.title).toBe('Add');
    const compared = await repository.compare(project, 'side', 'main', { straight: true });
    expect(compared.commits).toHaveLength(2);
    const refs = await client.Commits.allReferences(project, compared.commits?.[0]?.id ?? '', {
      type: 'branch',
    });
    expect(refs).toContainEqual({ type: 'branch', name: 'main' });
    const comment = { path: 'src/tide.ts', line: 1, lineType: 'new' };
    const said = await client.Commits.createComment(project, 'main', 'Ahoy', comment);
    expect(said).toMatchObject({ note: 'Ahoy', path: 'src/tide.ts', line: 1, line_type: 'new' });
    expect(await client.Commits.allComments(project, 'main')).toEqual([said]);
    const many = await client.Commits.showSequence(project, 'main', { firstParent: true });
    expect(many.count).toBeGreaterThan(1);
    const { id } = await client.Commits.create(project, 'main', 'Pick', [
      { action: 'create', filePath: 'picked.txt', content: 'x' },
    ]);
    const copy = await client.Commits.cherryPick(project, id, 'side', { message: 'Picked' });
    expect(copy.message).toBe('Picked');
    const back = await client.Commits.revert(project, copy.id, 'side', { dryRun: false });
    expect(back.title).toBe('Revert "Picked"');
    await client.Branches.create(project, 'done', 'main');
    await client.Branches.removeMerged(project);
    await expect(client.Branches.show(project, 'done')).rejects.toThrow('Not Found');
    // The client lets itself ask for five archives a minute.
    for (const fileType of ['tar.gz', 'bz2', 'tar', 'zip'] as const) {
      const archive = await repository.showArchive(project, { fileType, sha: 'main', path: 'src' });
      expect([fileType, (await archive.arrayBuffer()).byteLength > 50]).toEqual([fileType, true]);
    }
  });

  it('forks, uploads and asks for the version with all that it can send', async () => {
    const { client, project } = stage;
    const fork = await client.Projects.fork(project, {
      branches: 'main',
      description: 'Mine',
      mrDefaultTargetSelf: true,
      name: 'Mine',
      namespacePath: 'ann',
      path: 'mine',
      visibility: 'private',
    });
    expect(fork).toMatchObject({ path_with_namespace: 'ann/mine', description: 'Mine' });
    const forks = await client.Projects.allForks(project, { search: 'mine', orderBy: 'name' });
    expect(forks.map((one) => one.id)).toEqual([fork.id]);

    const uploads = client.ProjectMarkdownUploads;
    const file = { content, filename: 'tide table.txt' };
    const made = await uploads.create(project, file);
    expect(made.markdown).toBe(`[tide_table.txt](${made.url})`);
    const referred = await client.Projects.uploadForReference(project, file);
    const all = await uploads.all(project);
    expect(all.map((one) => one.filename)).toEqual(['tide_table.txt', 'tide_table.txt']);
    const [, , secret = '', name = ''] = referred.url.split('/');
    for (const blob of [
      await uploads.download(project, made.id),
      await uploads.download(project, secret, name),
    ]) {
      expect(await blob.text()).toBe('tide table');
    }
    await uploads.remove(project, made.id);
    await uploads.remove(project, secret, name);
    expect(await uploads.all(project)).toEqual([]);

    expect((await client.Metadata.show()).version).toMatch(/^18\.1\.0-qd\./);
  });

  it('writes the wiki of a project with all that it can send', async () => {
    const { client, project } = stage;
    const { ProjectWikis: wikis } = client;
    const made = await wikis.create(project, '# Tides', 'tides/High water', { format: 'markdown' });
    const page = { slug: 'tides/High-water', title: 'High water', format: 'markdown' };
    expect(made).toEqual({ ...page, content: '# Tides', encoding: 'UTF-8' });
    expect(await wikis.show(project, made.slug)).toEqual(made);
    const html = await wikis.show(project, made.slug, { renderHtml: true });
    expect(html.content).toBe('<h1>Tides</h1>\n');
    expect(await wikis.all(project)).toEqual([page]);
    expect(await wikis.all(project, { withContent: true })).toEqual([made]);
    const edited = await wikis.edit(project, made.slug, { content: 'Low', format: 'rdoc' });
    expect(edited).toMatchObject({ content: 'Low', format: 'rdoc', slug: made.slug });
    await wikis.remove(project, made.slug);
    expect(await wikis.all(project)).toEqual([]);
  });

  it('sent no name that its endpoint does not declare, but for those named here', () => {
    expect([...stage.undeclared]).toEqual([
      // There are no code owners here.
      'protectedBranches.create code_owner_approval_required',
      'protectedBranches.update code_owner_approval_required',
      // Trees come in numbered pages, which the client follows too.
      'repository.tree pagination',
      // A fork's requests go where each one says.
      'projects.fork mr_default_target_self',
    ]);
  });
});
