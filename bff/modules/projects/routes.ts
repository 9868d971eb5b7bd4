import type { BodyOf } from '#contract/endpoint.ts';
import { projects } from '#contract/projects.ts';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { type Api, mount } from '../../http/mount.ts';
import { userNamespace } from '../namespaces/rules.ts';
import { deleteProject, restoreProject } from '../removal/delayed-rules.ts';
import { onBehalfOf } from '../users/behalf-rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { findUserByIdOrUsername } from '../users/rules.ts';
import { forkProject, importProject } from './copy-rules.ts';
import { createProject } from './create-rules.ts';
import { presentProject, presentProjects, simplify } from './present.ts';
import { projectPage, projectUserPage } from './rules.ts';
import { setArchived, updateProject } from './write-rules.ts';

type Paging = { offset: number; perPage: number };
type Filter = Parameters<typeof projectPage>[1] & { simple?: boolean };

async function page(ctx: Ctx, filter: Filter, paging: Paging) {
  const found = await projectPage(ctx, filter, paging);
  const records = await presentProjects(ctx, found.rows);
  const short = filter.simple === true || ctx.actor.kind === 'anonymous';
  return { ...found, rows: short ? records.map(simplify) : records };
}

const newProject = (ctx: Ctx, body: BodyOf<typeof projects.create>) =>
  body.import_url === undefined || body.import_url === ''
    ? createProject(ctx, body)
    : importProject(ctx, { ...body, import_url: body.import_url });

/** Projects. */
export function projectRoutes(api: Api): void {
  mount(api, projects.list, ({ ctx, query, paging }) => page(ctx, query, paging));
  mount(api, projects.listOfGroup, ({ ctx, group, query, paging }) =>
    page(ctx, { ...query, namespace_id: group.id }, paging),
  );
  mount(api, projects.listOfUser, async ({ ctx, params, query, paging }) => {
    const user = await findUserByIdOrUsername(ctx, params.user_id);
    const namespace = user === undefined ? undefined : await userNamespace(ctx, user.id);
    if (namespace === undefined) throw notFound('User');
    return page(ctx, { ...query, namespace_id: namespace.id }, paging);
  });
  mount(api, projects.show, ({ ctx, project }) => presentProject(ctx, project));
  mount(api, projects.create, async ({ ctx, body }) =>
    presentProject(ctx, await newProject(ctx, body)),
  );
  mount(api, projects.createForUser, async ({ ctx, params, body }) =>
    presentProject(ctx, await newProject(await onBehalfOf(ctx, params.user_id), body)),
  );
  mount(api, projects.update, async ({ ctx, project, body }) =>
    presentProject(ctx, await updateProject(ctx, project, body)),
  );
  mount(api, projects.remove, async ({ ctx, project, body }) => {
    await deleteProject(ctx, project, body);
    return { message: '202 Accepted' };
  });
  mount(api, projects.restore, async ({ ctx, project }) =>
    presentProject(ctx, await restoreProject(ctx, project)),
  );
  mount(api, projects.archive, async ({ ctx, project }) =>
    presentProject(ctx, await setArchived(ctx, project, true)),
  );
  mount(api, projects.unarchive, async ({ ctx, project }) =>
    presentProject(ctx, await setArchived(ctx, project, false)),
  );
  mount(api, projects.fork, async ({ ctx, project, body }) =>
    presentProject(ctx, await forkProject(ctx, project, body)),
  );
  mount(api, projects.forks, ({ ctx, project, query, paging }) =>
    page(ctx, { ...query, forked_from_project_id: project.id }, paging),
  );
  mount(api, projects.users, async ({ ctx, project, query, paging }) => {
    const found = await projectUserPage(ctx, project, { search: query.search, paging });
    return { rows: found.rows.map((user) => presentUserSummary(ctx, user)), total: found.total };
  });
}
