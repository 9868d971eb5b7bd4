import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, describeVariables, readConfig, variables } from './config.ts';
import { tableRows } from './testing/markdown-table.ts';

const wrong: Readonly<Record<keyof typeof variables, readonly string[]>> = {
  host: [],
  port: ['http', '-1', '65536', '80.5'],
  publicUrl: ['deck.example.test', 'ftp://deck.example.test', 'http://'],
  dataDir: [],
  databaseUrl: ['mysql://x', 'postgres', '/tmp/file'],
  secretKey: ['short', 'A'.repeat(44), `${'A'.repeat(43)}=,short`],
  rootPassword: ['1234567'],
  rootToken: ['short', 'with spaces in it, twenty'],
  smtpUrl: ['mail.example.test', 'http://mail.example.test'],
  mailFrom: ['a', 'no address', 'two@example.test, three@example.test', 'a@b\nBcc: c@d'],
  logLevel: ['loud'],
  trustProxy: ['yes', '-1', '1.5'],
  maxRequests: ['0', 'all'],
  maxGitRequests: ['0', '1.5'],
  minScheduleInterval: ['0', 'often'],
  maxSchedulesPerProject: ['-1', 'many'],
  queryTimeout: ['0', '3601', 'soon'],
  impersonation: ['yes', '1'],
  metricsToken: ['short'],
  sshPort: ['ssh', '70000'],
  sshHost: [],
  clock: ['tomorrow', '2026-11-27'],
};

describe('the configuration', () => {
  it.each(
    Object.entries(wrong).flatMap(([name, values]) =>
      values.map((value) => [name, value] as const),
    ),
  )('%s cannot be %j, and one sentence says so', (name, value) => {
    const row = variables[name as keyof typeof variables];
    const read = () => readConfig({ [row.env]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`${row.env} must be ${row.expects}.`);
  });

  it('is whole without any variable, and an empty one counts as unset', () => {
    const config = readConfig({ QD_PORT: '', DATABASE_URL: '' });
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, dataDir: './data' });
    expect(config.databaseUrl).toBeUndefined();
    expect(readConfig({ QD_PUBLIC_URL: 'https://deck.example.test//' }).publicUrl).toBe(
      'https://deck.example.test',
    );
  });

  it('refuses a movable clock on a server with https', () => {
    const env = { QD_CLOCK: '2026-11-27T12:00:00Z' };
    expect(readConfig(env).clock).toBe('2026-11-27T12:00:00Z');
    expect(() => readConfig({ ...env, QD_PUBLIC_URL: 'https://deck.example.test' })).toThrow(
      'QD_CLOCK is for tests and is refused with an https QD_PUBLIC_URL.',
    );
  });

  it('describes each variable with its default', () => {
    const table = describeVariables();
    for (const { env, doc } of Object.values(variables)) {
      expect(table).toMatch(
        new RegExp(`^  ${env} +${doc.slice(0, 12).replace(/[()]/g, '.')}`, 'm'),
      );
    }
    expect(table).toContain('(3000)');
  });

  it('is described whole in the guide for operators', () => {
    const guide = readFileSync(new URL('../docs/operate.md', import.meta.url), 'utf8');
    const described = tableRows(guide).filter((row) => row.header[0] === 'Variable');
    const rows = Object.values(variables).map(({ env, fallback, expects, doc }) => [
      `\`${env}\``,
      fallback === undefined ? 'unset' : `\`${fallback}\``,
      expects,
      doc,
    ]);
    expect(described.map((row) => row.cells)).toEqual(rows);
  });
});
