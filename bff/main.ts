import { runCommand, usage } from './commands/run.ts';
import { explain } from './commands/sentences.ts';
import { startServer } from './commands/serve.ts';
import { ConfigError, readConfig } from './config.ts';

async function serve(): Promise<void> {
  const server = await startServer(readConfig(process.env));
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    server.deps.log.info({ signal }, 'stopping');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
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

main(process.argv.slice(2)).catch((error: unknown) => {
  // What a start that failed half-way has opened does not keep the process.
  process.stderr.write(`${explain(error)}\n`, () => process.exit(1));
});
