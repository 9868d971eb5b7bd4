import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Upload } from '#contract/common.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { invalid, notFound, tooLarge } from '../../errors.ts';
import { commitActions } from '../../git/commit-actions.ts';
import { isFilePath } from '../../git/file-path.ts';
import { readObject } from '../../git/objects.ts';
import { RefRace, updateRef } from '../../git/refs.ts';
import { entriesAt } from '../../git/tree.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { largestContent } from '../repository/rules.ts';
import { imageTypeOf, safeName } from '../uploads/names.ts';
import { commitEmailOf } from '../users/commit-email.ts';
import { expectReconciliation, recordMove } from './change-rules.ts';
import { inTurn } from './in-turn.ts';
import { isPlainFile } from './page-names.ts';
import { ensureWiki, openWiki, refuseClosedWiki, type Wiki } from './place-rules.ts';

/** A file beside the pages of a wiki. */
export interface Attachment {
  name: string;
  path: string;
  branch: string;
  isImage: boolean;
}

const attempts = 4;

/** Adds a file below `uploads/` to the repository of a wiki, in a folder that nothing else is in. */
export async function addAttachment(
  ctx: Ctx,
  project: Project,
  { file, branch }: { file: Upload; branch?: string | undefined },
): Promise<Attachment> {
  await refuseClosedWiki(ctx, project);
  if (file.size > largestContent) throw tooLarge();
  const content = await readFile(file.path);
  const name = safeName(file.filename);
  const path = `uploads/${randomBytes(16).toString('hex')}/${name}`;
  await ensureWiki(ctx, project.id);
  return inTurn(`${ctx.dataDir} ${project.id}`, async () => {
    for (let attempt = 1; ; attempt++) {
      const wiki = await openWiki(ctx, project.id);
      if (wiki === undefined) throw notFound();
      if (branch !== undefined && branch !== wiki.branch) {
        throw invalid({ branch: [`is not that of the wiki: ${wiki.branch}`] });
      }
      try {
        await commit(ctx, project, { wiki, path, content });
        return { name, path, branch: wiki.branch, isImage: imageTypeOf(content) !== undefined };
      } catch (error) {
        // A push came in between.
        if (!(error instanceof RefRace) || attempt === attempts) throw error;
      }
    }
  });
}

async function commit(
  ctx: Ctx,
  project: Project,
  { wiki, path, content }: { wiki: Wiki; path: string; content: Buffer },
): Promise<void> {
  const user = actingUser(ctx);
  const author = { name: user.name, email: commitEmailOf(ctx, user), date: now(ctx) };
  const parent = wiki.tip ?? null;
  const sha = await commitActions(wiki.repo, {
    parent,
    actions: [{ action: 'create', file_path: path, content }],
    message: `Upload attachment ${path}`,
    author,
    committer: author,
  });
  await expectReconciliation(ctx, project.id);
  await updateRef(wiki.repo, { ref: `refs/heads/${wiki.branch}`, new: sha, old: parent });
  await transact(ctx, async (ctx) => {
    await recordMove(ctx, project.id, { old: parent, new: sha });
    await audit(ctx, {
      action: 'wiki_attachment.create',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      after: { path, size: content.length },
    });
  });
}

/** The bytes of a file as it is now in the repository of a wiki; 404 for none. */
export async function openAttachment(
  ctx: Ctx,
  project: Project,
  path: string,
): Promise<{ content: Buffer; imageType: string | undefined }> {
  await refuseClosedWiki(ctx, project);
  const wiki = isFilePath(path) ? await openWiki(ctx, project.id) : undefined;
  if (wiki?.tip === undefined) throw notFound();
  const entry = (await entriesAt(wiki.repo, wiki.tip, [path])).get(path);
  // What a link leads to is nothing of the wiki's.
  if (entry?.type !== 'blob' || !isPlainFile(entry.mode)) throw notFound();
  const object = await readObject(wiki.repo, entry.sha, { maxBytes: largestContent });
  if (object?.content === undefined) throw tooLarge();
  return { content: object.content, imageType: imageTypeOf(object.content) };
}
