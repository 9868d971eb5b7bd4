import type { Ctx } from '../../context.ts';
import { repositoryExists } from '../../git/repository.ts';
import { type BrokenLink, chainState, firstBrokenLink } from '../audit/chain-rules.ts';
import { repositoryPath } from '../projects/rules.ts';
import { unrecordedMoves } from '../repositories/rules.ts';
import { damageOfWiki } from '../wikis/push-rules.ts';
import { databaseDamage, listProjectsAfter, listSecretSamples } from './repository.ts';
import { readiness } from './rules.ts';

/** What was looked at, and what is wrong with it: nothing, as a rule. */
export interface Finding {
  what: string;
  problems: readonly string[];
  /** What is to know of it besides. */
  note?: string;
}

/** Looks at everything that the data hangs on, and changes nothing. */
export async function* examine(ctx: Ctx): AsyncGenerator<Finding> {
  const { database, git, disk } = await readiness(ctx);
  for (const [what, check] of Object.entries({ database, git, disk })) {
    yield { what, problems: check.ok ? [] : [check.reason ?? 'not usable'] };
  }
  yield { what: 'rows', problems: await databaseDamage(ctx.db, ctx.dialect) };
  yield { what: 'secrets', problems: await unreadableSecrets(ctx) };
  yield { what: 'audit', ...(await auditChain(ctx)) };
  yield { what: 'repositories', problems: await brokenRepositories(ctx) };
}

const broken: Readonly<Record<BrokenLink['problem'], string>> = {
  changed: 'was changed after it was written',
  missing: 'is gone',
  added: 'was put in between later',
  unsealed: 'ends the chain without its seal',
};

async function auditChain(ctx: Ctx): Promise<{ problems: string[]; note: string }> {
  const link = await firstBrokenLink(ctx);
  const { sealed, unsealed, first_unsealed: first } = await chainState(ctx);
  const reach = sealed === null ? 'nothing is sealed' : `sealed up to event ${sealed.event_id}`;
  const tail = first === null ? '' : `, ${unsealed} from event ${first} on are not yet`;
  return {
    problems: link === undefined ? [] : [`event ${link.event_id} ${broken[link.problem]}`],
    note: reach + tail,
  };
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
      const damage = await damageOfWiki(ctx, id);
      if (damage !== undefined) problems.push(`the wiki of ${full_path} ${damage}`);
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
