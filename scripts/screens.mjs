import { ensureBuilt } from './build.mjs';
import { ensureInstalled, run } from './install.mjs';
import { ensureSystem } from './system.mjs';

// `npm run screens [-- WORD]`: pictures of all screens of the demo, into docs/screens.
ensureSystem();
ensureInstalled();
ensureBuilt();
run('node_modules/.bin/tsx', ['e2e/screens/main.ts', ...process.argv.slice(2)]);
