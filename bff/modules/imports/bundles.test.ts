import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { archiveOf, linesOf, sampleBundle, source } from '../../testing/bundles.ts';
import { importedGroup } from '../../testing/strangers.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const { archive, records, repository } = sampleBundle();
const at = '2026-01-02T03:04:05Z';
const lines = { path: 'records.jsonl', content: linesOf(...records) };
const bundle = { path: 'repositories/app.bundle', content: repository };

onBothDatabases('a bundle that is uploaded to a group', (app) => {
  let root = '';
  const set = async (change: object) => {
    if (root === '') root = (await app().user('settler', { admin: true })).token;
    const answer = await app().call('PUT /application/settings', { token: root, json: change });
    expect(answer.status).toBe(200);
  };
  const place = async (owner: string) => {
    const group = await importedGroup(app(), owner);
    const path = `/bff${group.path}/imports`;
    const send = (content: Uint8Array, { token = group.token, name = 'a.tar.gz' } = {}) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(content)]), name);
      return app().call(`POST ${path}`, { token, body });
    };
    const bring = async (content: Uint8Array) => {
      const made = await send(content);
      expect([made.status, made.json.status]).toEqual([201, 'queued']);
      await app().drain();
      return (await group.as()(`GET ${path}/${made.json.id}`)).json;
    };
    const request = (iid: number) => `/projects/at-${owner}%2Fapp/merge_requests/${iid}`;
    return { ...group, path, send, bring, request };
  };
  const kept = () => {
    const folder = join(app().deps.dataDir, 'imports');
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    ).length;
  };

  it('brings branches, merge requests, approvals, reactions and roles once, under placeholders until somebody accepts', async () => {
    await set({ import_sources: ['gitlab_project'], group_import_limit: 0 });
    const group = await place('ada');
    const done = await group.bring(gzipSync(archive));
    expect(done).toMatchObject({
      status: 'finished',
      filename: 'a.tar.gz',
      user: { username: 'ada' },
      total: records.length,
      done: records.length,
      counts: {
        repository: 1,
        user: 2,
        label: 1,
        merge_request: 3,
        note: 1,
        approval: 1,
        reaction: 2,
        member: 1,
      },
      error: null,
    });
    expect(kept()).toBe(0);
    const list = await group.as()(
      'GET /projects/at-ada%2Fapp/merge_requests?order_by=title&sort=asc',
    );
    const imported = { imported: true, imported_from: 'gitlab_migration' };
    const ann = { name: 'Placeholder Ann Lee' };
    const bo = { name: 'Placeholder Bo Chi' };
    expect(list.json).toMatchObject([
      { ...imported, iid: 3, state: 'closed', author: ann, closed_by: bo },
      {
        ...imported,
        iid: 2,
        state: 'merged',
        author: ann,
        merge_user: bo,
        merged_at: '2026-01-03T00:00:00.000Z',
        sha: expect.stringMatching(/^[0-9a-f]{40}$/),
        merge_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
      {
        ...imported,
        iid: 4,
        state: 'opened',
        author: ann,
        assignees: [ann],
        reviewers: [bo],
        labels: ['bug'],
        upvotes: 1,
        user_notes_count: 1,
        created_at: '2026-01-02T03:04:05.000Z',
        merge_status: 'can_be_merged',
      },
    ]);
    const changed = async (iid: number) => {
      const { json } = await group.as()(`GET ${group.request(iid)}/diffs`);
      return json.map(({ new_path }: { new_path: string }) => new_path);
    };
    expect([await changed(2), await changed(3), await changed(4)]).toEqual([
      ['b.txt'],
      ['d.txt'],
      ['c.txt'],
    ]);
    const approvals = await group.as()(`GET ${group.request(4)}/approvals`);
    expect(approvals.json.approved_by).toMatchObject([{ user: bo }]);
    const tags = await group.as()('GET /projects/at-ada%2Fapp/repository/tags');
    expect(tags.json).toMatchObject([{ name: 'v1' }]);

    const again = await group.bring(archive);
    expect([again.status, again.counts, again.total]).toEqual(['finished', {}, records.length]);

    const bob = await app().user('bob');
    const { id = 0 } = (await group.people()).get('12') ?? {};
    const assign = `POST /bff${group.group}/placeholder_users/assign`;
    await group.as()(assign, { ids: [id], user_id: bob.id });
    const asked = (await group.as()(`GET ${group.request(4)}/approvals`)).json.approved_by;
    expect(asked).toMatchObject([{ user: bo }]);
    const token = await group.tokenFor('bob');
    const accepted = await group.as(bob.token)(`POST /bff/reassignments/${token}/accept`);
    expect(accepted.status).toBe(200);
    await app().drain();
    expect((await group.people()).get('12')).toMatchObject({ status: 'completed' });
    const given = await group.as()(`GET ${group.request(4)}/approvals`);
    expect(given.json.approved_by).toMatchObject([{ user: { username: 'bob' } }]);
    expect((await group.as()(`GET ${group.request(4)}`)).json).toMatchObject({
      author: ann,
      reviewers: [{ username: 'bob' }],
    });
    expect((await group.as()(`GET ${group.request(2)}`)).json.merge_user.username).toBe('bob');
    const role = await group.as()(`GET /projects/at-ada%2Fapp/members/${bob.id}`);
    expect(role.json.access_level).toBe(30);
  });

  it('import spoofs foreign group: what was transferred away gets nothing more, and what was reset stays so', async () => {
    await set({ import_sources: ['gitlab_project'], group_import_limit: 0 });
    const group = await place('fay');
    await group.bring(archive);
    const { db } = app().deps;
    const approvals = () => db.selectFrom('merge_request_approvals').select('user_id').execute();
    const before = await approvals();
    await db
      .deleteFrom('merge_request_approvals')
      .where(
        'user_id',
        'in',
        before.map(({ user_id }) => user_id),
      )
      .execute();
    const made = { type: 'milestone', id: 'm1', project: 'app', title: 'v1', created_at: at };
    const first = await group.bring(Buffer.from(linesOf(...records, made)));
    expect(first.counts).toEqual({ milestone: 1 });
    expect(await approvals()).toEqual([]);
    await db.deleteFrom('milestones').where('title', '=', 'v1').execute();
    const issue = { type: 'issue', id: 'i1', project: 'app', author: '11', created_at: at };
    const late = { ...issue, title: 'Late', milestone: 'm1' };
    const second = await group.bring(Buffer.from(linesOf(source, late)));
    expect([second.status, second.counts]).toEqual(['finished', { issue: 1 }]);

    const haven = await group.call('POST /groups', { name: 'Haven', path: 'haven' });
    const moved = await group.call('PUT /projects/at-fay%2Fapp/transfer', {
      namespace: haven.json.id,
    });
    expect(moved.status).toBe(200);
    const more = { merge_request: '601', author: '12', body: 'More', created_at: at };
    const given = { type: 'reaction', user: '11', name: 'heart', created_at: at };
    const third = await group.bring(
      Buffer.from(
        linesOf(
          source,
          { type: 'note', id: '902', ...more },
          { ...given, merge_request: '601' },
          { ...given, note: '901' },
          { ...given, issue: 'i1' },
          { type: 'approval', merge_request: '601', user: '11', created_at: at },
        ),
      ),
    );
    expect([third.status, third.counts]).toEqual(['finished', {}]);
  });

  it('symlink in import archive, path escapes and bombs are refused, and nothing stays of them', async () => {
    await set({
      import_sources: ['gitlab_project'],
      group_import_limit: 0,
      max_decompressed_archive_size: 3,
    });
    const group = await place('bea');
    const link = { path: 'records.jsonl', linkpath: '/etc/passwd' };
    const twoMegabytes = { ...bundle, content: Buffer.alloc(2 * 1024 * 1024) };
    const refused: [Uint8Array, RegExp][] = [
      [archiveOf({ ...link, type: 'SymbolicLink' }), /^The archive holds a link, "records.jsonl"/],
      [
        archiveOf(lines, { ...link, path: 'repositories/app.bundle', type: 'Link' }),
        /holds a link/,
      ],
      [archiveOf({ ...lines, path: '../records.jsonl' }), /but not "\.\.\/records\.jsonl"/],
      [archiveOf({ ...lines, path: '/records.jsonl' }), /but not/],
      [archiveOf(lines, { ...bundle, path: 'repositories/../x.bundle' }), /but not/],
      [archiveOf(lines, { ...bundle, path: 'repositories/a/b.bundle' }), /but not/],
      [archiveOf(lines, { ...bundle, type: 'FIFO' }), /but not/],
      [archiveOf(lines, lines), /each once/],
      [archiveOf(bundle), /has no records\.jsonl/],
      [archiveOf(lines, bundle).subarray(0, 700), /cannot be read/],
      [gzipSync(archive).subarray(0, 400), /cannot be read/],
      [gzipSync(gzipSync(archive)), /cannot be read/],
      [
        gzipSync(
          archiveOf(lines, twoMegabytes, { ...twoMegabytes, path: 'repositories/b.bundle' }),
        ),
        /more than 3 MB/,
      ],
      [
        archiveOf(lines, { ...bundle, content: 'no bundle' }),
        /^The repository of app cannot be read/,
      ],
      [Buffer.from('PK\u0003\u0004 a zip'), /^Line 1: no JSON\./],
    ];
    for (const [content, why] of refused) {
      const ended = await group.bring(content);
      expect([ended.status, ended.counts]).toEqual(['failed', {}]);
      expect(ended.error).toMatch(why);
    }
    expect(kept()).toBe(0);
    expect((await group.people()).size).toBe(0);
    // Zeros that would go on for gigabytes end with the time that is given to them.
    await set({ max_decompressed_archive_size: 0, decompress_archive_file_timeout: 1 });
    const member = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const zeros = Buffer.concat(Array.from({ length: 256 }, () => member));
    expect((await group.bring(zeros)).error).toBe('Unpacking the archive took too long.');
    await set({ max_decompressed_archive_size: 25_600, decompress_archive_file_timeout: 210 });
  });

  it('is the Owners’ alone, of a source that the settings name, no larger and no more often than they say', async () => {
    const group = await place('cleo');
    const other = await place('dora');
    const mona = await app().user('mona');
    await group.call(`POST ${group.group}/members`, { user_id: mona.id, access_level: 40 });
    await set({ import_sources: ['git'], max_import_size: 1, group_import_limit: 0 });
    expect((await group.send(archive)).json.message).toMatch(/^Bundles may not be uploaded/);
    await set({ import_sources: ['gitlab_project'] });
    expect((await group.send(archive, { token: mona.token })).status).toBe(403);
    expect((await group.send(archive, { token: other.token })).status).toBe(404);
    expect((await app().call(`POST ${group.path}`)).status).toBe(401);
    expect((await group.as()(`POST ${group.path}`)).json).toEqual({ error: 'file is missing' });
    const large = await group.send(Buffer.alloc(1024 * 1024 + 1));
    expect([large.status, large.json.message]).toEqual([422, 'The file has more than 1 MB.']);
    expect((await group.as()(`GET ${group.path}`)).json).toEqual([]);
    // Far from the end of a minute of the clock.
    app().clock.set((Math.floor(app().clock.now() / 60_000) + 1) * 60_000);
    await set({ max_import_size: 0, group_import_limit: 1 });
    const made = await group.send(archive);
    expect(made.status).toBe(201);
    const beyond = await group.send(archive);
    expect([beyond.status, Number(beyond.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await other.as()(`GET ${other.path}/${made.json.id}`)).status).toBe(404);
    await set({ group_import_limit: 0 });
    await group.call(`POST ${group.group}/members`, { user_id: other.id, access_level: 50 });
    await other.as()(`DELETE ${group.group}/members/${group.id}`);
    await app().drain();
    expect((await other.as()(`GET ${group.path}`)).json).toMatchObject([
      {
        status: 'failed',
        error: 'Whoever has uploaded the bundle is no Owner of the group any more.',
      },
    ]);
  });
});
