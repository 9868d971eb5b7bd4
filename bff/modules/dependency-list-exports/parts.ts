import type { Ctx } from '../../context.ts';
import { readDependencies } from '../dependencies/reading-rules.ts';
import {
  type Dependency,
  eachOnce,
  inOrder,
  listsOfPipeline,
  listsOfProjects,
  type SbomReport,
} from '../dependencies/rules.ts';
import { type Project, projectsById } from '../projects/rules.ts';
import { listProjectIdsBelow } from './repository.ts';
import type { Subject } from './rules.ts';

/** What one project brings to an export. */
export interface Part {
  project: Project;
  sha: string | null;
  readAt: string | null;
  /** The address of the file that names a package, without the server. */
  blobPath(row: Dependency): string | null;
  /** As they were found. */
  rows(): AsyncGenerator<Dependency[]>;
  /** The same package once, by its URL. */
  unique(): AsyncGenerator<Dependency[]>;
}

const projectsAtOnce = 100;

/** The projects of an export one after the other, those of a group by the order of groups. */
export async function* partsOf(ctx: Ctx, subject: Subject): AsyncGenerator<Part> {
  const ids =
    subject.kind === 'group'
      ? await listProjectIdsBelow(ctx.db, subject.group.id)
      : [subject.project.id];
  for (let at = 0; at < ids.length; at += projectsAtOnce) {
    yield* partsOfProjects(ctx, ids.slice(at, at + projectsAtOnce));
  }
}

async function* partsOfProjects(ctx: Ctx, ids: readonly number[]): AsyncGenerator<Part> {
  const projects = await projectsById(ctx, ids);
  let lists = await listsOfProjects(ctx, ids);
  const unread = ids.filter(
    (id) => projects.get(id)?.empty_repo === 0 && lists.get(id)?.isStale === true,
  );
  if (unread.length > 0) {
    for (const id of unread) await readDependencies(ctx, { project_id: id, sha: null });
    lists = await listsOfProjects(ctx, ids);
  }
  for (const id of ids) {
    const project = projects.get(id);
    const of = lists.get(id);
    if (project === undefined || of === undefined) continue;
    yield partOf(ctx, project, of);
  }
}

function partOf(
  ctx: Ctx,
  project: Project,
  {
    listIds,
    sha,
    readAt,
  }: { listIds: readonly number[]; sha: string | null; readAt: string | null },
): Part {
  return {
    project,
    sha,
    readAt,
    blobPath: ({ path }) =>
      path === null
        ? null
        : `/${project.full_path}/-/blob/${sha ?? project.default_branch}/${path}`,
    rows: () => inOrder(ctx, listIds),
    unique: () => eachOnce(ctx, listIds),
  };
}

/** What a pipeline brings: its commit's packages and those of its reports. */
export async function partOfPipeline(
  ctx: Ctx,
  { project, pipeline }: Extract<Subject, { kind: 'pipeline' }>,
): Promise<Part & { reports: SbomReport[] }> {
  const { id, project_id, sha, created_at } = pipeline;
  const find = () => listsOfPipeline(ctx, { id, project_id, sha });
  let lists = await find();
  if (lists === undefined) {
    await readDependencies(ctx, { project_id, sha });
    lists = await find();
  }
  const { listIds = [], reports = [] } = lists ?? {};
  return { ...partOf(ctx, project, { listIds, sha, readAt: created_at }), reports };
}
