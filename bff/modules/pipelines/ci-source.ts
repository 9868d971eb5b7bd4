import { defaultCiLimits, type CiLimits } from '../../ci/value.ts';
import type { PlanSources } from '../../ci/task.ts';
import type { Ctx } from '../../context.ts';
import { changedPaths } from '../../git/changed-paths.ts';
import { nullSha, treePath } from '../../git/names.ts';
import { objectInfo, readObject } from '../../git/objects.ts';
import { listTree } from '../../git/tree.ts';
import { settingsOf } from '../application-settings/rules.ts';
import type { Project } from '../projects/rules.ts';

const usualPath = '.gitlab-ci.yml';

/** Where a project's CI file lies; undefined where its setting names no file of the project. */
export function ciFilePath(project: Pick<Project, 'ci_config_path'>): string | undefined {
  const path = project.ci_config_path?.trim() || usualPath;
  if (/^https?:/.test(path) || path.includes('@')) return undefined;
  return treePath(path) || undefined;
}

/** The limits in force for CI files: those of the settings, and never more than the server bears. */
export async function ciLimits(ctx: Ctx): Promise<CiLimits> {
  const settings = await settingsOf(ctx);
  const { bytes, depth, includes, totalBytes } = defaultCiLimits;
  return {
    bytes: Math.min(settings.max_yaml_size_bytes, bytes),
    depth: Math.min(settings.max_yaml_depth, depth),
    includes: Math.min(settings.ci_max_includes, includes),
    totalBytes: Math.min(settings.ci_max_total_yaml_size_bytes || totalBytes, totalBytes),
  };
}

/** Reads files, paths and changes of one commit for the rules of its CI file. */
export function sourcesAt(
  repo: string,
  commit: { sha: string; comparedWith: string | undefined },
  limits: CiLimits,
): PlanSources {
  const { sha, comparedWith } = commit;
  return {
    read: (path) => readFile(repo, { sha, path, limits }),
    async list() {
      const entries = (await listTree(repo, sha, { recursive: true })) ?? [];
      return entries.filter((entry) => entry.type !== 'tree').map((entry) => entry.path);
    },
    async changed() {
      if (comparedWith === undefined || comparedWith === nullSha) return undefined;
      // What a forced push left behind may be gone.
      if ((await objectInfo(repo, comparedWith)) === undefined) return undefined;
      return changedPaths(repo, comparedWith, sha);
    },
  };
}

/** A file's text; undefined for none. One that is too large is as long as to be refused for it. */
export async function readFile(
  repo: string,
  of: { sha: string; path: string; limits: CiLimits },
): Promise<string | undefined> {
  const path = treePath(of.path);
  if (!path) return undefined;
  const blob = await readObject(repo, `${of.sha}:${path}`, { maxBytes: of.limits.bytes });
  if (blob?.type !== 'blob') return undefined;
  // Its content is not read at all; what is too big is known by its length alone.
  if (blob.content === undefined) return ' '.repeat(of.limits.bytes + 1);
  return blob.content.toString('utf8').replace(/^\uFEFF/, '');
}
