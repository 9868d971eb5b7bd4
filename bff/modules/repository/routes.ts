import { type ArchiveEnding, archives, repository } from '#contract/repository.ts';
import { type Api, type Input, mount, Reply } from '../../http/mount.ts';
import { attachment, bodyOf, rawHeaders } from '../../http/stream.ts';
import { presentCommit } from '../commits/present.ts';
import { archive, contributorPage, getBlob, mergeBase, openBlobOf, treePage } from './rules.ts';

type Asked = Input<typeof archives.zip>;

const asArchive = (ending: ArchiveEnding) => async (input: Asked) => {
  const { c, ctx, project, query } = input;
  const { stream, fileName } = await archive(ctx, project, { ...query, ending });
  return new Reply(bodyOf(c, stream), 200, { 'Content-Disposition': attachment(fileName) });
};

/** What a repository holds, read from its commits. */
export function repositoryRoutes(api: Api): void {
  mount(api, repository.tree, async ({ ctx, project, query, paging }) => {
    const page = await treePage(ctx, project, { ...query, paging });
    const rows = page.rows.map(({ sha, name, type, path, mode }) => ({
      id: sha,
      name,
      // Folders, files and submodules are all that a tree holds.
      type: type as 'tree' | 'blob' | 'commit',
      path,
      mode,
    }));
    return { rows, total: page.total };
  });
  mount(api, repository.blob, async ({ ctx, project, params }) => {
    const { sha, size, content } = await getBlob(ctx, project, params.sha);
    return { size, encoding: 'base64', content: content.toString('base64'), sha };
  });
  mount(api, repository.rawBlob, async ({ c, ctx, project, params }) => {
    const { stream, binary } = await openBlobOf(ctx, project, params.sha);
    return new Reply(bodyOf(c, stream), 200, rawHeaders(binary));
  });
  mount(api, repository.archive, asArchive('tar.gz'));
  // The record has exactly these keys.
  for (const ending of Object.keys(archives) as ArchiveEnding[]) {
    mount(api, archives[ending], asArchive(ending));
  }
  mount(api, repository.contributors, async ({ ctx, project, query, paging }) => {
    const page = await contributorPage(ctx, project, { ...query, paging });
    const rows = page.rows.map((row) => ({ ...row, additions: 0, deletions: 0 }));
    return { rows, total: page.total };
  });
  mount(api, repository.mergeBase, async ({ ctx, project, query }) =>
    presentCommit(ctx, project, await mergeBase(ctx, project, query.refs)),
  );
}
