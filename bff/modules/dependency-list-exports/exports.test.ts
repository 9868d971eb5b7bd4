import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const lock = JSON.stringify({
  name: 'quay',
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { '@tide/gauge': '^2', left: '1' } },
    'node_modules/@tide/gauge': {
      version: '2.0.1',
      license: 'MIT',
      dependencies: { left: '1', '=cmd': '1' },
    },
    'node_modules/left': { version: '1.3.0', license: '(ISC OR Apache-2.0)' },
    'node_modules/=cmd': { version: '1.0.0', license: 'Harbour, "Licence"\nof 1987' },
  },
});
const day = 86_400_000;

onBothDatabases('dependency list exports', (app) => {
  const files = () => {
    const folder = join(app().deps.dataDir, 'exports');
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('/'),
    );
  };
  const project = async (name: string, more: Record<string, string> = {}) => {
    const made = await ciProject(app(), name, { 'web/package-lock.json': lock, ...more });
    const create = (json: object, token?: string) =>
      made.call(`POST ${made.path}/dependency_list_exports`, { json, ...(token && { token }) });
    const show = (id: number, token = made.token) =>
      app().call(`GET /dependency_list_exports/${id}`, { token });
    const download = (id: number, token = made.token) =>
      app().call(`GET /dependency_list_exports/${id}/download`, { token });
    return { ...made, create, show, download };
  };

  it('C37: the life of one export: running, finished, its author’s alone, gone when its time is over', async () => {
    const { path, call, create, show, download, member, token, fullPath } = await project('ada');
    const mate = await member('mate_of_ada', 30);
    const guest = await member('guest_of_ada', 10);
    const reporter = await member('reporter_of_ada', 20);
    const odd = await app().user('odd_to_ada');
    const root = await app().user('root_to_ada', { admin: true });
    const start = app().clock.now();
    const at = 'http://127.0.0.1:3000/api/v4/dependency_list_exports';
    const made = await create({ export_type: 'csv', send_email: true }, mate.token);
    const { id } = made.json;
    expect([made.status, made.json]).toEqual([
      201,
      {
        id,
        status: 'running',
        has_finished: false,
        export_type: 'csv',
        send_email: true,
        expires_at: expect.stringMatching(/^2026-12-04T12:/),
        self: `${at}/${id}`,
        download: `${at}/${id}/download`,
      },
    ]);
    const running = await show(id, mate.token);
    expect([running.status, running.json, running.headers.get('poll-interval')]).toEqual([
      202,
      made.json,
      '5000',
    ]);
    const early = await download(id, mate.token);
    expect([early.status, early.json]).toEqual([
      404,
      { message: '404 DependencyListExport Not Found' },
    ]);
    app().clock.set(start + 60_000);
    await app().drain();
    const done = await show(id, mate.token);
    expect([done.status, done.json]).toEqual([
      200,
      {
        ...made.json,
        status: 'finished',
        has_finished: true,
        expires_at: expect.stringMatching(/^2026-12-04T12:/),
      },
    ]);
    expect(done.json.expires_at > made.json.expires_at).toBe(true);
    const file = await app().fetch(
      new Request(done.json.download, { headers: { 'private-token': mate.token } }),
    );
    expect([file.status, file.headers.get('content-type')]).toEqual([
      200,
      'application/octet-stream',
    ]);
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="project_\d+_dependencies_2026-11-27T12\d\d\.csv"; filename\*=UTF-8''/,
    );
    const branch = (await call(`GET ${path}/repository/branches/main`)).json;
    const blob = `/${fullPath}/-/blob/${branch.commit.id}/web/package-lock.json`;
    expect(await file.text()).toBe(
      [
        'Name,Version,Packager,Location,License Identifiers,Project,Vulnerabilities Detected,Vulnerability IDs',
        `'@tide/gauge,2.0.1,npm,${blob},MIT,${fullPath},0,`,
        `left,1.3.0,npm,${blob},ISC; Apache-2.0,${fullPath},0,`,
        `'=cmd,1.0.0,npm,${blob},"Harbour, ""Licence""\\nof 1987",${fullPath},0,`,
        '',
      ].join('\n'),
    );

    const forbidden = { message: '403 Forbidden' };
    for (const other of [token, root.token]) {
      const answers = [await show(id, other), await download(id, other)];
      expect(answers.map(({ status, json }) => [status, json])).toEqual([
        [403, forbidden],
        [403, forbidden],
      ]);
    }
    for (const request of [`${id}`, `${id}/download`]) {
      const anonymous = await app().call(`GET /dependency_list_exports/${request}`);
      expect([anonymous.status, anonymous.json]).toEqual([401, { message: '401 Unauthorized' }]);
    }
    for (const less of [guest, reporter]) {
      const refused = await create({ export_type: 'csv' }, less.token);
      expect([refused.status, refused.json]).toEqual([403, forbidden]);
    }
    const hidden = await create({ export_type: 'csv' }, odd.token);
    expect([hidden.status, hidden.json]).toEqual([404, { message: '404 Project Not Found' }]);
    const unknown = await show(999_999);
    expect([unknown.status, unknown.json]).toEqual([404, { message: '404 Not Found' }]);
    expect((await app().call('GET /dependency_list_exports/abc', { token })).json).toEqual({
      error: 'id is invalid',
    });

    await call(`PUT ${path}/members/${mate.id}`, { json: { access_level: 20 } });
    const lost = [await show(id, mate.token), await download(id, mate.token)];
    expect(lost.map(({ status }) => status)).toEqual([403, 403]);
    await call(`PUT ${path}/members/${mate.id}`, { json: { access_level: 30 } });

    const mails = await app().deps.db.selectFrom('mails').selectAll().execute();
    expect(
      mails.map(({ to, subject, text }) => [to, subject, text.includes(`${at}/${id}/download`)]),
    ).toEqual([['mate_of_ada@example.test', 'of ada | Dependency List export', true]]);

    app().clock.set(start + 8 * day);
    const over = [await show(id, mate.token), await download(id, mate.token)];
    expect(over.map(({ status, json }) => [status, json])).toEqual([
      [404, { message: '404 Not Found' }],
      [404, { message: '404 Not Found' }],
    ]);
    expect(files()).toHaveLength(1);
    await enqueue(app().ctx, 'tend_exports', {});
    await app().drain();
    const rows = await app().deps.db.selectFrom('dependency_list_exports').select('id').execute();
    expect([files(), rows]).toEqual([[], []]);
    app().clock.set(start);
  });

  it('refuse what is no type of their subject, and columns of anything but csv', async () => {
    const { path, create, call, token, member } = await project('bea');
    const reporter = await member('reporter_of_bea', 20);
    const group = await call('POST /groups', { json: { name: 'Bea', path: 'bea-group' } });
    const { json: run } = await call(`POST ${path}/pipeline`, { json: { ref: 'main' } });
    const refusals = async (request: string, bodies: readonly object[]) => {
      const answers = [];
      for (const json of bodies) {
        const answer = await call(`POST ${request}/dependency_list_exports`, { json });
        answers.push([answer.status, answer.json.error ?? answer.json.message]);
      }
      return answers;
    };
    const invalid = [400, 'export_type does not have a valid value'];
    const missing = [400, 'export_type is missing'];
    expect(
      await refusals(path, [{}, { export_type: 'json_array' }, { export_type: 'sbom' }]),
    ).toEqual([missing, invalid, invalid]);
    expect(
      await refusals(`/groups/${group.json.id}`, [{}, { export_type: 'dependency_list' }]),
    ).toEqual([missing, invalid]);
    expect(await refusals(`/pipelines/${run?.id ?? 1}`, [{}, { export_type: 'csv' }])).toEqual([
      missing,
      invalid,
    ]);
    expect(
      await refusals(path, [
        { export_type: 'csv', send_email: 'perhaps' },
        { export_type: 'csv', columns: ['tide'] },
        { export_type: 'spdx_2_3_json', columns: ['purl'] },
      ]),
    ).toEqual([
      [400, 'send_email is invalid'],
      [400, 'columns does not have a valid value'],
      [422, ['Columns can be chosen for csv alone']],
    ]);
    expect(
      await refusals(`/groups/${group.json.id}`, [
        { export_type: 'json_array', columns: ['purl'] },
      ]),
    ).toEqual([[422, ['Columns can be chosen for csv alone']]]);
    // Of two things that are wrong the first in order is told.
    const byReporter = [
      await create({ export_type: 'sbom' }, reporter.token),
      await create({ export_type: 'spdx_2_3_json', columns: ['purl'] }, reporter.token),
    ];
    expect(byReporter.map(({ status }) => status)).toEqual([400, 403]);
    const wrongTwice = await app().call(`POST ${path}/dependency_list_exports`, { json: {} });
    expect(wrongTwice.status).toBe(401);
    const nowhere = await app().call('POST /projects/999999/dependency_list_exports', {
      token,
      json: {},
    });
    expect(nowhere.json).toEqual({ error: 'export_type is missing' });
    expect((await create({ export_type: 'csv' })).json.send_email).toBe(false);
  });

  it('GHSA-xgwh: no cell begins like a formula, and further columns are there when they are chosen', async () => {
    const { create, download } = await project('cyd');
    const columns = ['purl', 'direct', 'license_urls', 'first_seen'];
    const { id } = (await create({ export_type: 'csv', columns })).json;
    await app().drain();
    const { text } = await download(id);
    const [head, ...lines] = text.trimEnd().split('\n');
    expect(head).toMatch(/,Package URL,Dependency Type,License URLs,First Seen$/);
    const cells = lines.flatMap((line) => line.split(','));
    expect(cells.filter((cell) => /^"?[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(text).toContain("'=cmd,");
    expect(text).toMatch(
      /left,.*,pkg:npm\/left@1\.3\.0,direct,https:\/\/spdx\.org\/licenses\/ISC\.html; https:\/\/spdx\.org\/licenses\/Apache-2\.0\.html,2026-11-/,
    );
    expect(text).toMatch(/'=cmd,.*,transitive,,2026/);
  });
});
