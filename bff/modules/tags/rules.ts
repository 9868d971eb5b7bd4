import type { Page } from '#contract/common.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { tags } from '#contract/tags.ts';
import { actingUser, type Ctx, now } from '../../context.ts';
import { notFound, refused } from '../../errors.ts';
import { type Commit, commitsOf } from '../../git/commits.ts';
import { isBranchName } from '../../git/names.ts';
import { resolve } from '../../git/resolve.ts';
import { signatureKind } from '../../git/signatures.ts';
import { createTagObject, listTags, type Tag, tagNamesByDate } from '../../git/tags.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { createRef, removeRef } from '../repositories/ref-rules.ts';
import { matcherOf, tagNames, tagSha } from '../repositories/rules.ts';
import { commitEmailOf } from '../users/commit-email.ts';

export interface FoundTag extends Omit<Tag, 'commit'> {
  commit: Commit | undefined;
}

async function dress(ctx: Ctx, project: Project, found: readonly Tag[]): Promise<FoundTag[]> {
  const shas = found.flatMap((tag) => tag.commit ?? []);
  const commits = await commitsOf(repositoryPath(ctx, project.id), [...new Set(shas)]);
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  return found.map((tag) => ({ ...tag, commit: bySha.get(tag.commit ?? '') }));
}

type Query = QueryOf<typeof tags.list>;

/** One page of tags; two git processes for what they carry. */
export async function tagPage(
  ctx: Ctx,
  project: Project,
  query: Query & { paging: { offset: number; perPage: number } },
): Promise<Page<FoundTag>> {
  const found = (await sortedNames(ctx, project, query)).filter(matcherOf(query.search ?? ''));
  const { offset, perPage } = query.paging;
  const names = found.slice(offset, offset + perPage);
  const rows = await listTags(repositoryPath(ctx, project.id), names);
  const byName = new Map(rows.map((tag) => [tag.name, tag]));
  const page = names.flatMap((name) => byName.get(name) ?? []);
  return { rows: await dress(ctx, project, page), total: found.length };
}

async function sortedNames(ctx: Ctx, project: Project, query: Query): Promise<string[]> {
  const byDate = query.order_by === 'updated' && project.empty_repo === 0;
  const names = byDate
    ? await tagNamesByDate(repositoryPath(ctx, project.id))
    : await tagNames(ctx, project.id);
  if (query.order_by === 'version') names.sort(byVersion);
  return query.sort === 'desc' ? names.reverse() : names;
}

/** Numbers in names count as numbers: `v1.9` before `v1.10`, `v1.0-rc1` before `v1.0`. */
export function byVersion(a: string, b: string): number {
  const parts = (name: string) => name.match(/\d{1,15}|[^\d]+/g) ?? [];
  const left = parts(a);
  const right = parts(b);
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const one = left[at];
    const other = right[at];
    if (one === other) continue;
    if (one === undefined) return other?.startsWith('-') ? 1 : -1;
    if (other === undefined) return one.startsWith('-') ? -1 : 1;
    const numbers = /^\d/.test(one) && /^\d/.test(other);
    if (numbers && Number(one) !== Number(other)) return Number(one) - Number(other);
    return one < other ? -1 : 1;
  }
  return 0;
}

/** One tag; 404 `404 Tag Not Found`. */
export async function getTag(ctx: Ctx, project: Project, name: string): Promise<FoundTag> {
  const known = isBranchName(name) && (await tagSha(ctx, project.id, name)) !== undefined;
  const found = known ? await listTags(repositoryPath(ctx, project.id), [name]) : [];
  const [tag] = await dress(
    ctx,
    project,
    found.filter((one) => one.name === name),
  );
  if (tag === undefined) throw notFound('Tag');
  return tag;
}

/** 404 where a tag has no signature of X.509, the one kind that the API tells of tags. */
export async function requireSignature(ctx: Ctx, project: Project, name: string): Promise<void> {
  const { sha } = await getTag(ctx, project, name);
  const kind = await signatureKind(repositoryPath(ctx, project.id), sha);
  if (kind !== 'X509') throw notFound('Signature');
}

/** Creates a tag; 400 for a bad name, one that exists, or no such target. */
export async function createTag(
  ctx: Ctx,
  project: Project,
  body: BodyOf<typeof tags.create>,
): Promise<FoundTag> {
  const name = body.tag_name;
  if (!isBranchName(name)) throw refused('Tag name invalid');
  const repo = repositoryPath(ctx, project.id);
  const commit = await resolve(repo, body.ref);
  if (commit === undefined) throw refused(`Target ${body.ref} is invalid`);
  const user = actingUser(ctx);
  const tagger = { name: user.name, email: commitEmailOf(ctx, user), date: now(ctx) };
  const message = body.message ?? '';
  const sha =
    message === '' ? commit : await createTagObject(repo, { commit, name, message, tagger });
  const made = await createRef(ctx, project, { kind: 'tag', name, sha });
  if (!made) throw refused(`Tag ${name} already exists`);
  return getTag(ctx, project, name);
}

/** Deletes a tag; 409 where it has moved meanwhile. */
export async function removeTag(ctx: Ctx, project: Project, name: string): Promise<void> {
  const old = isBranchName(name) ? await tagSha(ctx, project.id, name) : undefined;
  if (old === undefined) throw notFound('Tag');
  await removeRef(ctx, project, { kind: 'tag', name, sha: old });
}
