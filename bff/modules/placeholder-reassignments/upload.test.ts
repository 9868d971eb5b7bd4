import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { csvHeader, csvLine, importedGroup } from '../../testing/strangers.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const prefix = 'The following errors are preventing the sheet from being processed: ';
const fileOf = (name: string) => readFileSync(join(import.meta.dirname, 'cases', name));
const sheet = (...lines: string[]) => `${[csvHeader, ...lines].join('\n')}\n`;

const variants = [
  '01-plain',
  '02-bom',
  '03-crlf',
  '09-quoted-newline',
  '10-blank-lines',
  '11-no-final-newline',
  '12-header-case-space',
  '13-reordered-extra',
];

/** The same file as other programs write it. */
const encodings: Record<string, (text: string) => Uint8Array> = {
  'lone CR': (text) => Buffer.from(text.replaceAll('\n', '\r')),
  semicolons: (text) => Buffer.from(text.replaceAll(',', ';')),
  tabs: (text) => Buffer.from(text.replaceAll(',', '\t')),
  'UTF-16 little': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 big': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

onBothDatabases('the file that names who gets the work of whom', (app) => {
  const stored = async () => {
    const files = await readdir(join(app().deps.dataDir, 'reassignments'), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return files.filter((file) => file.isFile()).length;
  };

  const publish = (name: string) =>
    app()
      .deps.db.updateTable('users')
      .set({ public_email: `${name}@example.test` })
      .where('username', '=', name)
      .execute();

  it('C64: is read whatever its line ends, byte order mark, header and order are', async () => {
    const group = await importedGroup(app(), 'ada');
    for (const identifier of ['11', '12', '13']) await group.person(identifier);
    await app().user('alice');
    await app().user('bob');
    await publish('bob');
    const reset = () =>
      app()
        .deps.db.updateTable('import_source_users')
        .set({ status: 'pending_reassignment', reassign_to_user_id: null })
        .execute();
    for (const name of variants) {
      await reset();
      const answer = await group.upload(fileOf(`${name}.csv`));
      expect([name, answer.status, answer.json]).toEqual([
        name,
        201,
        { message: 'The file is being processed and you will receive an email when completed.' },
      ]);
      await app().drain();
      const people = await group.people();
      expect([name, ...['11', '12', '13'].map((id) => people.get(id)?.status)]).toEqual([
        name,
        'awaiting_approval',
        'awaiting_approval',
        'pending_reassignment',
      ]);
      const [mail] = (await group.mails('ada@example.test')).toReversed();
      const skipped = name === '09-quoted-newline' ? 0 : 1;
      expect(mail?.text).toContain(`Matched: 2\nFailed: 0\nSkipped: ${skipped}\n`);
      expect(mail?.text).toContain('at-ada');
    }
    expect((await group.download()).text.trimEnd().split('\n')).toHaveLength(2);
    expect(await stored()).toBe(0);

    const asked = (await group.mails('alice@example.test')).length;
    await group.upload(fileOf('01-plain.csv'));
    await app().drain();
    const [again] = (await group.mails('ada@example.test')).toReversed();
    expect(again?.text).toContain('Matched: 2\nFailed: 0\nSkipped: 1\n');
    expect(await group.mails('alice@example.test')).toHaveLength(asked);

    for (const [name, encode] of Object.entries(encodings)) {
      await reset();
      const answer = await group.run(encode(fileOf('01-plain.csv').toString()));
      expect([name, answer.json.matched, answer.json.skipped]).toEqual([name, 2, 1]);
    }
    const neutral = fileOf('01-plain.csv')
      .toString()
      .replace('GitLab username,GitLab public email', 'Service username,Service public e-mail');
    await reset();
    expect((await group.run(neutral)).json.matched).toBe(2);
  });

  it('is refused with a clear sentence when it cannot be read, and nothing changes', async () => {
    const group = await importedGroup(app(), 'bea');
    await group.person('1');
    const latin = Buffer.from(sheet(csvLine('1', 'jürgen')), 'latin1');
    const wide = `${Array.from({ length: 21 }, (_, at) => `c${at}`).join(',')}\n`;
    const refusals: [string, string | Uint8Array, string][] = [
      ['people.txt', sheet(), 'You must upload a CSV file with a .csv file extension.'],
      ['a.csv', '', `${prefix}The provided CSV was not correctly formatted.`],
      [
        'a.csv',
        'Source host,Import type\n',
        `${prefix}The provided CSV was not correctly formatted.`,
      ],
      [
        'a.csv',
        `${csvHeader},GitLab username\n`,
        `${prefix}The provided CSV was not correctly formatted.`,
      ],
      [
        'a.csv',
        sheet(csvLine('1', 'al"ice')),
        `${prefix}The provided CSV was not correctly formatted. Line 2 has a quote inside of a cell.`,
      ],
      [
        'a.csv',
        sheet(csvLine('1', '"alice')),
        `${prefix}The provided CSV was not correctly formatted. The quote that opens on line 2 is never closed.`,
      ],
      [
        'a.csv',
        sheet(csvLine('1', 'Alice'), csvLine('2', '@alice')),
        `${prefix}The provided spreadsheet contains duplicate email addresses or usernames.`,
      ],
      [
        'a.csv',
        sheet(csvLine('1', '', 'A@x.test'), csvLine('2', '', 'a@X.test')),
        `${prefix}The provided spreadsheet contains duplicate email addresses or usernames.`,
      ],
      [
        'a.csv',
        latin,
        `${prefix}The file is neither UTF-8 nor UTF-16: save it as CSV UTF-8, so that no name is read wrong.`,
      ],
      [
        'a.csv',
        Buffer.from(sheet(), 'utf16le'),
        `${prefix}The file is UTF-16 without a byte order mark: save it as CSV UTF-8, so that no name is read wrong.`,
      ],
      [
        'a.csv',
        sheet(csvLine('1', `${'x'.repeat(2000)}\0b`)),
        `${prefix}The file holds a NUL character.`,
      ],
      ['a.csv', wide, `${prefix}The provided CSV was not correctly formatted.`],
      [
        'a.csv',
        sheet(`${csvLine('1')}${',x'.repeat(15)}`),
        `${prefix}The file has more than 20 columns.`,
      ],
      [
        'a.csv',
        sheet(csvLine('1', 'x'.repeat(65_537))),
        `${prefix}Line 2 has a cell of more than 64 kB.`,
      ],
      [
        'a.csv',
        `${csvHeader}\n${`${csvLine('1')}\n`.repeat(250_001)}`,
        `${prefix}The file has more than 250,000 rows.`,
      ],
      ['a.csv', new Uint8Array(64 * 1024 * 1024 + 1), `${prefix}The file has more than 64 MB.`],
    ];
    for (const [name, content, message] of refusals) {
      const answer = await group.upload(content, { name });
      expect([answer.status, answer.json?.message ?? answer.text]).toEqual([422, message]);
    }
    expect(await stored()).toBe(0);
    expect((await group.as()(`GET /bff${group.path}/reassignment_files`)).json).toEqual([]);
    expect((await group.people()).get('1')?.status).toBe('pending_reassignment');
  }, 120_000);
});
