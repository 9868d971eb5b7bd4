import { repositoryFiles } from '#contract/repository-files.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { bodyOf, rawHeaders } from '../../http/stream.ts';
import { presentCommit } from '../commits/present.ts';
import { blameFile, commitFile, contentOf, type FoundFile, getFile, openFile } from './rules.ts';

const isExecutable = (file: FoundFile) => file.entry.mode === '100755';

/** What a record says of a file, for callers that want no content. */
const headersOf = (file: FoundFile): Record<string, string> => ({
  'X-Gitlab-Blob-Id': file.entry.sha,
  'X-Gitlab-Commit-Id': file.commit,
  'X-Gitlab-Last-Commit-Id': file.lastCommit,
  'X-Gitlab-Encoding': 'base64',
  'X-Gitlab-Execute-Filemode': String(isExecutable(file)),
  'X-Gitlab-File-Name': encodeURI(file.entry.name.toWellFormed()),
  'X-Gitlab-File-Path': encodeURI(file.path.toWellFormed()),
  'X-Gitlab-Ref': encodeURI(file.ref),
  'X-Gitlab-Size': String(file.entry.size),
});

/** Files of a repository, read and committed one by one. */
export function repositoryFileRoutes(api: Api): void {
  mount(api, repositoryFiles.show, async ({ ctx, project, params, query }) => {
    const file = await getFile(ctx, project, { path: params.file_path, ref: query.ref });
    const { content, sha256 } = await contentOf(ctx, project, file);
    const record = {
      file_name: file.entry.name,
      file_path: file.path,
      size: file.entry.size,
      encoding: 'base64',
      content: content.toString('base64'),
      content_sha256: sha256,
      ref: file.ref,
      blob_id: file.entry.sha,
      commit_id: file.commit,
      last_commit_id: file.lastCommit,
      execute_filemode: isExecutable(file),
    };
    return new Reply(record, 200, { ...headersOf(file), 'X-Gitlab-Content-Sha256': sha256 });
  });
  mount(api, repositoryFiles.raw, async ({ c, ctx, project, params, query }) => {
    const file = await getFile(ctx, project, { path: params.file_path, ref: query.ref });
    const { stream, binary } = await openFile(ctx, project, file);
    return new Reply(bodyOf(c, stream), 200, { ...headersOf(file), ...rawHeaders(binary) });
  });
  mount(api, repositoryFiles.blame, async ({ ctx, project, params, query }) => {
    const { ref, range } = query;
    const parts = await blameFile(ctx, project, { path: params.file_path, ref, range });
    return parts.map(({ commit, lines }) => ({
      commit: presentCommit(ctx, project, commit),
      lines: [...lines],
    }));
  });
  mount(api, repositoryFiles.create, async ({ ctx, project, params, body }) => {
    const { file_path } = params;
    await commitFile(ctx, project, { action: 'create', file_path, ...body });
    return { file_path, branch: body.branch };
  });
  mount(api, repositoryFiles.update, async ({ ctx, project, params, body }) => {
    const { file_path } = params;
    await commitFile(ctx, project, { action: 'update', file_path, ...body });
    return { file_path, branch: body.branch };
  });
  mount(api, repositoryFiles.remove, async ({ ctx, project, params, body }) => {
    await commitFile(ctx, project, { action: 'delete', file_path: params.file_path, ...body });
  });
}
