import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { csvHeader, csvLine, importedGroup, sourceHost } from '../../testing/strangers.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const sheet = (...lines: string[]) => `${[csvHeader, ...lines].join('\n')}\n`;

onBothDatabases('the rows of a reassignment file', (app) => {
  const publish = (name: string) =>
    app()
      .deps.db.updateTable('users')
      .set({ public_email: `${name}@example.test` })
      .where('username', '=', name)
      .execute();

  it('matches, skips and fails its rows one by one, and says where and why', async () => {
    const group = await importedGroup(app(), 'cleo');
    for (const id of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) await group.person(id);
    await group.person('10', { status: 'completed' });
    await group.person('20', { hostname: 'https://other.example.test' });
    const users = new Map<string, string>();
    for (const name of ['uma', 'vic', 'wes', 'gone', 'xena', 'yara']) {
      const made = await app().user(name);
      users.set(name, made.token);
    }
    const root = await app().user('root', { admin: true });
    const call = group.as(root.token);
    await call(`PUT /users/${(await app().user('boss', { admin: true })).id}`, {});
    await publish('vic');
    const goneId = (await call('GET /users?username=gone')).json[0].id;
    await call(`POST /users/${goneId}/block`);
    const content = sheet(
      csvLine('1', '@Uma'),
      csvLine('2', 'vic', 'VIC@example.test'),
      csvLine('3', 'wes', 'other@example.test'),
      csvLine('4', 'nobody'),
      csvLine('5', '', 'wes@example.test'),
      csvLine('6', 'gone'),
      csvLine('7', 'boss'),
      csvLine('8'),
      csvLine('77', 'xena'),
      csvLine('10', 'xena '),
      csvLine('9', '', 'uma@example.test'),
      csvLine('20', 'uma', '', 'https://other.example.test'),
      `${sourceHost},gitlab_migration,1`,
    ).replace('10,Person 10,p10,xena ,', '10,Person 10,p10,xenia,');
    await app().user('xenia');
    const dry = await group.run(content, { dry: true });
    const no = 'No matching user for provided information.';
    const wrong = 'Import source user has an invalid status for this operation';
    const expected = [
      [4, 'GitLab public email', 'other@example.test', no],
      [5, 'GitLab username', 'nobody', no],
      [6, 'GitLab public email', 'wes@example.test', no],
      [
        7,
        'GitLab username',
        'gone',
        'Only active people can take work over, no bots and no placeholders',
      ],
      [
        8,
        'GitLab username',
        'boss',
        'Administrators take work over only where allow_contribution_mapping_to_admins is on',
      ],
      [10, 'Source user identifier', '77', no],
      [11, 'Source user identifier', '10', wrong],
      [12, 'GitLab public email', 'uma@example.test', no],
      [14, null, null, 'Line has 3 columns, 7 expected'],
    ];
    type Shown = { line: number; column: string; value: string; message: string };
    const shown = (errors: Shown[]) =>
      errors.map(({ line, column, value, message }) => [line, column, value, message]);
    expect(shown(dry.json.errors)).toEqual(expected);
    expect(dry.json).toMatchObject({
      status: 'finished',
      applicable: true,
      total: 13,
      done: 13,
      matched: 3,
      failed: 9,
      skipped: 1,
    });
    const untouched = [...(await group.people()).values()].map((row) => row.status);
    expect(untouched.filter((status) => status !== 'pending_reassignment')).toEqual(['completed']);
    expect(await group.mails('cleo@example.test')).toEqual([]);

    const one = `/bff${group.path}/reassignment_files/${dry.json.id}`;
    const skipped = await group.as()(`GET ${one}/rows?outcome=skipped`);
    expect(skipped.json).toMatchObject([{ line: 9, source_user_identifier: '8' }]);
    const applied = await group.as()(`POST ${one}/apply`);
    expect([applied.status, applied.json.dry_run]).toEqual([201, false]);
    expect((await group.as()(`POST ${one}/apply`)).status).toBe(422);
    await app().drain();
    const real = await group.as()(`GET /bff${group.path}/reassignment_files/${applied.json.id}`);
    expect(shown(real.json.errors)).toEqual(expected);
    expect([real.json.matched, real.json.failed, real.json.skipped]).toEqual([3, 9, 1]);
    const people = await group.people();
    expect(people.get('1')?.reassign_to_user?.username).toBe('uma');

    const [mail] = await group.mails('cleo@example.test');
    expect(mail?.text).toContain('Matched: 3\nFailed: 9\nSkipped: 1\n');
    const [attached] = JSON.parse(mail?.attachments ?? '[]') as { content: string }[];
    const errors = await group.as()(
      `GET /bff${group.path}/reassignment_files/${real.json.id}/errors.csv`,
    );
    expect(errors.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(attached?.content).toBe(errors.text);
    const lines: string[][] = parse(errors.text);
    expect(lines[0]).toEqual([...csvHeader.split(','), 'Error']);
    expect(lines.slice(1).map((line) => line[7])).toEqual(expected.map(([, , , why]) => why));
    const mended = errors.text.replace('nobody', 'yara');
    expect((await group.run(mended)).json).toMatchObject({ matched: 1, failed: 7, skipped: 1 });

    await publish('uma');
    const twice = await group.run(sheet(csvLine('9', '', 'uma@example.test')));
    expect(twice.json.errors[0].message).toBe('already assigned to another placeholder');
    const byRoot = await group.run(sheet(csvLine('5', '', 'wes@example.test')), {
      token: root.token,
    });
    expect(byRoot.json.matched).toBe(1);
    await call('PUT /application/settings', { allow_contribution_mapping_to_admins: true });
    expect((await group.run(sheet(csvLine('7', 'boss')))).json.matched).toBe(1);
    await call('PUT /application/settings', { allow_contribution_mapping_to_admins: false });
  });

  it('two people of one source never go to one user, also in one dry run', async () => {
    const group = await importedGroup(app(), 'dora');
    for (const id of ['1', '2']) await group.person(id);
    await app().user('zoe');
    await publish('zoe');
    const dry = await group.run(sheet(csvLine('1', 'zoe'), csvLine('2', '', 'zoe@example.test')), {
      dry: true,
    });
    expect(dry.json.errors).toMatchObject([
      { line: 3, message: 'already assigned to another placeholder', problem: 'taken' },
    ]);
  });
});
