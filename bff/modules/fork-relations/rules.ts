import { type Ctx, transact } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { closeFromFork } from '../merge-requests/fork-rules.ts';
import { authorizeProject, type Project } from '../projects/rules.ts';
import { setForkedFrom } from '../projects/write-rules.ts';

/** Says that a project is a fork of another one whose code the caller may read; once. */
export async function linkFork(ctx: Ctx, project: Project, from: string): Promise<Project> {
  const source = await authorizeProject(ctx, from, 'read_code');
  const forked = () => conflict('Project already forked');
  if (source.id === project.id || project.forked_from_project_id !== null) throw forked();
  return transact(ctx, async (ctx) => {
    const after = await setForkedFrom(ctx, project, { before: null, after: source.id });
    if (after === undefined) throw forked();
    await audit(ctx, {
      action: 'project.link_fork',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      after: { forked_from_project: source.full_path },
    });
    return after;
  });
}

/** Makes a fork a project of its own; false where it was none. */
export async function unlinkFork(ctx: Ctx, project: Project): Promise<boolean> {
  const { forked_from_project_id: before } = project;
  if (before === null) return false;
  return transact(ctx, async (ctx) => {
    const after = await setForkedFrom(ctx, project, { before, after: null });
    if (after === undefined) return false;
    await closeFromFork(ctx, project.id);
    await audit(ctx, {
      action: 'project.unlink_fork',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      before: { forked_from_project_id: before },
    });
    return true;
  });
}
