import { sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { SourceType } from './repository.ts';

export interface Membership {
  source_id: number;
  source_name: string;
  source_type: SourceType;
  access_level: number;
}

/** One page of what a user is a direct member of; the personal namespace is none of it. */
export function listMemberships(
  db: Db,
  of: { userId: number; type?: SourceType },
  paging: Slice,
): Promise<Page<Membership>> {
  const name = sql<string>`coalesce(n.name, p.name)`;
  let query = db
    .selectFrom('members as m')
    .leftJoin('namespaces as n', (join) =>
      join.onRef('n.id', '=', 'm.source_id').on('m.source_type', '=', 'Namespace'),
    )
    .leftJoin('projects as p', (join) =>
      join.onRef('p.id', '=', 'm.source_id').on('m.source_type', '=', 'Project'),
    )
    .where('m.user_id', '=', of.userId)
    .where((e) => e.or([e('n.kind', '=', 'group'), e('p.id', 'is not', null)]));
  if (of.type !== undefined) query = query.where('m.source_type', '=', of.type);
  const rows = query
    .select(['m.source_id', 'm.source_type', 'm.access_level', name.as('source_name')])
    .orderBy('m.id');
  return pageOf(db, rows, query.select('m.id'), paging);
}

/** The highest role of a user whose memberships have not ended; their own namespace is none. */
export async function findHighestRole(
  db: Db,
  userId: number,
  today: string,
): Promise<number | null> {
  const { level } = await db
    .selectFrom('members as m')
    .leftJoin('namespaces as n', (join) =>
      join.onRef('n.id', '=', 'm.source_id').on('m.source_type', '=', 'Namespace'),
    )
    .where('m.user_id', '=', userId)
    .where((e) => e.or([e('n.kind', '=', 'group'), e('m.source_type', '=', 'Project')]))
    .where((e) => e.or([e('m.expires_at', 'is', null), e('m.expires_at', '>', today)]))
    .select((e) => e.fn.max<number | null>('m.access_level').as('level'))
    .executeTakeFirstOrThrow();
  return level;
}
