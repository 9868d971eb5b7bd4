import { ensureBuilt } from './build.mjs';
import { ensureInstalled, run } from './install.mjs';
import { ensureSystem } from './system.mjs';

// `npm run proof [-- NAME … [SEED]]`: the long runs; `npm test` runs a slice of each.
ensureSystem();
ensureInstalled();
ensureBuilt();
run('node_modules/.bin/tsx', ['e2e/proof/main.ts', ...process.argv.slice(2)]);
