import { mergeRequestChangesEndpoints as changes } from '#contract/merge-request-changes.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { bodyOf } from '../../http/stream.ts';
import { presentCommit, presentDiff } from '../commits/present.ts';
import { personPage } from '../users/people-present.ts';
import { presentReviewers, presentVersion } from './changes-present.ts';
import {
  allFilesOfVersion,
  commitsOfVersion,
  currentVersion,
  filesOfVersion,
  rawDiffOfVersion,
} from './changes-rules.ts';
import { getMergeRequest, getVersion, participantIds, versionPage } from './rules.ts';
import { presentMergeRequest } from './single-present.ts';

const noRows = { rows: [], total: 0 };
/** Everything that `showVersion` gives in one answer. */
const whole = { offset: 0, perPage: 1000 };

/** What a merge request changes: commits, files, versions, and who takes part. */
export function mergeRequestChangesRoutes(api: Api): void {
  mount(api, changes.commits, async ({ ctx, project, params, paging }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const version = await currentVersion(ctx, row);
    if (version === undefined) return noRows;
    const page = await commitsOfVersion(ctx, row, { version, paging });
    return { ...page, rows: page.rows.map((commit) => presentCommit(ctx, project, commit)) };
  });
  mount(api, changes.diffs, async ({ ctx, project, params, query, paging }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const version = await currentVersion(ctx, row);
    if (version === undefined) return noRows;
    const page = await filesOfVersion(ctx, row, { version, paging });
    return { ...page, rows: page.rows.map((file) => presentDiff(file, query.unidiff)) };
  });
  mount(api, changes.changes, async ({ ctx, project, params, query }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const version = await currentVersion(ctx, row);
    const record = await presentMergeRequest(ctx, { project, row });
    if (version === undefined) return { ...record, changes: [], overflow: false };
    const raise = query.access_raw_diffs;
    const { files, overflow } = await allFilesOfVersion(ctx, row, { version, raise });
    const list = files.map((file) => presentDiff(file, query.unidiff));
    return { ...record, changes: list, overflow };
  });
  mount(api, changes.rawDiffs, async ({ ctx, project, params, c }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const version = await currentVersion(ctx, row);
    const text = version === undefined ? '' : bodyOf(c, rawDiffOfVersion(ctx, row, version));
    return new Reply(text, 200, { 'Cache-Control': 'no-store' });
  });
  mount(api, changes.versions, async ({ ctx, project, params, paging }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    await currentVersion(ctx, row);
    const page = await versionPage(ctx, row, paging);
    return { ...page, rows: page.rows.map(presentVersion) };
  });
  mount(api, changes.showVersion, async ({ ctx, project, params, query }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const version = await getVersion(ctx, row, params.version_id);
    const commits = await commitsOfVersion(ctx, row, { version, paging: whole });
    const { files } = await allFilesOfVersion(ctx, row, { version, raise: false });
    return {
      ...presentVersion(version),
      commits: commits.rows.map((commit) => presentCommit(ctx, project, commit)),
      diffs: files.map((file) => presentDiff(file, query.unidiff)),
    };
  });
  mount(api, changes.participants, async ({ ctx, project, params, paging }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    return personPage(ctx, await participantIds(ctx, project, row), paging);
  });
  mount(api, changes.reviewers, async ({ ctx, project, params }) =>
    presentReviewers(ctx, await getMergeRequest(ctx, project, params.merge_request_iid)),
  );
}
