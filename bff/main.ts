import { runCommand, usage } from './commands/run.ts';
import { explain } from './commands/sentences.ts';
import { startServer } from './commands/serve.ts';
import { ConfigError, readConfig } from './config.ts';

async function serve(): Promise<void> {
  const starting = startServer(readConfig(process.env));
  let stopping = false;
  // Ready for a signal before anybody reads that the server listens.
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    starting
      .then((server) => {
        server.deps.log.info({ signal }, 'stopping');
        return server.stop();
      })
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  await starting;
}

/** What a start that failed half-way has opened does not keep the process. */
function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`, () => process.exit(1));
}

async function main(words: readonly string[]): Promise<void> {
  const [command = 'serve', ...rest] = words;
  if (words.includes('--help') || command === 'help') {
    process.stdout.write(usage());
    return;
  }
  if (command !== 'serve') {
    const print = (line: string) => process.stdout.write(`${line}\n`);
    await runCommand(words, () => readConfig(process.env), print);
    return;
  }
  if (rest[0] !== undefined) throw new ConfigError(`serve takes no ${rest[0]}; see --help.`);
  await serve();
}

main(process.argv.slice(2)).catch(fail);
