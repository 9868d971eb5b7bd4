import type { EventName } from '#contract/event-names.ts';
import type { Ctx } from '../../context.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import type { CiJob } from './repository.ts';

interface Told {
  action: EventName;
  /** Nothing for a row that is new. */
  before?: CiJob;
  after: CiJob;
}

/** Writes who moved a job, or reported on one. Call inside the transaction of the change. */
export const auditCiJob = (ctx: Ctx, project: Project, told: Told): Promise<void> =>
  audit(ctx, {
    action: told.action,
    subject: { type: 'CiJob', id: told.after.id, name: `${project.full_path} ${told.after.name}` },
    projectId: project.id,
    before: told.before && { status: told.before.status },
    after: { status: told.after.status },
  });
