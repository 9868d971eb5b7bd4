import { useQuery } from '@tanstack/react-query';
import { users } from '#contract/users.ts';
import { queryOf } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { adminTokenWords } from '../../words/admin-tokens.ts';

/** Whose a token is: the record has the id alone, so each owner is read once. */
export function OwnerName({ id }: { id: number }) {
  const { data } = useQuery({
    ...queryOf(users.show, { id }),
    select: ({ name }) => name,
    staleTime: 300_000,
    // No call of the screen's own: as many would fill the sheet of its calls.
    meta: {},
  });
  return (
    <TextLink to="/admin/users/$user" params={{ user: String(id) }}>
      {data ?? adminTokenWords.ownerOf(id)}
    </TextLink>
  );
}
