import type { IssueTracker } from '#contract/issue-trackers.ts';
import { isLinked } from '#contract/integrations/references.ts';
import type { Ctx } from '../../context.ts';
import type { Project } from '../projects/rules.ts';
import { type EffectiveIntegration, effectiveIntegrationsOf } from './effective-rules.ts';

/** The tracker that texts of a project link to: of several the one that was set up nearest. */
export async function trackerOf(ctx: Ctx, project: Project): Promise<IssueTracker | undefined> {
  const all = await effectiveIntegrationsOf(ctx, project);
  const found = all.find(({ slug }) => isLinked(slug));
  if (found === undefined) return undefined;
  const { slug, title } = found.kind;
  return {
    slug,
    title,
    project_url: textOf(found, 'project_url') ?? '',
    issues_url: textOf(found, 'issues_url') ?? '',
    new_issue_url: textOf(found, 'new_issue_url'),
    keeps_numbers: project.issues_enabled === 1,
  };
}

const textOf = ({ settings }: EffectiveIntegration, name: string): string | null => {
  const value = settings[name];
  return typeof value === 'string' ? value : null;
};
