import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

// Signals and the exit code are the server's own: it runs in this process.
ensureInstalled();
ensureBuilt();
process.env.NODE_ENV ??= 'production';
const main = join(root, 'dist/bff/main.js');
process.argv = [process.execPath, main, 'demo', ...process.argv.slice(2)];
await import(pathToFileURL(main).href);
