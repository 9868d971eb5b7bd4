import * as z from 'zod';

interface Variable {
  env: string;
  /** What the table says where there is no default. */
  fallback: string | undefined;
  schema: z.ZodType;
  expects: string;
  doc: string;
}

const port = z.coerce.number().int().min(0).max(65535);
const count = z.coerce.number().int().min(0);
const some = z.coerce.number().int().min(1);
const instant = z.iso.datetime({ offset: true });

const key = z
  .string()
  .refine((value) =>
    value.split(',').every((part) => Buffer.from(part.trim(), 'base64').length === 32),
  );

const address = '[^\\s@<>"\',;]+@[^\\s@<>"\',;]+';
const sender = z.string().regex(new RegExp(`^(?:${address}|[^<>"\\r\\n,;]+ <${address}>)$`));

const publicUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

/** Every variable, once: the parser, `--help` and the docs read these rows. */
export const variables = {
  host: {
    env: 'QD_HOST',
    fallback: '127.0.0.1',
    schema: z.string().min(1),
    expects: 'a host name or address',
    doc: 'Address to listen on',
  },
  port: {
    env: 'QD_PORT',
    fallback: '3000',
    schema: port,
    expects: 'a port from 0 to 65535',
    doc: 'Port to listen on',
  },
  publicUrl: {
    env: 'QD_PUBLIC_URL',
    fallback: undefined,
    schema: publicUrl,
    expects: 'an http or https URL',
    doc: 'Address that people use; unset: http://QD_HOST:QD_PORT',
  },
  dataDir: {
    env: 'QD_DATA_DIR',
    fallback: './data',
    schema: z.string().min(1),
    expects: 'a folder',
    doc: 'Folder of the database, the repositories and the files',
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    fallback: undefined,
    schema: z.string().regex(/^postgres(ql)?:\/\//),
    expects: 'a postgres:// URL',
    doc: 'PostgreSQL instead of SQLite',
  },
  secretKey: {
    env: 'QD_SECRET_KEY',
    fallback: undefined,
    schema: key,
    expects: '32 bytes in base64, several joined by commas',
    doc: 'Key of stored secrets, the current one first; unset: a 0600 file in the data directory',
  },
  rootPassword: {
    env: 'QD_ROOT_PASSWORD',
    fallback: undefined,
    schema: z.string().min(8),
    expects: 'at least 8 characters',
    doc: 'Password of root at the first start',
  },
  rootToken: {
    env: 'QD_ROOT_TOKEN',
    fallback: undefined,
    schema: z.string().regex(/^[\w-]{20,255}$/),
    expects: '20 to 255 letters, digits, - and _',
    doc: 'Access token of root at the first start',
  },
  smtpUrl: {
    env: 'QD_SMTP_URL',
    fallback: undefined,
    schema: z.string().regex(/^smtps?:\/\//),
    expects: 'an smtp:// or smtps:// URL',
    doc: 'Mail server; unset: the one named at `/admin/system/mail-server`, and without one mails are kept in the sent-mail table',
  },
  mailFrom: {
    env: 'QD_MAIL_FROM',
    fallback: 'quarterdeck@localhost',
    schema: sender,
    expects: 'an address, or a name and <an address>',
    doc: 'Sender of mails',
  },
  logLevel: {
    env: 'QD_LOG_LEVEL',
    fallback: 'info',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    expects: 'fatal, error, warn, info, debug, trace or silent',
    doc: 'Least level that is logged',
  },
  trustProxy: {
    env: 'QD_TRUST_PROXY',
    fallback: '0',
    schema: count,
    expects: 'a number of proxies',
    doc: 'Proxies in front whose X-Forwarded-For entries count',
  },
  maxRequests: {
    env: 'QD_MAX_REQUESTS',
    fallback: '256',
    schema: some,
    expects: 'a number from 1',
    doc: 'Requests at work at once; four times as many wait, and what is beyond gets 503',
  },
  maxGitRequests: {
    env: 'QD_MAX_GIT_REQUESTS',
    fallback: '64',
    schema: some,
    expects: 'a number from 1',
    doc: 'Clones, fetches and pushes at work at once; four times as many wait',
  },
  minScheduleInterval: {
    env: 'QD_MIN_SCHEDULE_INTERVAL',
    fallback: '1',
    schema: some,
    expects: 'minutes from 1',
    doc: 'Least minutes between two runs of a pipeline schedule; earlier times are left out',
  },
  maxSchedulesPerProject: {
    env: 'QD_MAX_SCHEDULES_PER_PROJECT',
    fallback: '10',
    schema: count,
    expects: 'a number, 0 for no cap',
    doc: 'Most pipeline schedules of a project',
  },
  queryTimeout: {
    env: 'QD_QUERY_TIMEOUT',
    fallback: '15',
    schema: z.coerce.number().min(0.001).max(3600),
    expects: 'seconds from 0.001 to 3600',
    doc: 'Longest that the query of a list may take; then it is ended and answered with 408',
  },
  impersonation: {
    env: 'QD_IMPERSONATION',
    fallback: 'on',
    schema: z.enum(['on', 'off']),
    expects: 'on or off',
    doc: "Whether administrators' impersonation tokens open anything",
  },
  metricsToken: {
    env: 'QD_METRICS_TOKEN',
    fallback: undefined,
    schema: z.string().min(16),
    expects: 'at least 16 characters',
    doc: 'Bearer token of /-/metrics; unset: loopback peers only',
  },
  sshPort: {
    env: 'QD_SSH_PORT',
    fallback: undefined,
    schema: port,
    expects: 'a port from 0 to 65535',
    doc: 'Port of git over SSH, on QD_HOST; unset: SSH is off',
  },
  sshHost: {
    env: 'QD_SSH_HOST',
    fallback: undefined,
    schema: z.string().min(1),
    expects: 'a host name or address',
    doc: 'Host of git over SSH in clone addresses; unset: QD_HOST',
  },
  clock: {
    env: 'QD_CLOCK',
    fallback: undefined,
    schema: instant,
    expects: 'an ISO 8601 instant',
    doc: 'Tests only: where the clock of the process starts',
  },
} satisfies Record<string, Variable>;

type Name = keyof typeof variables;
type Optional = { [N in Name]: (typeof variables)[N]['fallback'] extends string ? never : N }[Name];

export type Config = {
  [N in Exclude<Name, Optional>]: z.output<(typeof variables)[N]['schema']>;
} & { [N in Optional]: z.output<(typeof variables)[N]['schema']> | undefined };

/** A start that cannot be: one clear sentence. */
export class ConfigError extends Error {}

/** Reads the environment; throws a ConfigError that names the variable and what it expects. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const entries = Object.entries(variables).map(([name, row]: [string, Variable]) => {
    const given = env[row.env] === '' ? undefined : env[row.env];
    const value = given ?? row.fallback;
    if (value === undefined) return [name, undefined];
    const parsed = row.schema.safeParse(value);
    if (!parsed.success) throw new ConfigError(`${row.env} must be ${row.expects}.`);
    return [name, parsed.data];
  });
  // The loop above parsed every row by its own schema.
  const config = Object.fromEntries(entries) as Config;
  if (config.clock !== undefined && config.publicUrl?.startsWith('https:')) {
    throw new ConfigError('QD_CLOCK is for tests and is refused with an https QD_PUBLIC_URL.');
  }
  return config;
}

/** The table of `--help`. */
export function describeVariables(): string {
  const rows: Variable[] = Object.values(variables);
  const width = Math.max(...rows.map((row) => row.env.length));
  return rows
    .map((row) => {
      const fallback = row.fallback === undefined ? '' : ` (${row.fallback})`;
      return `  ${row.env.padEnd(width)}  ${row.doc}${fallback}`;
    })
    .join('\n');
}
