import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { type Answer, type Call, onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('variables of a pipeline schedule', (app) => {
  it('keep their values to the byte and their names to the letter', async () => {
    const { path, projectId, call, member } = await ciProject(app(), 'ada', {
      '.gitlab-ci.yml': 'a: { script: a }',
    });
    const nightly = { description: 'Nightly', ref: 'main', cron: '@daily' };
    const made = (await call(`POST ${path}/pipeline_schedules`, { json: nightly })).json;
    const one = `${path}/pipeline_schedules/${made.id}`;
    const send = (sent: Call): Promise<Answer> => call(`POST ${one}/variables`, sent);
    const form = (body: string): Call => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    const long = 'A'.repeat(255);
    const json = (key: string, value: unknown, more: object = {}) => ({
      json: { key, value, ...more },
    });
    const pem = '-----BEGIN X-----\nab+/=\n-----END X-----\n';
    const kept: [Call, string, string, string?][] = [
      [json('CERT', pem, { variable_type: 'file' }), 'CERT', pem, 'file'],
      [form('key=SP&value=%20%20a%20b%20%20'), 'SP', '  a b  '],
      [form('key=EMPTY&value='), 'EMPTY', ''],
      [form('key=U&value=%F0%9F%94%91%0D%0Ax'), 'U', '🔑\r\nx'],
      [json('J', '{"a":[1,"$B"]}'), 'J', '{"a":[1,"$B"]}'],
      [json(long, 'x'), long, 'x'],
      [json('1ABC', 'x'), '1ABC', 'x'],
      [json('_', 'x'), '_', 'x'],
      [json('cert', 'x'), 'cert', 'x'],
      [json(' TRIM\n', 'x'), 'TRIM', 'x'],
      [json('N', 5), 'N', '5'],
    ];
    const variables = kept.map(([, key, value, variable_type = 'env_var']) => ({
      variable_type,
      key,
      value,
      raw: false,
    }));
    for (const [at, [sent]] of kept.entries()) {
      const answer = await send(sent);
      expect([answer.status, answer.json]).toEqual([201, variables[at]]);
    }
    expect((await call(`GET ${one}`)).json.variables).toEqual(variables);

    const chars = { message: { key: ["can contain only letters, digits and '_'."] } };
    const refused: [Call, object][] = [
      [
        json('A'.repeat(256), 'x'),
        { message: { key: ['is too long (maximum is 255 characters)'] } },
      ],
      ...['A-B', 'A B', 'ÄB', 'A.B'].map((key): [Call, object] => [json(key, 'x'), chars]),
      [json('', 'x'), { message: { key: ["can't be blank", ...chars.message.key] } }],
      [json('CERT', 'again'), { message: { key: ['has already been taken'] } }],
      [
        json('T', '1', { variable_type: 'secret' }),
        { error: 'variable_type does not have a valid value' },
      ],
      [{ json: { key: 'T' } }, { error: 'value is missing' }],
      [{ json: { value: 'x' } }, { error: 'key is missing' }],
      [
        json('T', 'x'.repeat(65_537)),
        { message: { value: ['is too long (maximum is 65536 characters)'] } },
      ],
    ];
    for (const [sent, body] of refused) {
      const answer = await send(sent);
      expect([answer.status, answer.json]).toEqual([400, body]);
    }

    const at = (key: string) => `${one}/variables/${key}`;
    const changed = await call(`PUT ${at('CERT')}`, form('value=x'));
    expect([changed.status, changed.json]).toEqual([200, { ...variables[0], value: 'x' }]);
    const typed = await call(`PUT ${at('CERT')}`, {
      json: { value: pem, variable_type: 'env_var' },
    });
    expect(typed.json).toEqual({ ...variables[0], variable_type: 'env_var' });
    expect(
      (await call(`PUT ${at('CERT')}`, { json: { value: 'x', variable_type: 'y' } })).json,
    ).toEqual({
      error: 'variable_type does not have a valid value',
    });
    expect((await call(`PUT ${at('CERT')}`, { json: {} })).json).toEqual({
      error: 'value is missing',
    });
    expect((await call(`GET ${at('CERT')}`)).json).toEqual(typed.json);
    const none = [404, { message: '404 Pipeline Schedule Variable Not Found' }];
    const gone = await call(`DELETE ${at('CERT')}`);
    expect([gone.status, gone.json]).toEqual([202, typed.json]);
    for (const request of [
      `DELETE ${at('CERT')}`,
      `GET ${at('CERT')}`,
      `PUT ${at('none')}`,
      `GET ${at('CERt')}`,
    ]) {
      const answer = await call(request, { json: { value: 'x' } });
      expect([answer.status, answer.json]).toEqual(none);
    }
    const devi = await member('devi', 30);
    expect((await call(`GET ${one}`, { token: devi.token })).json).not.toHaveProperty('variables');

    // What the run gets is what was written, and nobody reads it in the database or the audit log.
    await call(`POST ${one}/play`);
    await app().drain();
    const { last_pipeline } = (await call(`GET ${one}`)).json;
    expect((await call(`GET ${path}/pipelines/${last_pipeline.id}/variables`)).json).toEqual(
      variables.slice(1),
    );
    const { db } = app().deps;
    const stored = await db.selectFrom('pipeline_schedule_variables').selectAll().execute();
    const told = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('project_id', '=', projectId)
      .execute();
    expect(JSON.stringify([stored, told])).not.toMatch(/BEGIN X|a b/);
    for (let more = stored.length; more < 100; more++) {
      await db
        .insertInto('pipeline_schedule_variables')
        .values({ pipeline_schedule_id: made.id, key: `M${more}`, encrypted_value: '' })
        .execute();
    }
    expect((await send(json('ONE_MORE', 'x'))).json).toEqual({
      message: { base: ['Maximum number of variables (100) exceeded'] },
    });
  });

  it('can be sent with the schedule, all of them or nothing', async () => {
    const { path, call, projectId } = await ciProject(app(), 'bob');
    const nightly = { description: 'Nightly', ref: 'main', cron: '@daily' };
    const send = (variables: object[]) =>
      call(`POST ${path}/pipeline_schedules`, { json: { ...nightly, variables } });
    const variables = [
      { key: 'A', value: 'a\n' },
      { key: 'B', value: '', variable_type: 'file' },
    ];
    const made = await send(variables);
    expect([made.status, made.json.variables]).toEqual([
      201,
      [
        { variable_type: 'env_var', key: 'A', value: 'a\n', raw: false },
        { variable_type: 'file', key: 'B', value: '', raw: false },
      ],
    ]);
    const taken = { message: { key: ['has already been taken'] } };
    expect((await send([...variables, { key: 'A ', value: 'x' }])).json).toEqual(taken);
    expect(
      (
        await send([
          { key: 'A', value: 'x' },
          { key: 'a-b', value: 'x' },
        ])
      ).status,
    ).toBe(400);
    expect((await send([{ key: 'A' }])).json).toEqual({ error: 'variables[0][value] is missing' });
    await app()
      .deps.db.updateTable('projects')
      .set({ ci_pipeline_variables_minimum_override_role: 'no_one_allowed' })
      .where('id', '=', projectId)
      .execute();
    expect((await send(variables)).status).toBe(403);
    expect((await call(`GET ${path}/pipeline_schedules`)).json).toHaveLength(1);
  });
});
