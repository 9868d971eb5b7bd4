import type { EventName } from '#contract/event-names.ts';
import type { Ctx } from '../../context.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import type { Pipeline } from './repository.ts';

interface Told {
  action: EventName;
  before?: Pipeline;
  after?: Pipeline;
}

/** Writes who did what to a pipeline. Call inside the transaction of the change. */
export function auditPipeline(ctx: Ctx, project: Project, told: Told): Promise<void> {
  const id = (told.after ?? told.before)?.id ?? null;
  return audit(ctx, {
    action: told.action,
    subject: { type: 'Pipeline', id, name: `${project.full_path} #${id}` },
    projectId: project.id,
    before: valuesOf(told.before),
    after: valuesOf(told.after),
  });
}

const valuesOf = (pipeline: Pipeline | undefined) =>
  pipeline && { ref: pipeline.ref, sha: pipeline.sha, status: pipeline.status };
