import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from '@playwright/test';
import { fillDependencies } from './bench/exports.ts';
import { ask } from './bench/server.ts';
import { prepareInstance } from './proof/instance.ts';

const components = 100_000;

interface Made {
  id: number;
  components_done: number;
}

test('row 49: a server that is killed in the middle of an export goes on with it, and delivers it whole and once', async () => {
  test.setTimeout(480_000);
  const instance = await prepareInstance();
  const server = { url: instance.url, token: instance.rootToken };
  try {
    await instance.start();
    const group = await ask<{ id: number }>(server, 'POST /groups', { name: 'Sea', path: 'sea' });
    await instance.kill();
    fillDependencies(instance, group.id, components);
    await instance.start();
    const at = `/groups/${group.id}/dependency_list_exports`;
    const asked = { export_type: 'json_array', send_email: true };
    const { id } = await ask<Made>(server, `POST ${at}`, asked);
    const headers = { 'private-token': instance.rootToken };
    const doneNow = async () => {
      const answer = await fetch(`${instance.url}/bff${at}`, { headers });
      const rows = (await answer.json()) as Made[];
      return rows.find((row) => row.id === id)?.components_done;
    };
    await expect.poll(doneNow, { timeout: 120_000, intervals: [5] }).toBeGreaterThan(0);
    await instance.kill();

    const of = (path: string) =>
      fetch(`${instance.url}/api/v4/dependency_list_exports/${id}${path}`, { headers });
    const one = <T>(sql: string) => {
      const db = new Sqlite(join(instance.dataDir, 'quarterdeck.sqlite'), { readonly: true });
      try {
        return db.prepare(sql).get() as T;
      } finally {
        db.close();
      }
    };
    const row = `select status, attempts, file_key from dependency_list_exports where id = ${id}`;
    expect(one(row)).toEqual({ status: 'running', attempts: 1, file_key: null });
    await instance.start();
    await expect.poll(async () => (await of('')).status, { timeout: 120_000 }).toBe(200);
    expect(await (await of('')).json()).toMatchObject({ status: 'finished', has_finished: true });
    const file = await of('/download');
    const told = (await file.json()) as { name: string }[];
    expect([file.status, told.length]).toEqual([200, components]);
    expect(new Set(told.map(({ name }) => name)).size).toBe(components);
    expect(one('select count(*) as count from mails')).toEqual({ count: 1 });
  } catch (error) {
    throw new Error(`The server printed:\n${instance.printed()}`, { cause: error });
  } finally {
    await instance.remove();
  }
});
