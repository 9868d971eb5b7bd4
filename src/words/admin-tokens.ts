import { formatCount } from '../lib/format.ts';

/** Words of everybody's access tokens, as administrators see them. */
export const adminTokenWords = {
  title: 'Access tokens',
  about: 'Of all users. Their text is never shown.',
  owner: 'Owner',
  ownerOf: (id: number) => `User ${id}`,
  searchPlaceholder: 'Name of the token',
  filters: { user_id: 'Owner (user id)' },
  empty: {
    title: 'No access token',
    help: 'Tokens take the place of passwords in git and in programs that use the API.',
  },
  bulk: {
    title: (count: number) => `Revoke ${formatCount(count, 'token', 'tokens')}?`,
    help: 'Whatever uses them stops working at once, also what belongs to other people. This cannot be undone.',
  },
} as const;
