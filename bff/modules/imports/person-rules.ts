import type { Ctx } from '../../context.ts';
import type { Namespace } from '../namespaces/rules.ts';
import { bearerOf, knownStranger, type SourceUser } from '../placeholder-users/rules.ts';
import { addStandIn } from '../users/stand-in-rules.ts';
import { ghost } from '../removal/user-rules.ts';
import { findImported, insertImported } from './repository.ts';

/** Where a bundle comes from and goes to. */
export interface Source {
  namespace: Namespace;
  host: string;
  importType: string;
}

/** Who stands here for people of another server. */
export interface People {
  /** Makes somebody known, or finds them; undefined where everything is one user's. */
  meet(
    ctx: Ctx,
    who: { id: string; name?: string; username?: string },
  ): Promise<SourceUser | undefined>;
  /** The user under whose name the work of somebody stands: never one whom the bundle chooses. */
  bearer(ctx: Ctx, id: string): Promise<number>;
}

/** People of a source: each has a placeholder, but in a personal namespace one user is them all. */
export function personsOf(source: Source): People {
  const { namespace, host, importType } = source;
  if (namespace.kind === 'user') {
    return { meet: () => Promise.resolve(undefined), bearer: (ctx) => importUser(ctx, source) };
  }
  const meet: People['meet'] = (ctx, { id, name = '', username = '' }) =>
    knownStranger(ctx, {
      groupId: namespace.id,
      hostname: host,
      importType,
      identifier: id.trim(),
      name,
      username,
    });
  return {
    meet,
    async bearer(ctx, id) {
      const row = await meet(ctx, { id });
      if (row === undefined) throw new Error('somebody of an import whom nobody knows');
      // Whoever took over was deleted: this goes where the rest of their work went.
      return bearerOf(row) ?? (await ghost(ctx)).id;
    },
  };
}

/** The one user of a personal namespace whose name all that is imported carries, for good. */
async function importUser(ctx: Ctx, { namespace }: Source): Promise<number> {
  const key = {
    namespace_id: namespace.id,
    source_hostname: '',
    kind: 'import_user',
    source_id: '',
  };
  const known = await findImported(ctx.db, key);
  if (known !== undefined) return known;
  const user = await addStandIn(ctx, {
    name: 'Import User',
    username: `import_${namespace.path}`,
    user_type: 'import_user',
  });
  await insertImported(ctx.db, { ...key, record_id: user.id });
  return user.id;
}
