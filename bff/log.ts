import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on stdout; headers and bodies are never passed in, and known secrets are cut out. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'password', 'token'],
      censor: '[cut]',
    },
  });
}
