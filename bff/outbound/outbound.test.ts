import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { git, gitText } from '../git/run.ts';
import { updateSettings } from '../modules/application-settings/rules.ts';
import { type DnsServer, startDnsServer } from '../testing/dns-server.ts';
import { scratchGitServer } from '../testing/scratch-git-server.ts';
import { scratchRepository } from '../testing/scratch-repository.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createFetch } from './fetch.ts';
import { callOutside, gitOutside } from './rules.ts';

const refused = 'The address could not be reached or is not allowed';

describe('a call to the outside', () => {
  let app: TestApp;
  let dns: DnsServer;
  const servers: Server[] = [];
  beforeAll(async () => {
    app = await createTestApp();
    dns = await startDnsServer();
    app.deps.resolve = dns.resolve;
    app.deps.fetch = createFetch(dns.resolve);
  });
  afterEach(async () => {
    dns.asked.length = 0;
    dns.before = () => undefined;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
    await allow([]);
  });
  afterAll(async () => {
    await dns.close();
    await app.close();
  });

  const ctx = () => ({ ...app.ctx, ...app.deps });
  const allow = (entries: string[], more: Record<string, unknown> = {}) =>
    updateSettings(app.ctx, {
      allow_local_requests_from_web_hooks_and_services: false,
      deny_all_requests_except_allowed: false,
      dns_rebinding_protection_enabled: true,
      outbound_local_requests_whitelist: entries,
      ...more,
    });
  async function serve(listener: RequestListener, host = '127.0.0.1', at = 0): Promise<number> {
    const server = createServer(listener).listen(at, host);
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  const call = (url: string, request?: Parameters<typeof callOutside>[2]) =>
    callOutside(ctx(), url, request);
  const outcome = (url: string, request?: Parameters<typeof callOutside>[2]) =>
    call(url, request).then(
      ({ status, body }) => `${status} ${body.toString()}`,
      (error: Error) => error.message,
    );
  const read = async (incoming: IncomingMessage) =>
    Buffer.concat(await incoming.toArray()).toString();

  it('reaches an allowed server, sends what is asked and reads what comes back', async () => {
    const port = await serve((request, response) => {
      void read(request).then((body) => {
        response.setHeader('X-Told', 'yes');
        response
          .writeHead(201)
          .end(`${request.method} ${request.url} ${request.headers.host} ${body}`);
      });
    });
    dns.zone.set('hook.example.test', ['127.0.0.1']);
    await allow(['hook.example.test']);
    const answer = await call(`http://hook.example.test:${port}/a?b=c`, {
      method: 'POST',
      body: 'ahoy',
    });
    expect([answer.status, answer.body.toString(), answer.headers['x-told']]).toEqual([
      201,
      `POST /a?b=c hook.example.test:${port} ahoy`,
      'yes',
    ]);
  });

  it('is refused when the name server fails (ce#63959: the error path skipped the check)', async () => {
    dns.zone.set('broken.example.test', 'failure');
    expect(await outcome('http://broken.example.test/')).toBe(refused);
    expect(await outcome('http://unknown.example.test/')).toBe(refused);
    await expect(gitOutside(ctx(), 'http://broken.example.test/r.git')).rejects.toThrow(refused);
  });

  it('is refused for every spelling of a local address (ce#53242: mapped IPv6 was let in)', async () => {
    const port = await serve((_, response) => response.end('inside'), '::');
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '①②⑦.⓪.⓪.①',
      'localhost',
    ]) {
      expect([host, await outcome(`http://${host}:${port}/`)]).toEqual([host, refused]);
    }
  });

  it('goes to the address that was checked, with one look-up (ce#61349, gl#353018: resolved twice)', async () => {
    const port = await serve((_, response) => response.end('checked'));
    await serve((_, response) => response.end('elsewhere'), '127.0.0.2', port);
    await allow([`127.0.0.1:${port}`]);
    dns.zone.set('turns.example.test', ['127.0.0.1']);
    dns.before = (_, count) => {
      if (count > 2) dns.zone.set('turns.example.test', ['127.0.0.2']);
    };
    expect(await outcome(`http://turns.example.test:${port}/`)).toBe('200 checked');
    // One question for each family.
    expect(dns.asked).toEqual(['turns.example.test', 'turns.example.test']);
    expect(await outcome(`http://turns.example.test:${port}/`)).toBe(refused);
  });

  it('checks the target of each redirect (ce#54649, CVE-2026-104636)', async () => {
    const inner = await serve((_, response) => response.end('inside'));
    const targets = [`http://127.0.0.1:${inner}/`, `http://inner.example.test:${inner}/`];
    const port = await serve((request, response) => {
      const target = targets[Number(request.url?.slice(1))] ?? '';
      response.writeHead(302, { Location: target }).end('moved');
    });
    dns.zone.set('outer.example.test', ['127.0.0.1']);
    dns.zone.set('inner.example.test', ['127.0.0.1']);
    await allow(['outer.example.test']);
    for (const at of [0, 1]) {
      const url = `http://outer.example.test:${port}/${at}`;
      expect(await outcome(url, { redirects: 5 })).toBe(refused);
      expect(await outcome(url)).toBe('302 moved');
    }
    await allow(['outer.example.test', 'inner.example.test']);
    const followed = `http://outer.example.test:${port}/1`;
    expect(await outcome(followed, { redirects: 5 })).toBe('200 inside');
  });

  it('follows five redirects at most, and takes no secret to another origin', async () => {
    const seen: Record<string, unknown>[] = [];
    const target = await serve((request, response) => {
      seen.push({ ...request.headers, method: request.method });
      response.end('there');
    });
    const port = await serve((request, response) => {
      const step = Number(request.url?.slice(1));
      const location = step > 1 ? `/${step - 1}` : `http://there.example.test:${target}/`;
      response.writeHead(request.method === 'POST' ? 302 : 307, { Location: location }).end();
    });
    dns.zone.set('far.example.test', ['127.0.0.1']);
    dns.zone.set('there.example.test', ['127.0.0.1']);
    await allow(['far.example.test', 'there.example.test']);
    const headers = { 'X-Token': 'secret', Authorization: 'secret', Accept: 'text/plain' };
    const from = (step: number) =>
      call(`http://far.example.test:${port}/${step}`, {
        method: 'POST',
        body: 'x',
        headers,
        redirects: 9,
      });
    expect((await from(5)).status).toBe(200);
    expect((await from(6)).status).toBe(307);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'GET', accept: 'text/plain' });
    expect(seen[0]).not.toHaveProperty('x-token');
    expect(seen[0]).not.toHaveProperty('authorization');
    expect(seen[0]).not.toHaveProperty('content-length');
  });

  it('fails with one text, whatever went wrong (ce#41642: a port scan by error texts)', async () => {
    const closed = await serve(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    const silent = await serve(() => undefined);
    const endless = await serve((_, response) => {
      response.write('x'.repeat(2000));
      response.write('x'.repeat(2000));
    });
    const cut = await serve((request) => request.socket.destroy());
    dns.zone.set('ours.example.test', ['127.0.0.1']);
    await allow(['ours.example.test']);
    const at = (port: number, scheme = 'http') => `${scheme}://ours.example.test:${port}/`;
    const outcomes = [
      await outcome(at(closed)),
      await outcome(at(silent), { timeout: 100 }),
      await outcome(at(endless), { maxBytes: 3000, timeout: 5000 }),
      await outcome(at(endless), { timeout: 200 }),
      await outcome(at(cut)),
      await outcome(at(silent, 'https'), { timeout: 100 }),
      await outcome(`http://127.0.0.1:${silent}/`),
      await outcome('http://unknown.example.test/'),
      await outcome('ftp://ours.example.test/'),
      await outcome('file:///etc/passwd'),
      await outcome('gopher://ours.example.test/'),
      await outcome('no url'),
      await outcome('http://ours.example.test:0/'),
      await outcome(at(silent), { headers: { 'X-Bad': 'a\r\nb' } }),
    ];
    expect(new Set(outcomes)).toEqual(new Set([refused]));
  });

  it('checks every answer of the name server, not the first alone (CVE-2026-101029)', async () => {
    const port = await serve((_, response) => response.end('inside'));
    for (const answers of [
      ['93.184.216.34', '127.0.0.1'],
      ['93.184.216.34', '::ffff:127.0.0.1'],
      ['2606:2800:220:1::1', '10.0.0.1'],
      ['93.184.216.34', 'fd00::1'],
    ]) {
      dns.zone.set('many.example.test', answers);
      expect(await outcome(`http://many.example.test:${port}/`)).toBe(refused);
    }
  });

  it('obeys the settings: local addresses, nothing but the list, no pinning', async () => {
    const port = await serve((_, response) => response.end('inside'));
    dns.zone.set('local.example.test', ['127.0.0.1']);
    const url = `http://local.example.test:${port}/`;
    expect(await outcome(url)).toBe(refused);
    await allow([], { allow_local_requests_from_web_hooks_and_services: true });
    expect(await outcome(url)).toBe('200 inside');
    expect(await outcome(`http://127.0.0.1:${port}/`)).toBe('200 inside');
    await allow([], {
      allow_local_requests_from_web_hooks_and_services: true,
      deny_all_requests_except_allowed: true,
    });
    expect(await outcome(url)).toBe(refused);
    await allow([`127.0.0.0/8`], { deny_all_requests_except_allowed: true });
    expect(await outcome(url)).toBe('200 inside');
    await allow([`localhost:${port}`], { dns_rebinding_protection_enabled: false });
    dns.zone.set('localhost', ['127.0.0.1']);
    expect(await outcome(`http://localhost:${port}/`)).toBe('200 inside');
  });

  it('leaves a line for the operator that holds the host and no credentials', async () => {
    const lines: unknown[] = [];
    const log = { ...app.deps.log, info: (...line: unknown[]) => lines.push(line) };
    const url = 'http://user:geheim@127.0.0.1:9/?token=geheim';
    await expect(callOutside({ ...ctx(), log: log as never }, url)).rejects.toThrow(refused);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).toContain('127.0.0.1:9');
    expect(JSON.stringify(lines)).not.toContain('geheim');
  });

  it('of git goes to the checked address too (CVE-2026-58508, CVE-2026-70357: git resolved the name anew)', async () => {
    const repo = scratchRepository();
    repo.commit('main', { files: { 'a.txt': 'a' } });
    const server = await scratchGitServer(repo.path);
    const port = new URL(server.url).port;
    dns.zone.set('repo.example.test', ['127.0.0.1']);
    const url = `http://repo.example.test:${port}/repo.git`;
    await expect(gitOutside(ctx(), url)).rejects.toThrow(refused);
    await allow(['repo.example.test']);
    const allowed = await gitOutside(ctx(), url);
    dns.zone.set('repo.example.test', ['127.0.0.2']);
    const args = ['ls-remote', allowed.url];
    // Nobody but this test's name server knows the name.
    const { env } = allowed;
    await expect(git(repo.path, args, { env })).rejects.toThrow('Could not resolve host');
    // Nor does a proxy of the repository's own lead elsewhere.
    await git(repo.path, ['config', 'http.proxy', 'http://127.0.0.1:9']);
    expect(await gitText(repo.path, args, allowed)).toContain('refs/heads/main');
    const hop = await serve((request, response) => {
      response.writeHead(302, { Location: `http://127.0.0.1:${port}${request.url}` }).end();
    });
    dns.zone.set('repo.example.test', ['127.0.0.1']);
    const hopping = await gitOutside(ctx(), `http://repo.example.test:${hop}/repo.git`);
    await expect(git(repo.path, ['ls-remote', hopping.url], hopping)).rejects.toThrow('302');
    for (const other of ['ext::sh -c true', repo.path, 'ftp://repo.example.test/']) {
      const elsewhere = git(repo.path, ['ls-remote', other], allowed);
      await expect(elsewhere).rejects.toThrow('not allowed');
    }
    await server.close();
    repo.remove();
  });
});
