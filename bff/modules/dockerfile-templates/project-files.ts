import type { Ctx } from '../../context.ts';
import { readObject } from '../../git/objects.ts';
import { repositoryExists } from '../../git/repository.ts';
import { listTree } from '../../git/tree.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { findProjectById, repositoryPath } from '../projects/rules.ts';

const folder = 'Dockerfile';
const ending = '.dockerfile';
/** Templates of one project, and characters of one template. */
const mostFiles = 200;
export const longestTemplate = 1_048_576;

/** Keys of templates: what may stand in an address as it is. */
export const isKey = (text: string): boolean =>
  /^[A-Za-z0-9_.-]{1,255}$/.test(text) && /[^.]/.test(text);

/** The repository of the template project with its default branch; undefined without one. */
async function sourceOf(ctx: Ctx): Promise<{ repo: string; branch: string } | undefined> {
  const { file_template_project_id: id } = await settingsOf(ctx);
  const project = id === null ? undefined : await findProjectById(ctx, id);
  if (project === undefined || project.empty_repo === 1) return undefined;
  const repo = repositoryPath(ctx, project.id);
  return (await repositoryExists(repo))
    ? { repo, branch: `refs/heads/${project.default_branch}` }
    : undefined;
}

/** Keys of the templates in the folder `Dockerfile` of the template project. */
export async function listProjectKeys(ctx: Ctx): Promise<string[]> {
  const source = await sourceOf(ctx);
  if (source === undefined) return [];
  const entries = (await listTree(source.repo, source.branch, { path: folder })) ?? [];
  return entries
    .filter(({ type, name }) => type === 'blob' && name.endsWith(ending))
    .map(({ name }) => name.slice(0, -ending.length))
    .filter(isKey)
    .slice(0, mostFiles);
}

/** The text of a template of the template project; undefined where it has none of this key. */
export async function projectText(ctx: Ctx, key: string): Promise<string | undefined> {
  const source = isKey(key) ? await sourceOf(ctx) : undefined;
  if (source === undefined) return undefined;
  const name = `${source.branch}:${folder}/${key}${ending}`;
  const object = await readObject(source.repo, name, { maxBytes: longestTemplate });
  if (object?.type !== 'blob') return undefined;
  return object.content?.toString('utf8').replaceAll('\r\n', '\n');
}
