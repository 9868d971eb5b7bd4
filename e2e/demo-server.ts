import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtMain, environment, nodeFlags } from './built-server.ts';

/** What a demo says of itself when it is ready. */
export interface Demo {
  url: string;
  users: Record<string, { id: number; name: string; password: string }>;
  tokens: Record<string, string>;
  projects: Record<string, number>;
}

export interface DemoServer extends Demo {
  /** Stops it by SIGTERM, which must exit with 0; its data goes with it. */
  stop(): Promise<void>;
}

/** Starts the built demo on a free port, the small one or the whole. */
export async function startDemoServer(size: 'small' | 'whole'): Promise<DemoServer> {
  const wishes = ['demo', '--seed', '7', '--json', ...(size === 'small' ? ['--small'] : [])];
  const child = spawn(process.execPath, [...nodeFlags(), builtMain, ...wishes], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(),
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    // The one line of the demo; a wrong one fails whatever reads it.
    const demo = JSON.parse(line) as Demo;
    return {
      ...demo,
      async stop() {
        child.kill('SIGTERM');
        const [code] = await ended;
        if (code !== 0) throw new Error(`SIGTERM ended the demo with ${code}`);
      },
    };
  }
  throw new Error('The demo ended before it was ready');
}
