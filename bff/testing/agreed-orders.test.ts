import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { commitFiles } from './scratch.ts';
import { publicKeyText } from './ssh-key-texts.ts';
import { onBothDatabases, type TestUser } from './test-app.ts';

/** A day after the records of this file are made; a day before; no date at all. */
const headers = {
  later: { 'If-Unmodified-Since': 'Sat, 28 Nov 2026 12:00:00 GMT' },
  older: { 'If-Unmodified-Since': 'Thu, 26 Nov 2026 12:00:00 GMT' },
  unreadable: { 'If-Unmodified-Since': 'the day before' },
};

onBothDatabases('requests that are wrong in several ways', (app) => {
  it('meet their subject before their parameters: 401, 404, 403, and only then 400', async () => {
    const owner = await app().user('sue');
    const admin = await app().user('root', { admin: true });
    const stranger = await app().user('sam');
    const reader = await app().user('rita');
    const post = async (path: string, json: object) =>
      (await app().call(`POST ${path}`, { token: owner.token, json })).json;
    const project = await post('/projects', { name: 'order' });
    const group = await post('/groups', { name: 'order', path: 'order' });
    for (const place of [`/projects/${project.id}`, `/groups/${group.id}`]) {
      await post(`${place}/members`, { user_id: reader.id, access_level: accessLevels.reporter });
    }
    // Each body breaks the contract; what says so is the last to be asked.
    const calls = [
      {
        request: `POST /projects/${project.id}/deploy_keys`,
        json: { title: 'no key' },
        allowed: owner,
        error: 'key is missing',
      },
      {
        request: `POST /groups/${group.id}/placeholder_reassignments`,
        json: {},
        allowed: owner,
        error: 'file is missing',
      },
      {
        request: 'PUT /application/settings',
        json: { session_expire_delay: 'soon' },
        allowed: admin,
        error: 'session_expire_delay is invalid',
      },
      {
        request: 'PUT /application/appearance',
        json: { email_header_and_footer_enabled: 'perhaps' },
        allowed: admin,
        error: 'email_header_and_footer_enabled is invalid',
      },
    ];
    for (const { request, json, allowed, error } of calls) {
      const ask = async (by?: TestUser, call = request) => {
        const answer = await app().call(call, { json, token: by?.token });
        return [answer.status, answer.json];
      };
      const place = /(projects|groups)\/\d+/.exec(request);
      const name = place?.[1] === 'projects' ? 'Project' : 'Group';
      expect([request, await ask()]).toEqual([request, [401, { message: '401 Unauthorized' }]]);
      // Hidden looks as if it were not there.
      const nowhere = request.replace(/\/\d+\//, '/999999/');
      const gone = [404, { message: `404 ${name} Not Found` }];
      const strange = place === null ? [] : [await ask(stranger, nowhere), await ask(stranger)];
      expect([request, ...strange]).toEqual([request, ...strange.map(() => gone)]);
      const refused = [403, { message: '403 Forbidden' }];
      expect([request, await ask(reader)]).toEqual([request, refused]);
      expect([request, await ask(allowed)]).toEqual([request, [400, { error }]]);
    }
  });

  it('are 412 where the record is newer than the copy that was to be deleted, and it stays', async () => {
    const { token } = await app().user('pru');
    const post = async (path: string, json: object) => {
      const answer = await app().call(`POST ${path}`, { token, json });
      expect([path, answer.status]).toEqual([path, 201]);
      return answer.json;
    };
    const { id } = await post('/projects', { name: 'stale' });
    const group = await post('/groups', { name: 'stale', path: 'stale' });
    const project = `/projects/${id}`;
    await commitFiles(app(), { id }, { branch: 'main', files: { a: 'a' } });
    await commitFiles(app(), { id }, { branch: 'b', files: { b: 'b' }, from: 'main' });
    const slack = `/groups/${group.id}/integrations/pumble`;
    const schedule = { description: 'nightly', ref: 'main', cron: '0 1 * * *' };
    const merge = { title: 'b', source_branch: 'b', target_branch: 'main' };
    const makers = [
      { path: `${project}/pipeline_schedules`, json: schedule },
      { path: `${project}/triggers`, json: { description: 'once' } },
      { path: `${project}/merge_requests`, json: merge },
      { path: `${project}/deploy_keys`, json: { title: 'CI', key: publicKeyText('ed25519') } },
    ];
    const records: string[] = [];
    for (const { path, json } of makers) {
      const made = await post(path, json);
      records.push(`${path}/${made.iid ?? made.id}`);
    }
    const webhook = { webhook: 'https://chat.example.test/hooks/AAA' };
    await app().call(`PUT ${slack}`, { token, json: webhook });
    for (const record of [...records, slack]) {
      const remove = async (head?: Record<string, string>) => {
        const answer = await app().call(`DELETE ${record}`, { token, headers: head });
        return [record, answer.status, answer.json];
      };
      const stale = [record, 412, { message: '412 Precondition Failed' }];
      expect(await remove(headers.older)).toEqual(stale);
      const kept = await app().call(`GET ${record}`, { token });
      expect([record, kept.status]).toEqual([record, 200]);
      expect(await remove(headers.unreadable)).toEqual([record, 204, undefined]);
    }
    const again = await post(`${project}/triggers`, { description: 'twice' });
    const fresh = { token, headers: headers.later };
    expect((await app().call(`DELETE ${project}/triggers/${again.id}`, fresh)).status).toBe(204);
  });
});
