import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goLive, type LiveServer } from './live-server.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { workshop } from './workshop.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  module: 'preserve',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
};

/** What a program would do with the client; its types are asserted along the way. */
const program = (token: string, id: string) => `
import { type AdminUser, type ListedMergeRequest, MergeRequestsService, OpenAPI } from './client';

type IsAny<T> = 0 extends 1 & T ? true : false;
const typed: IsAny<ListedMergeRequest['author']> | IsAny<ListedMergeRequest['labels']> = false;
const nullable: null extends AdminUser['created_by'] ? true : false = true;
const mandatory: null extends ListedMergeRequest['author'] ? true : false = false;

OpenAPI.HEADERS = { 'PRIVATE-TOKEN': ${JSON.stringify(token)} };
const rows = await MergeRequestsService.mergeRequestsList({ id: ${JSON.stringify(id)}, state: 'opened' });
const told = rows.map((row) => [row.iid, row.title, 'author' in row && row.author.username]);
console.log(JSON.stringify([told, typed, nullable, mandatory]));
`;

describe('a client made of the OpenAPI document', () => {
  let app: TestApp;
  let server: LiveServer;
  const folder = mkdtempSync(join(tmpdir(), 'qd-client-'));
  beforeAll(async () => {
    app = await createTestApp();
    server = await goLive(app);
  });
  afterAll(async () => {
    await server.close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('compiles under strict and lists merge requests of a live server', async () => {
    const { owner, project, open } = await workshop(app);
    await open({ title: 'Add a pier' });
    const answer = await fetch(`${server.url}/api/v4/openapi.json`);
    const document = (await answer.json()) as Record<string, unknown>;
    document.servers = [{ url: server.url }];
    const output = join(folder, 'client');
    await generate({ input: document, output, httpClient: 'fetch', useOptions: true });
    writeFileSync(join(folder, 'main.ts'), program(owner.token, String(project.id)));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const config = JSON.stringify({ compilerOptions, include: ['client', 'main.ts'] });
    writeFileSync(join(folder, 'tsconfig.json'), config);
    const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(compiled.stdout).toBe('');
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
    const ran = await run(process.execPath, [tsx, join(folder, 'main.ts')]);
    expect(JSON.parse(ran.stdout)).toEqual([
      [[1, 'Add a pier', owner.username]],
      false,
      true,
      false,
    ]);
  });
});
