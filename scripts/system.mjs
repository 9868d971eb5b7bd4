import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { run } from './install.mjs';

/**
 * Programs of the system that the tests need: on Debian as root they are installed, elsewhere
 * Playwright brings its own browser; what else is missing fails unless `QD_TEST_WITHOUT` names it.
 */
export function ensureSystem() {
  const missing = [
    { name: 'git', present: runs('git') },
    { name: 'chromium', present: hasBrowser() },
    { name: 'fonts-liberation', present: existsSync('/usr/share/fonts/truetype/liberation') },
    { name: 'openssh-client', present: existsSync('/usr/bin/ssh') || runs('ssh', '-V') },
    { name: 'postgresql', present: hasPostgres() },
    { name: 'python3-gitlab', present: hasPythonClient() },
    { name: 'gitlabracadabra', present: existsSync('/usr/bin/gitlabracadabra') },
    { name: 'gitlab-rulez', present: existsSync('/usr/bin/gitlab-rulez') },
  ].filter(({ present }) => !present);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  if (process.getuid?.() === 0 && runs('apt-get')) {
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    const retry = ['-q', '-o', 'Acquire::Retries=3'];
    run('apt-get', [...retry, 'update']);
    run('apt-get', [...retry, 'install', '-y', '--no-install-recommends', ...names]);
    return;
  }
  console.log(`Not found and not installable here: ${names.join(', ')}`);
  if (!hasBrowser()) run('npx', ['playwright', 'install', 'chromium']);
}

function hasBrowser() {
  return existsSync('/usr/bin/chromium') || Boolean(process.env.QD_CHROMIUM);
}

function hasPostgres() {
  if (process.env.TEST_DATABASE_URL || runs('initdb')) return true;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  return versions.some((version) => existsSync(`${debian}/${version}/bin/initdb`));
}

/** Debian's Python, whatever else is first in the path. */
function hasPythonClient() {
  return existsSync('/usr/lib/python3/dist-packages/gitlab');
}

/**
 * @param {string} program
 * @param {string} [asked]
 */
function runs(program, asked = '--version') {
  return spawnSync(program, [asked], { stdio: 'ignore' }).status === 0;
}
