import type { Ctx } from '../../context.ts';
import { repositoryExists } from '../../git/repository.ts';
import { repositoryPath } from '../projects/rules.ts';
import { unrecordedMoves } from '../repositories/rules.ts';
import { databaseDamage, listProjectsAfter, listSecretSamples } from './repository.ts';
import { readiness } from './rules.ts';

/** What was looked at, and what is wrong with it: nothing, as a rule. */
export interface Finding {
  what: string;
  problems: readonly string[];
}

/** Looks at everything that the data hangs on, and changes nothing. */
export async function* examine(ctx: Ctx): AsyncGenerator<Finding> {
  const { database, git, disk } = await readiness(ctx);
  for (const [what, check] of Object.entries({ database, git, disk })) {
    yield { what, problems: check.ok ? [] : [check.reason ?? 'not usable'] };
  }
  yield { what: 'rows', problems: await databaseDamage(ctx.db, ctx.dialect) };
  yield { what: 'secrets', problems: await unreadableSecrets(ctx) };
  yield { what: 'repositories', problems: await brokenRepositories(ctx) };
}

async function unreadableSecrets(ctx: Ctx): Promise<string[]> {
  const problems: string[] = [];
  for (const { kind, stored } of await listSecretSamples(ctx.db)) {
    try {
      ctx.secrets.decrypt(stored);
    } catch {
      problems.push(`${kind} were encrypted by a key that is not here`);
    }
  }
  return problems;
}

async function brokenRepositories(ctx: Ctx): Promise<string[]> {
  const problems: string[] = [];
  let last = 0;
  for (;;) {
    const projects = await listProjectsAfter(ctx.db, last);
    for (const { id, full_path } of projects) {
      last = id;
      if (!(await repositoryExists(repositoryPath(ctx, id)))) {
        problems.push(`${full_path} has no repository`);
        continue;
      }
      for (const { ref } of await unrecordedMoves(ctx, id)) {
        problems.push(`${ref} of ${full_path} is not where it is recorded`);
      }
    }
    if (projects.length === 0) return problems;
  }
}
