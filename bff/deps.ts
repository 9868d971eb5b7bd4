import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Clock, movableClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Dialect } from './db/columns.ts';
import { type Db, openDatabase } from './db/open.ts';
import type { FailedCredentials } from './failed-credentials.ts';
import { type Mailer, openMailer } from './mailer.ts';
import { createLog, type Log } from './log.ts';
import { emptySettingsCache, type SettingsCache } from './modules/application-settings/cache.ts';
import { type Resolve, systemResolve } from './outbound/decision.ts';
import { createFetch, type OutboundFetch } from './outbound/fetch.ts';
import { openSecrets, type Secrets } from './secrets.ts';

/** Everything that reaches outside the process. A plain record: no container. */
export interface Deps {
  config: Config;
  /** What people see in links: no slash at the end. */
  publicUrl: string;
  dataDir: string;
  db: Db;
  dialect: Dialect;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  failedCredentials: FailedCredentials;
  settingsCache: SettingsCache;
  /** Undefined where no mail server is configured: mails then stay in their table. */
  mailer: Mailer | undefined;
  /** Calls to other servers; modules go through `outbound/rules.ts`, which knows the settings. */
  fetch: OutboundFetch;
  /** All addresses of a name. */
  resolve: Resolve;
  /** Wakes the job runner; replaced once it runs. */
  jobs: { wake(): void };
}

/** Opens what the configuration names; `close` releases it. */
export function openDeps(config: Config): Deps & { close(): Promise<void> } {
  const dataDir = resolve(config.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = openDatabase(
    config.databaseUrl === undefined
      ? { file: join(dataDir, 'quarterdeck.sqlite') }
      : { url: config.databaseUrl },
  );
  const mailer = openMailer(config);
  return {
    config,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    dataDir,
    db: database.db,
    dialect: database.dialect,
    clock: config.clock === undefined ? systemClock : movableClock(Date.parse(config.clock)),
    log: createLog(config.logLevel),
    secrets: openSecrets(config.secretKey, dataDir),
    failedCredentials: new Map(),
    settingsCache: emptySettingsCache(),
    mailer: mailer?.send,
    fetch: createFetch(systemResolve),
    resolve: systemResolve,
    jobs: { wake: () => undefined },
    async close() {
      mailer?.close();
      await database.close();
    },
  };
}
