import { useQuery } from '@tanstack/react-query';
import { users } from '#contract/users.ts';
import { listOf } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { adminTokenWords } from '../../words/admin-tokens.ts';

/** Whose a token is: the record has the id alone, so the owners of a page are read in one call. */
export function OwnerName({ id, ids }: { id: number; ids: readonly number[] }) {
  const { data } = useQuery({
    ...listOf(users.list, { ids: [...ids], per_page: 100 }),
    select: ({ rows }) => rows.find((user) => user.id === id)?.name,
    staleTime: 300_000,
  });
  return (
    <TextLink to="/admin/users/$user" params={{ user: String(id) }}>
      {data ?? adminTokenWords.ownerOf(id)}
    </TextLink>
  );
}
