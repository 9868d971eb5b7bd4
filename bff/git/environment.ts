/**
 * A bare repository: its absolute path, or that path with the object folders of a push that is
 * still in quarantine (what a pre-receive hook sees).
 */
export type Repo = string | QuarantinedRepo;

export interface QuarantinedRepo {
  readonly path: string;
  readonly env: GitEnv;
}

export type GitEnv = Readonly<Record<string, string>>;

/** Settings in git's own words; a later entry of the same key wins, or adds to a list. */
export type GitConfig = readonly (readonly [key: string, value: string])[];

/** The folder of a repository. */
export function repoPath(repo: Repo): string {
  return typeof repo === 'string' ? repo : repo.path;
}

/**
 * All policy is given to each process instead of being written into repositories, so that a new
 * version of the server applies to old repositories and to restored ones.
 */
const policy: GitConfig = [
  // The data folder may belong to another user (a mounted volume).
  ['safe.directory', '*'],
  ['core.logAllRefUpdates', 'always'],
  ['core.quotePath', 'false'],
  // By default git does not fsync loose objects and refs: a power loss could lose a merge that
  // the database already knows.
  ['core.fsync', 'committed'],
  ['core.fsyncMethod', 'batch'],
  // Above this size git streams blobs instead of holding them in memory, and shows no text diff.
  ['core.bigFileThreshold', '50m'],
  // Writers wait for each other instead of failing after git's 100 ms.
  ['core.filesRefLockTimeout', '2000'],
  ['core.packedRefsTimeout', '5000'],
  ['core.hooksPath', '/dev/null'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['receive.autogc', 'false'],
  ['http.uploadpack', 'true'],
  ['http.receivepack', 'true'],
  ['http.getanyfile', 'false'],
  ['uploadpack.allowFilter', 'true'],
  ['uploadpack.hideRefs', 'refs/keep-around'],
  ['receive.hideRefs', 'refs/keep-around'],
  ['receive.hideRefs', 'refs/merge-requests'],
  ['receive.advertisePushOptions', 'true'],
  ['receive.fsckObjects', 'true'],
  // Flaws of old, harmless histories that nobody can rewrite any more.
  ['receive.fsck.badTimezone', 'ignore'],
  ['receive.fsck.missingSpaceBeforeDate', 'ignore'],
  ['receive.fsck.zeroPaddedFilemode', 'ignore'],
];

// oxlint-disable-next-line node/no-process-env -- where git is installed is no setting of ours
const searchPath = process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';

const isolated: GitEnv = {
  PATH: searchPath,
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  // A pushed refs/replace/* must not change what everybody else sees.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  // No transport at all, unless a call allows one.
  GIT_ALLOW_PROTOCOL: '',
  GIT_AUTHOR_NAME: 'Quarterdeck',
  GIT_AUTHOR_EMAIL: 'noreply@localhost',
  GIT_COMMITTER_NAME: 'Quarterdeck',
  GIT_COMMITTER_EMAIL: 'noreply@localhost',
};

let hurried: GitConfig = [];

/** Git no longer waits for the disk: for repositories that are thrown away after a power loss. */
export function hurryGit(): void {
  hurried = [['core.fsync', 'none']];
}

/** The whole environment of one git process; nothing of the server's own leaks into it. */
export function gitEnvironment(extra: GitEnv = {}, config: GitConfig = []): Record<string, string> {
  const env: Record<string, string> = { ...isolated, ...extra };
  const entries = [...policy, ...hurried, ...config];
  env['GIT_CONFIG_COUNT'] = String(entries.length);
  entries.forEach(([key, value], index) => {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return env;
}
