import { expect, it } from 'vitest';
import { png } from './appearance-stage.ts';
import { csvHeader, csvLine, importedGroup } from './strangers.ts';
import { onBothDatabases } from './test-app.ts';

onBothDatabases('what is no JSON', (app) => {
  it('is a CSV both ways, an image that is uploaded, and a trigger token made by a form', async () => {
    const group = await importedGroup(app(), 'ada');
    await group.person('1');
    const root = await app().user('root', { admin: true });
    const form = (file: Blob, name: string, field = 'file') => {
      const body = new FormData();
      body.set(field, file, name);
      return body;
    };

    const download = await group.download();
    expect(download.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(download.text).toContain(csvHeader);
    const path = `POST ${group.path}/placeholder_reassignments`;
    const csv = new Blob([`${csvHeader}\n${csvLine('1')}\n`], { type: 'text/csv' });
    const upload = await app().call(path, { token: group.token, body: form(csv, 'a.csv') });
    expect([upload.status, typeof upload.json.message]).toEqual([201, 'string']);
    const asJson = await app().call(path, { token: group.token, json: { file: 'a,b' } });
    expect([asJson.status, asJson.json]).toEqual([400, { error: 'file is invalid' }]);

    const put = 'PUT /application/appearance';
    const logo = new Blob([new Uint8Array(png)], { type: 'image/png' });
    const image = await app().call(put, { token: root.token, body: form(logo, 'l.png', 'logo') });
    expect([image.status, image.json.logo]).toEqual([200, expect.stringMatching(/^\/uploads\//)]);
    const asText = await app().call(put, { token: root.token, json: { logo: 'l.png' } });
    expect([asText.status, asText.json]).toEqual([400, { error: 'logo is invalid' }]);

    const trigger = await app().call(`POST ${group.project}/triggers`, {
      token: group.token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'description=Night+build',
    });
    expect([trigger.status, trigger.json.description]).toEqual([201, 'Night build']);
    for (const { headers } of [upload, image, trigger]) {
      expect(headers.get('content-type')).toBe('application/json');
    }
  });
});
