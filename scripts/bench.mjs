import { ensureBuilt } from './build.mjs';
import { ensureInstalled, run } from './install.mjs';

// `npm run bench [-- --quick] [-- --json FILE]`
ensureInstalled();
ensureBuilt();
run('node_modules/.bin/tsx', ['e2e/bench/main.ts', ...process.argv.slice(2)]);
