import { getFips } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Chance, systemChance } from './chance.ts';
import { type Clock, movableClock, systemClock } from './clock.ts';
import { type Config, ConfigError } from './config.ts';
import type { Dialect } from './db/columns.ts';
import { type Db, openDatabase } from './db/open.ts';
import type { FailedCredentials } from './failed-credentials.ts';
import { type Mailer, mailerOf, mailServerOf } from './mailer.ts';
import { createLog, type Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { emptySettingsCache, type SettingsCache } from './modules/application-settings/cache.ts';
import { emptyThrottleCounts, type ThrottleCounts } from './modules/throttles/rules.ts';
import { type Resolve, systemResolve } from './outbound/decision.ts';
import { createFetch, type OutboundFetch } from './outbound/fetch.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { type ServerTurns, serverTurns } from './turns.ts';

/** What argon2 spends on a password: memory in KiB, and how often it goes over it. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

/** 19 MiB and two passes. */
const passwordCost: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2 };

/** Everything that reaches outside the process. A plain record: no container. */
export interface Deps {
  config: Config;
  /** What people see in links: no slash at the end. */
  publicUrl: string;
  dataDir: string;
  db: Db;
  dialect: Dialect;
  clock: Clock;
  chance: Chance;
  log: Log;
  secrets: Secrets;
  /** The process takes approved algorithms alone: no MD5, no short RSA, no DSA. */
  fips: boolean;
  passwordCost: PasswordCost;
  failedCredentials: FailedCredentials;
  settingsCache: SettingsCache;
  throttleCounts: ThrottleCounts;
  turns: ServerTurns;
  metrics: Metrics;
  state: {
    /** No new work: the server is on its way down. */
    stopping: boolean;
    startedAt: number;
    /** What a start has to do before requests are answered, in words. */
    waitsFor: string;
    /** Where git over SSH listens, once it does: the configuration may leave the choice. */
    sshPort?: number;
  };
  /** Of QD_SMTP_URL; undefined where it is not set: then an administrator may name a server. */
  mailer: Mailer | undefined;
  /** Calls to other servers; modules go through `outbound/rules.ts`, which knows the settings. */
  fetch: OutboundFetch;
  /** All addresses of a name. */
  resolve: Resolve;
  /** Wakes the job runner; replaced once it runs. */
  jobs: { wake(): void };
}

/** Runs one step of opening; what fails is one sentence for whoever starts the server. */
function usable<T>(what: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${what} cannot be used: ${reason}.`);
  }
}

/** Opens what the configuration names; `close` releases it. */
export function openDeps(config: Config): Deps & { close(): Promise<void> } {
  const dataDir = resolve(config.dataDir);
  usable(`The data directory ${dataDir}`, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  });
  const secrets = usable('The secret key', () => openSecrets(config.secretKey, dataDir));
  const file = join(dataDir, 'quarterdeck.sqlite');
  const { databaseUrl: url } = config;
  const database = usable(`The database ${url === undefined ? file : 'of DATABASE_URL'}`, () =>
    openDatabase(url === undefined ? { file } : { url }, config.queryTimeout * 1000),
  );
  const clock = config.clock === undefined ? systemClock : movableClock(Date.parse(config.clock));
  return {
    config,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    dataDir,
    db: database.db,
    dialect: database.dialect,
    clock,
    chance: systemChance,
    log: createLog(config.logLevel),
    secrets,
    fips: getFips() === 1,
    passwordCost,
    failedCredentials: new Map(),
    settingsCache: emptySettingsCache(),
    throttleCounts: emptyThrottleCounts(),
    turns: serverTurns({ requests: config.maxRequests, git: config.maxGitRequests }),
    metrics: createMetrics(),
    state: { stopping: false, startedAt: clock.now(), waitsFor: 'git and the database' },
    mailer:
      config.smtpUrl === undefined
        ? undefined
        : mailerOf(mailServerOf(config.smtpUrl, config.mailFrom)),
    fetch: createFetch(systemResolve),
    resolve: systemResolve,
    jobs: { wake: () => undefined },
    async close() {
      await database.close();
    },
  };
}
