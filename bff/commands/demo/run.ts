import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../config.ts';
import { parse } from '../arguments.ts';
import { openGate } from '../gate.ts';
import { listen } from '../serve.ts';
import { openBerth } from './berth.ts';
import type { Guide } from './build.ts';
import { demoPassword } from './cast.ts';
import { type Size, smallDemo, wholeDemo } from './size.ts';
import { buildId, cacheFolder, openSnapshot } from './snapshot.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const usualSeed = 1;
const loopback = /^(127\.\d+\.\d+\.\d+|localhost|::1)$/;

interface Wishes {
  seed: number;
  json: boolean;
  size: Size;
}

function wishesOf(args: readonly string[]): Wishes {
  const { values, positionals } = parse(args, {
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
  });
  if (positionals[0] !== undefined) throw new ConfigError(`demo takes no ${positionals[0]}.`);
  const { seed = String(usualSeed), json, small } = values;
  if (!/^\d{1,9}$/.test(seed)) throw new ConfigError('--seed must be a whole number.');
  return { seed: Number(seed), json, size: small ? smallDemo : wholeDemo };
}

/** A demo has data of its own and no secrets: it neither takes real data nor leaves the machine. */
function configOf(env: Environment, { json }: Wishes) {
  for (const name of ['QD_DATA_DIR', 'DATABASE_URL']) {
    if (env[name]) throw new ConfigError(`The demo has data of its own: unset ${name}.`);
  }
  const { QD_HOST, QD_PORT, QD_LOG_LEVEL } = env;
  const config = readConfig({
    QD_HOST,
    // Several run side by side.
    QD_PORT: QD_PORT || (json ? '0' : undefined),
    QD_LOG_LEVEL: QD_LOG_LEVEL || (json ? 'silent' : 'warn'),
  });
  if (!loopback.test(config.host)) {
    throw new ConfigError('The demo has no secrets: QD_HOST must be a loopback address.');
  }
  return config;
}

/** `demo`: serves a throw-away instance that is full of work; returns what stops it. */
export async function startDemo(
  args: readonly string[],
  { env, print }: { env: Environment; print: (line: string) => void },
): Promise<{ stop(): Promise<void> }> {
  const wishes = wishesOf(args);
  const config = configOf(env, wishes);
  const { seed, json, size } = wishes;
  const snapshot = await openSnapshot(
    { seed, size },
    {
      cache: cacheFolder(env),
      build: buildId(import.meta.dirname),
      onBuild: () => {
        if (!json) print('Making the demo, once for each build; this takes a minute …');
      },
    },
  );
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-demo-'));
  const gone = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', gone);
  // The port comes first: what answers needs to know its address.
  const gate = openGate(() => 'the demo');
  const listener = await listen(config, gate.fetch);
  const { url } = listener;
  const berth = await openBerth({ snapshot, seed, folder, url, logLevel: config.logLevel });
  gate.open(berth.fetch);
  for (const line of json ? [lineOf(url, snapshot.guide)] : textOf(url)) print(line);
  return {
    async stop() {
      await listener.close();
      await berth.close();
      gone();
      process.off('exit', gone);
    },
  };
}

const lineOf = (url: string, guide: Guide) => JSON.stringify({ url, ...guide });

const textOf = (url: string): string[] => [
  `Quarterdeck listens on ${url}`,
  `Sign in as root, maintainer, developer, reporter or guest with the password ${demoPassword}`,
  'What is changed is thrown away at the end.',
];
