import { commitComments } from '#contract/commit-comments.ts';
import { commits } from '#contract/commits.ts';
import type { Ctx } from '../../context.ts';
import type { Commit } from '../../git/commits.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { presentBasicPipeline } from '../pipelines/present.ts';
import { findHeadPipeline, mayReadPipelines } from '../pipelines/rules.ts';
import type { Project } from '../projects/rules.ts';
import { addComment, commentPage } from './comment-rules.ts';
import { presentCommit, presentDiff } from './present.ts';
import { type Pick, pickCommit } from './pick-rules.ts';
import { refsOfCommit } from './ref-rules.ts';
import { signatureOfCommit } from './signature-rules.ts';
import { createCommit } from './create-rules.ts';
import { commitDiffPage, commitPage, compare, countUpTo, showCommit } from './rules.ts';

async function detail<Stats>(ctx: Ctx, project: Project, found: { commit: Commit; stats: Stats }) {
  const last = (await mayReadPipelines(ctx, project))
    ? await findHeadPipeline(ctx, project.id, found.commit.sha)
    : undefined;
  return {
    ...presentCommit(ctx, project, found.commit),
    stats: found.stats,
    status: last?.status ?? null,
    project_id: project.id,
    last_pipeline: last === undefined ? null : presentBasicPipeline(ctx, project, last),
  };
}

async function picked(ctx: Ctx, project: Project, pick: Pick) {
  const made = await pickCommit(ctx, project, pick);
  return made === undefined
    ? new Reply({ dry_run: 'success' }, 200)
    : new Reply(presentCommit(ctx, project, made));
}

/** Commits of a repository. */
export function commitRoutes(api: Api): void {
  mount(api, commits.list, async ({ ctx, project, query, paging }) => {
    const page = await commitPage(ctx, project, { ...query, paging });
    return { ...page, rows: page.rows.map((row) => presentCommit(ctx, project, row)) };
  });
  mount(api, commits.show, async ({ ctx, project, params }) =>
    detail(ctx, project, await showCommit(ctx, project, params.sha)),
  );
  mount(api, commits.diff, async ({ ctx, project, params, query, paging }) => {
    const page = await commitDiffPage(ctx, project, { sha: params.sha, paging });
    return { rows: page.rows.map((file) => presentDiff(file, query.unidiff)), total: page.total };
  });
  mount(api, commits.refs, ({ ctx, project, params, query, paging }) =>
    refsOfCommit(ctx, project, { sha: params.sha, type: query.type, paging }),
  );
  mount(api, commits.signature, ({ ctx, project, params }) =>
    signatureOfCommit(ctx, project, params.sha),
  );
  mount(api, commits.sequence, async ({ ctx, project, params, query }) => ({
    count: await countUpTo(ctx, project, { sha: params.sha, firstParent: query.first_parent }),
  }));
  mount(api, commitComments.list, ({ ctx, project, params, paging }) =>
    commentPage(ctx, project, { sha: params.sha, paging }),
  );
  mount(api, commitComments.create, ({ ctx, project, params, body }) =>
    addComment(ctx, project, { sha: params.sha, body }),
  );
  mount(api, commits.create, async ({ ctx, project, body }) =>
    detail(ctx, project, await createCommit(ctx, project, body)),
  );
  mount(api, commits.cherryPick, ({ ctx, project, params, body }) => {
    const { branch, dry_run: dryRun, message } = body;
    return picked(ctx, project, { verb: 'cherry-pick', sha: params.sha, branch, message, dryRun });
  });
  mount(api, commits.revert, ({ ctx, project, params, body }) => {
    const { branch, dry_run: dryRun } = body;
    return picked(ctx, project, { verb: 'revert', sha: params.sha, branch, dryRun });
  });
  mount(api, commits.compare, async ({ ctx, project, query }) => {
    const found = await compare(ctx, project, query);
    const list = found.commits.map((row) => presentCommit(ctx, project, row));
    const range = `${query.from}${query.straight ? '..' : '...'}${query.to}`;
    return {
      commit: list.at(-1) ?? null,
      commits: list,
      diffs: found.diffs.map((file) => presentDiff(file)),
      compare_timeout: false,
      compare_same_ref: found.same,
      web_url: `${ctx.publicUrl}/${project.full_path}/-/compare/${range}`,
    };
  });
}
