import { useSuspenseQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { personalAccessTokens } from '#contract/personal-access-tokens.ts';
import { sshKeys } from '#contract/ssh-keys.ts';
import { listOf } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { BlockList } from '../../ui/block-list.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { homeWords } from '../../words/home.ts';

const soon = 14 * 86_400_000;
const tokensOf = (userId: number) =>
  listOf(personalAccessTokens.list, { user_id: userId, state: 'active', per_page: 100 });
const keys = listOf(sshKeys.list, { per_page: 100 });

/** Reads what `Expiring` shows. */
export async function prepareExpiring(client: QueryClient, userId: number): Promise<void> {
  await Promise.all([client.ensureQueryData(tokensOf(userId)), client.ensureQueryData(keys)]);
}

/** Tokens and SSH keys of one's own that end within two weeks; nothing where none does. */
export function Expiring({ userId }: { userId: number }) {
  const now = useNow();
  const tokens = useSuspenseQuery(tokensOf(userId)).data.rows;
  const own = useSuspenseQuery(keys).data.rows;
  const rows = [
    ...tokens.map(({ id, name, expires_at }) => ({
      id,
      name,
      expires_at,
      to: '/profile/tokens' as const,
    })),
    ...own.map(({ id, title, expires_at }) => ({
      id,
      name: title,
      expires_at,
      to: '/profile/ssh-keys' as const,
    })),
  ].flatMap(({ expires_at: at, ...row }) => {
    const left = at === null ? Number.POSITIVE_INFINITY : Date.parse(at) - now;
    return at !== null && left > 0 && left < soon ? [{ ...row, at }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <BlockList testId="expiring" title={homeWords.expiring} count={rows.length}>
      {rows.map(({ id, name, at, to }) => (
        <li key={`${to} ${id}`}>
          <TextLink to={to}>{name}</TextLink>
          <RelativeTime at={at} />
        </li>
      ))}
    </BlockList>
  );
}
