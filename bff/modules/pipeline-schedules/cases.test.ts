import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { form } from '../../testing/form-bodies.ts';
import { type Call, onBothDatabases, testTime } from '../../testing/test-app.ts';

const accepted: readonly [string, ...string[]][] = [
  ['0 10 * * MON-FRI', '2026-11-30T10:00'],
  ['0 0 * JAN-MAR MON', '2027-01-04T00:00'],
  ['0 0 L * *', '2026-11-30T00:00'],
  ['0 0 -1 * *', '2026-11-30T00:00'],
  ['0 0 15,L * *', '2026-11-30T00:00', '2026-12-15T00:00'],
  ['0 9 * * MON#1', '2026-12-07T09:00'],
  ['0 9 * * fri#-1', '2026-12-25T09:00'],
  ['*/45 * * * *', '2026-11-27T12:45', '2026-11-27T13:00'],
  ['0 */5 * * *', '2026-11-27T15:00', '2026-11-27T20:00', '2026-11-28T00:00'],
  ['5/15 * * * *', '2026-11-27T12:05'],
  ['0 22-2 * * *', '2026-11-27T22:00'],
  ['0 0 * * 6-7', '2026-11-28T00:00', '2026-11-29T00:00'],
  ['00 08,09 * * *', '2026-11-28T08:00'],
  ['@daily', '2026-11-28T00:00'],
  ['@monthly', '2026-12-01T00:00'],
  ['@yearly', '2027-01-01T00:00'],
  ['  0\t1  *  * 5 ', '2026-12-04T01:00'],
];

const refused = [
  '* * * *',
  '60 * * * *',
  '0 25 * * *',
  '0 0 0 * *',
  '0 0 32 * *',
  '0 0 1 13 *',
  '* * * * 8',
  '0 0 30 2 *',
  '0 0 31 4 *',
  '*/0 * * * *',
  '0 0 LW * *',
  '0 0 15W * *',
  '0 0 ? * 1',
  '0 9 * * 5L',
  '0 0 * * 1#6',
  '0 9 * * 1 Europe/Oslo',
  'CRON_TZ=Asia/Tokyo 0 6 * * *',
  'every day at noon',
  '@reboot',
  '0 0 * * funday',
  '1.5 * * * *',
  '',
  '1,'.repeat(10_000),
];

onBothDatabases('cases of pipeline schedules', (app) => {
  const project = async (name: string) => {
    const made = await ciProject(app(), name);
    const at = `${made.path}/pipeline_schedules`;
    const create = (cron: string) =>
      made.call(`POST ${at}`, { json: { description: 'x', ref: 'main', cron } });
    return { ...made, at, create };
  };

  it('C25: cron texts that people send are taken, kept, and run when they mean', async () => {
    const { at, call, create } = await project('ada');
    app().clock.set(Date.parse(testTime));
    for (const [cron, ...times] of accepted) {
      const { status, json } = await create(cron);
      const wanted = [cron, 201, cron, `${times[0]}:00.000Z`];
      expect([cron, status, json.cron, json.next_run_at]).toEqual(wanted);
      const asked = { json: { cron, count: times.length } };
      const { runs } = (await call('POST /bff/previews/cron', asked)).json;
      const shown = runs.map((run: { at: string }) => run.at.slice(0, 16));
      expect([cron, ...shown]).toEqual([cron, ...times]);
      await call(`DELETE ${at}/${json.id}`);
    }
  });

  it('C26: cron texts that are none are refused within a second, and nothing is stored', async () => {
    const { at, call, create } = await project('bob');
    for (const cron of refused) {
      const before = process.cpuUsage();
      const { status, json } = await create(cron);
      const { user, system } = process.cpuUsage(before);
      const blank = cron === '' ? ["can't be blank"] : [];
      const said = { message: { cron: [...blank, 'syntax is invalid'] } };
      expect([cron.slice(0, 40), status, json]).toEqual([cron.slice(0, 40), 400, said]);
      expect((user + system) / 1000).toBeLessThan(1000);
    }
    expect((await call(`GET ${at}`)).json).toEqual([]);
  });

  it('C32: variables keep keys, values and types as they came, and wrong ones store nothing', async () => {
    const { at, call, create, member } = await project('cyd');
    const one = `${at}/${(await create('@daily')).json.id}`;
    const json = (key: string, value: unknown, more = {}) => ({ json: { key, value, ...more } });
    const pem = '-----BEGIN X-----\nab+/=\n-----END X-----\n';
    const long = 'A'.repeat(255);
    const taken: [Call, string, string, string?][] = [
      [json('CERT', pem, { variable_type: 'file' }), 'CERT', pem, 'file'],
      [form('key=SP&value=%20%20a%20b%20%20'), 'SP', '  a b  '],
      [form('key=EMPTY&value='), 'EMPTY', ''],
      [form('key=U&value=%F0%9F%94%91%0D%0Ax'), 'U', '🔑\r\nx'],
      [json('J', '{"a":[1,"$B"]}'), 'J', '{"a":[1,"$B"]}'],
      [json(long, 'x'), long, 'x'],
      [json('1ABC', 'x'), '1ABC', 'x'],
      [json('_', 'x'), '_', 'x'],
      [json('cert', 'x'), 'cert', 'x'],
      [json('N', 5), 'N', '5'],
    ];
    for (const [sent, key] of taken) {
      expect([key, (await call(`POST ${one}/variables`, sent)).status]).toEqual([key, 201]);
    }
    const stored = taken.map(([, key, value, variable_type = 'env_var']) => ({
      variable_type,
      key,
      value,
      raw: false,
    }));
    const there = async () => (await call(`GET ${one}`)).json.variables;
    expect(await there()).toEqual(stored);

    const onKey = { message: { key: expect.any(Array) } };
    const wrong: [Call, object][] = [
      ...['A'.repeat(256), 'A-B', 'A B', 'ÄB', 'A.B', ''].map((key): [Call, object] => [
        json(key, 'x'),
        onKey,
      ]),
      [json('CERT', 'again'), { message: { key: ['has already been taken'] } }],
      [
        form('key=T&value=1&variable_type=secret'),
        { error: 'variable_type does not have a valid value' },
      ],
      [{ json: { key: 'T' } }, { error: 'value is missing' }],
    ];
    for (const [sent, body] of wrong) {
      const answer = await call(`POST ${one}/variables`, sent);
      expect([answer.status, answer.json]).toEqual([400, body]);
    }
    expect(await there()).toEqual(stored);

    const changed = await call(`PUT ${one}/variables/CERT`, form('value=x'));
    expect([changed.status, changed.json]).toEqual([200, { ...stored[0], value: 'x' }]);
    const none = { message: '404 Pipeline Schedule Variable Not Found' };
    const unknown = await call(`PUT ${one}/variables/none`, form('value=x'));
    expect([unknown.status, unknown.json]).toEqual([404, none]);
    const gone = await call(`DELETE ${one}/variables/CERT`);
    expect([gone.status, gone.json]).toEqual([202, changed.json]);
    expect((await call(`DELETE ${one}/variables/CERT`)).status).toBe(404);
    const devi = await member('devi', 30);
    const hers = await call(`GET ${one}`, { token: devi.token });
    expect([hers.status, 'variables' in hers.json]).toEqual([200, false]);
  });
});
