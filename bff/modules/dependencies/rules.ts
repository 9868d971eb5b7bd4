import type { Page } from '#contract/common.ts';
import type { DependencyFinding, DependencyOverview } from '#contract/dependencies.ts';
import type { DependencyLicense } from '#contract/dependency-record.ts';
import type { Ctx } from '../../context.ts';
import { readerVersion } from '../../dependencies/files.ts';
import type { Slice } from '../../db/page.ts';
import type { Project } from '../projects/rules.ts';
import {
  type DependencyFilter,
  listByKey,
  listDependencies,
  listInOrder,
  listLicenses,
  listPackagers,
} from './list-repository.ts';
import {
  type Dependency,
  findFindings,
  findProjectList,
  findReading,
  listBranchReports,
  listProjectLists,
  listReports,
  type SbomReport,
} from './repository.ts';

export type { Dependency, SbomReport } from './repository.ts';

/** What the default branch of a project depends on: the lists to look at, and the commit. */
export interface ProjectLists {
  listIds: number[];
  sha: string | null;
  readAt: string | null;
  /** Nothing was read yet, or an older reader has read it. */
  isStale: boolean;
}

const unread = { sha: null, readAt: null, isStale: true } as const;

/** The lists of projects: of what was read, and of the newest reports of the default branch. */
export async function listsOfProjects(
  ctx: Ctx,
  projectIds: readonly number[],
): Promise<Map<number, ProjectLists>> {
  const all = new Map<number, ProjectLists>(
    projectIds.map((id) => [id, { listIds: [], ...unread }]),
  );
  for (const row of await listProjectLists(ctx.db, projectIds)) {
    const { list_id, sha, updated_at, reader_version } = row;
    const isStale = reader_version < readerVersion;
    all.set(row.project_id, { listIds: [list_id], sha, readAt: updated_at, isStale });
  }
  for (const row of await listBranchReports(ctx.db, projectIds)) {
    all.get(row.project_id)?.listIds.push(row.list_id);
  }
  return all;
}

const listsOf = async (ctx: Ctx, project: Project): Promise<ProjectLists> =>
  (await listsOfProjects(ctx, [project.id])).get(project.id) ?? { listIds: [], ...unread };

/** The lists of a pipeline, and its reports; undefined where its commit has not been read yet. */
export async function listsOfPipeline(
  ctx: Ctx,
  pipeline: { id: number; project_id: number; sha: string },
): Promise<{ listIds: number[]; reports: SbomReport[] } | undefined> {
  const reading = await findReading(ctx.db, pipeline.project_id, pipeline.sha);
  if (reading === undefined) return undefined;
  const reports = await listReports(ctx.db, pipeline.id);
  return { listIds: [reading.list_id, ...reports.map((report) => report.list_id)], reports };
}

/** One page of what a project depends on. */
export async function dependencyPage(
  ctx: Ctx,
  project: Project,
  filter: DependencyFilter & { paging: Slice },
): Promise<Page<Dependency>> {
  const { listIds } = await listsOf(ctx, project);
  return listDependencies(ctx.db, listIds, filter);
}

/** What was read of a project, and by what its dependencies can be told apart. */
export async function overviewOf(ctx: Ctx, project: Project): Promise<DependencyOverview> {
  const { listIds, sha, readAt } = await listsOf(ctx, project);
  const current = await findProjectList(ctx.db, project.id);
  const findings = current === undefined ? '[]' : await findFindings(ctx.db, current.list_id);
  const licenses = new Set(
    (await listLicenses(ctx.db, listIds)).flatMap((json) =>
      licensesIn(json).map((license) => license.spdx_identifier ?? license.name),
    ),
  );
  return {
    sha,
    read_at: readAt,
    // Written by the reading alone.
    findings: JSON.parse(findings) as DependencyFinding[],
    package_managers: await listPackagers(ctx.db, listIds),
    licenses: [...licenses].toSorted((a, b) => a.localeCompare(b, 'en')),
  };
}

/** The licences of a row, which the reading alone has written. */
export const licensesIn = (json: string): DependencyLicense[] =>
  JSON.parse(json) as DependencyLicense[];

const rowsAtOnce = 1000;

/** All packages of lists in the order of their ids; some at a time, so that memory stays flat. */
export async function* inOrder(ctx: Ctx, listIds: readonly number[]): AsyncGenerator<Dependency[]> {
  for (let id = 0; ; ) {
    const rows = await listInOrder(ctx.db, listIds, { id, limit: rowsAtOnce });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    id = last.id;
  }
}

/** Each package of lists once, by its key. */
export async function* eachOnce(
  ctx: Ctx,
  listIds: readonly number[],
): AsyncGenerator<Dependency[]> {
  let after = { key: '', id: 0 };
  for (;;) {
    const rows = await listByKey(ctx.db, listIds, { ...after, limit: rowsAtOnce });
    const fresh = rows.filter(
      (row, at) => row.component_key !== (rows[at - 1]?.component_key ?? after.key),
    );
    if (fresh.length > 0) yield fresh;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = { key: last.component_key, id: last.id };
  }
}
