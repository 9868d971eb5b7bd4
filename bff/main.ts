import { startServer } from './commands/serve.ts';
import { ConfigError, describeVariables, readConfig } from './config.ts';

const usage = `Usage: npm start [-- COMMAND]

Commands:
  serve             serve the console, the API and git (the default)

Variables:
${describeVariables()}
`;

async function main(args: readonly string[]): Promise<void> {
  const [command = 'serve'] = args;
  if (command === '--help' || command === 'help') {
    process.stdout.write(usage);
    return;
  }
  if (command !== 'serve') throw new ConfigError(`There is no command ${command}; see --help.`);
  const server = await startServer(readConfig(process.env));
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    server.deps.log.info({ signal }, 'stopping');
    void server.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof ConfigError || (error instanceof Error && 'code' in error);
  process.stderr.write(`${known ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
});
