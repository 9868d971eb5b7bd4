import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { csvHeader, importedGroup, sourceHost } from '../../testing/strangers.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('the file of people who wait for a user', (app) => {
  it('C63: holds those who are pending or rejected, in seven columns with the last two empty', async () => {
    const group = await importedGroup(app(), 'ada');
    await group.person('11', { name: 'Ann "AJ" Lee,\nteam 2' });
    await group.person('12', { name: '=HYPERLINK("http://x.test","a")' });
    await group.person('13', { name: 'Jürgen ✓' });
    await group.person('14', { status: 'completed' });
    await group.person('15', { status: 'rejected' });
    await group.person('16', { status: 'keep_as_placeholder' });
    await group.person('17', { status: 'awaiting_approval' });
    await group.person('18', { hostname: 'https://other.example.test', importType: 'github' });
    const other = await importedGroup(app(), 'olga');
    await other.person('99');

    const answer = await group.download();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain(
      `filename="placeholder_reassignments_for_group_${group.groupId}_${Math.floor(app().clock.now() / 1000)}.csv"`,
    );
    expect(answer.text.startsWith(`${csvHeader}\n`)).toBe(true);
    const host = sourceHost;
    expect(parse(answer.text, { from: 2 })).toEqual([
      [host, 'gitlab_migration', '11', 'Ann "AJ" Lee, team 2', 'p11', '', ''],
      [host, 'gitlab_migration', '12', `'=HYPERLINK("http://x.test","a")`, 'p12', '', ''],
      [host, 'gitlab_migration', '13', 'Jürgen ✓', 'p13', '', ''],
      [host, 'gitlab_migration', '15', 'Person 15', 'p15', '', ''],
      ['https://other.example.test', 'github', '18', 'Person 18', 'p18', '', ''],
    ]);
    const path = encodeURIComponent('at-ada');
    const named = await group.as()(`GET /groups/${path}/placeholder_reassignments`);
    expect(named.text).toBe(answer.text);

    const dotted = { name: 'Sub', path: 'sub.one', parent_id: group.groupId };
    const sub = (await group.call('POST /groups', dotted)).json;
    await group.person('21', { groupId: sub.id });
    for (const id of [sub.id, 'at-ada%2Fsub.one']) {
      const below = await group.as()(`GET /groups/${id}/placeholder_reassignments`);
      expect(below.text).toBe(`${csvHeader}\n${host},gitlab_migration,21,Person 21,p21,,\n`);
    }
  });

  it('is for Owners: 401, then the flag, then 404 for the group, then 403', async () => {
    const group = await importedGroup(app(), 'bea');
    const path = `/groups/${group.groupId}/placeholder_reassignments`;
    const mona = await app().user('mona');
    await group.call(`POST ${group.group}/members`, { user_id: mona.id, access_level: 40 });
    const stranger = await app().user('sid');
    const root = await app().user('root', { admin: true });
    expect((await app().call(`GET ${path}`)).status).toBe(401);
    expect((await app().call(`POST ${path}`)).status).toBe(401);
    for (const verb of ['GET', 'POST']) {
      expect((await group.as(mona.token)(`${verb} ${path}`)).status).toBe(403);
      const hidden = await group.as(stranger.token)(`${verb} ${path}`);
      expect([hidden.status, hidden.json.message]).toEqual([404, '404 Group Not Found']);
    }
    expect((await group.download()).text).toBe(`${csvHeader}\n`);
    expect((await group.download(root.token)).status).toBe(200);
    const missing = await group.as()(`POST ${path}`);
    expect([missing.status, missing.json]).toEqual([400, { error: 'file is missing' }]);

    const flag = 'importer_user_mapping_reassignment_csv';
    await group.as(root.token)(`POST /features/${flag}`, { value: false });
    for (const token of [group.token, mona.token, stranger.token]) {
      const off = await group.as(token)(`GET ${path}`);
      expect([off.status, off.json.message]).toEqual([404, '404 Not Found']);
      expect((await group.as(token)(`POST ${path}`)).status).toBe(404);
    }
    expect((await app().call(`GET ${path}`)).status).toBe(401);
    await group.as(root.token)(`DELETE /features/${flag}`);
    expect((await group.download()).status).toBe(200);
  });

  it('is never cut: thousands of people are all in it', async () => {
    const group = await importedGroup(app(), 'cleo');
    const first = await group.person('1');
    const { id: _, ...rest } = first;
    const rows = Array.from({ length: 2500 }, (_unused, at) => ({
      ...rest,
      source_user_identifier: `n${at}`,
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await app()
        .deps.db.insertInto('import_source_users')
        .values(rows.slice(at, at + 500))
        .execute();
    }
    expect((await group.download()).text.trimEnd().split('\n')).toHaveLength(2502);
  });

  it('CSV export formula injection: what it writes comes back the same when it is uploaded', async () => {
    const group = await importedGroup(app(), 'dora');
    const odd = ['=1+1', '+7', '-7', '@sum', "'=already"];
    for (const identifier of odd) await group.person(identifier);
    const { text } = await group.download();
    const cells = parse(text, { from: 2 }).map((row: string[]) => row[2] ?? '');
    expect(cells.every((cell: string) => cell.startsWith("'"))).toBe(true);
    const target = await app().user('target');
    const filled = text
      .split('\n')
      .map((line, at) => (at === 5 ? `${line.slice(0, -1)}target,` : line));
    const answer = await group.run(filled.join('\n'));
    expect(answer.json).toMatchObject({ status: 'finished', matched: 1, failed: 0, skipped: 4 });
    expect((await group.people()).get("'=already")?.reassign_to_user?.username).toBe(
      target.username,
    );
  });
});
