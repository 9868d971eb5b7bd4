import { formatCount } from '../lib/format.ts';
import { common } from './common.ts';

/** Words of personal access tokens. */
export const tokenWords = {
  title: 'Access tokens',
  about: 'They let git and programs act as you, within their scopes.',
  create: common.navigation.newToken,
  filters: { state: 'State', active: 'active', inactive: 'inactive' },
  searchPlaceholder: 'Name',
  columns: {
    name: 'Name',
    scopes: 'Scopes',
    used: 'Last used',
    expires: 'Expires',
    state: 'State',
    actions: 'Actions',
  },
  states: { active: 'Active', revoked: 'Revoked', expired: 'Expired' },
  empty: {
    title: 'No access token yet',
    help: 'A token takes the place of your password in git and in programs that use the API.',
  },
  form: {
    name: 'Name',
    description: 'Description',
    expires: 'Ends on',
    expiresHelp: 'It works until this day begins (UTC). Leave it empty for a token without an end.',
    scopes: 'Scopes',
    scopesHelp: 'Give it only what it needs.',
    scopeHelp: {
      api: 'Everything you may do, by API and by git',
      read_api: 'Read everything you may read',
      read_user: 'Read your profile',
      read_repository: 'Clone and fetch',
      write_repository: 'Clone, fetch and push',
      sudo: 'Act as any other user (administrators)',
      admin_mode: 'Administrator’s API (administrators)',
      self_rotate: 'Replace itself by a new token',
    },
    submit: 'Create token',
  },
  made: {
    title: (name: string) => `Token ${name} is ready`,
    help: 'Copy it now: it is shown this once and cannot be read again.',
    copy: 'Copy the token',
    done: 'Back to the tokens',
  },
  revoke: 'Revoke',
  revokeLabel: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeHelp: 'Whatever uses it stops working at once, and a session signed in with it ends.',
  revoked: (name: string) => `Token ${name} revoked`,
  bulk: {
    title: (count: number) => `Revoke ${formatCount(count, 'token', 'tokens')}?`,
    help: 'Whatever uses them stops working at once, and sessions signed in with them end. This cannot be undone.',
    revoked: (count: number) => `${formatCount(count, 'token', 'tokens')} revoked`,
  },
} as const;
