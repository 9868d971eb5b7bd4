import { ensureBuilt } from './build.mjs';
import { ensureInstalled, run } from './install.mjs';
import { ensureSystem } from './system.mjs';

// `npm run clients`: unmodified third-party clients against a running server.
ensureSystem();
ensureInstalled();
ensureBuilt();
run('node_modules/.bin/playwright', ['test', 'e2e/clients', ...process.argv.slice(2)]);
