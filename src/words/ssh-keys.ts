import { formatCount } from '../lib/format.ts';
import { common } from './common.ts';

/** Words of people's own SSH keys. */
export const sshKeyWords = {
  title: common.navigation.sshKeys,
  about: 'With one of these keys git signs in as you.',
  create: 'Add an SSH key',
  columns: {
    title: 'Title',
    usage: 'For',
    used: 'Last used',
    expires: 'Expires',
    added: 'Added',
  },
  usages: {
    auth_and_signing: 'Sign-in and signing',
    auth: 'Sign-in',
    signing: 'Signing',
  },
  bulk: {
    title: (count: number) => `Remove ${formatCount(count, 'SSH key', 'SSH keys')}?`,
    help: 'Whatever signs in with them stops working at once. This cannot be undone.',
    removed: (count: number) => `${formatCount(count, 'SSH key', 'SSH keys')} removed`,
  },
  empty: {
    title: 'No SSH key yet',
    help: 'Make one with ssh-keygen -t ed25519 and paste its public half here.',
  },
  form: {
    titleHelp: 'Where the private half is: a laptop, a desk.',
    usage: 'For',
    expiresHelp: 'The key stops working after it. Empty: no end.',
  },
} as const;
