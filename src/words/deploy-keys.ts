import { formatCount } from '../lib/format.ts';
import { common } from './common.ts';

/** Words of deploy keys, and of SSH keys where they are the same. */
export const deployKeyWords = {
  title: common.navigation.deployKeys,
  about:
    'With a deploy key a server reads this project by SSH, and writes it where you allow it, without anybody’s credentials.',
  sshIsOff:
    'Git over SSH is switched off on this server: keys are kept, and open nothing until it is on.',
  livesTooLong: 'Lives longer than keys may',
  lifetime: (days: number) =>
    `A key may live for ${formatCount(days, 'day', 'days')}: one that ends later or never opens nothing.`,
  create: 'Add a deploy key',
  searchPlaceholder: 'Title or fingerprint',
  columns: {
    title: 'Title',
    opens: 'Opens',
    type: 'Type',
    used: 'Last used',
    expires: 'Expires',
    vouches: 'Vouched for by',
    mayPush: 'May push',
    actions: 'Actions',
    writes: 'Writes',
    reads: 'Reads',
  },
  filters: {
    scope: 'Show',
    available: 'those that could be enabled',
    state: 'State',
    states: {
      unused: 'not used for 90 days',
      expiring: 'expiring within 30 days',
      expired: 'expired',
    },
    access: 'Access',
    accesses: { write: 'write somewhere', read: 'read somewhere', none: 'no project' },
    public: 'For every project',
    yes: 'yes',
  },
  opens: {
    write: 'Reads and writes',
    read: 'Reads',
    none: 'Opens nothing',
    lessThanAllowed: 'Reads: who vouches for it may not push',
  },
  isPublic: 'public',
  type: (type: string, bits: number) => `${type.toUpperCase().replace('_', '-')} ${bits}`,
  notForGit: 'not for git',
  nobody: 'nobody',
  notEnabled: 'Not enabled here',
  none: '–',
  mayPush: (title: string) => `${title} may push`,
  enable: 'Enable',
  enableLabel: (title: string) => `Enable ${title}`,
  enabled: (title: string) => `${title} enabled for reading`,
  vouch: 'Vouch',
  vouchLabel: (title: string) => `Vouch for ${title}`,
  vouched: (title: string) => `You vouch for ${title} now`,
  changed: (title: string, may: boolean) =>
    may ? `${title} may push now` : `${title} reads only now`,
  remove: 'Remove',
  removeLabel: (title: string) => `Remove ${title}`,
  removeTitle: (title: string) => `Remove ${title}?`,
  removeHelp:
    'Whatever uses it here stops working at once. A key that no other project has is deleted.',
  removed: (title: string) => `${title} removed`,
  bulk: {
    title: (count: number) => `Remove ${formatCount(count, 'deploy key', 'deploy keys')}?`,
    help: 'Whatever uses them here stops working at once. This cannot be undone.',
    removed: (count: number) => `${formatCount(count, 'deploy key', 'deploy keys')} removed`,
    enabled: (count: number) => `${formatCount(count, 'deploy key', 'deploy keys')} enabled`,
  },
  empty: {
    title: 'No deploy key here',
    help: 'Paste the public key of the server that is to read this project.',
  },
  form: {
    title: 'Title',
    titleHelp: 'Where the private half is: a server, a job.',
    key: 'Public key',
    keyHelp: 'One line of a file that ends in .pub, as ssh-keygen writes it.',
    mayPush: 'May push',
    mayPushHelp: 'It writes with your role here, and loses it with you.',
    expires: 'Last day',
    expiresHelp: 'The people of the project are told two weeks before. Empty: no end.',
    expiresWithin: (days: number) =>
      `Needed here: at most ${formatCount(days, 'day', 'days')} from now.`,
    submit: 'Add key',
    added: (title: string) => `${title} added`,
  },
  findings: {
    title: 'What this key is',
    waiting: 'Paste a key to see what it is.',
    fingerprint: 'Fingerprint',
    here: 'This project has it already: nothing changes.',
    joins: (title: string) =>
      `It is known as ${title} in another place and is joined under that title.`,
    notForGit:
      'It can be kept, but git over SSH does not take it: use ED25519, ECDSA, a security key, or RSA of at least 2048 bits.',
    problems: (field: string, text: string) =>
      field === 'fingerprint_sha256' ? `The fingerprint ${text}.` : `The key ${text}.`,
  },
  admin: {
    about: 'All deploy keys of the server: what they open, who uses them, which ones end.',
    bulkHelp: 'No project has them any more. Whatever uses them stops working at once.',
    create: 'Add a public key',
    createHelp: 'Every project may enable it.',
    none: 'none',
    more: (count: number) => `and ${count} more`,
    empty: {
      title: 'No deploy key on this server',
      help: 'Projects add their own; one that many projects need is added here.',
    },
  },
} as const;

/** What a screen of keys says of itself, with what keeps keys from opening anything just now. */
export const aboutKeys = (
  about: string,
  ssh: { enabled: boolean; max_key_lifetime: number | null },
): string =>
  [
    about,
    ...(ssh.enabled ? [] : [deployKeyWords.sshIsOff]),
    ...(ssh.max_key_lifetime === null ? [] : [deployKeyWords.lifetime(ssh.max_key_lifetime)]),
  ].join(' ');
