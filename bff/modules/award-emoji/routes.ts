import {
  issueAwards,
  issueNoteAwards,
  mergeRequestAwards,
  mergeRequestNoteAwards,
} from '#contract/award-emoji.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import * as issues from '../issues/rules.ts';
import * as mergeRequests from '../merge-requests/rules.ts';
import { getNote } from '../notes/rules.ts';
import type { Project } from '../projects/rules.ts';
import { presentAward, presentAwards } from './present.ts';
import {
  type Awardable,
  awardPage,
  getAward,
  giveAward,
  noteAwardPage,
  takeAwardBack,
} from './rules.ts';

type Place = ({ merge_request_iid: number } | { issue_iid: number }) & { note_id?: number };

/** What a path names: a merge request or an issue, or a note of one; 404 for what is hidden. */
async function awardableAt(ctx: Ctx, project: Project, place: Place): Promise<Awardable> {
  const noteable =
    'issue_iid' in place
      ? issues.noteableOf(project, await issues.getIssue(ctx, project, place.issue_iid))
      : mergeRequests.noteableOf(
          project,
          await mergeRequests.getMergeRequest(ctx, project, place.merge_request_iid),
        );
  // Epics have no awards.
  const type = noteable.type === 'Issue' ? 'Issue' : 'MergeRequest';
  const name = `${project.full_path}${type === 'Issue' ? '#' : '!'}${noteable.iid}`;
  if (place.note_id === undefined) return { type, id: noteable.id, project, name };
  const note = await getNote(ctx, noteable, place.note_id);
  return { type: 'Note', id: note.id, project, name };
}

const kinds = [mergeRequestAwards, mergeRequestNoteAwards, issueAwards, issueNoteAwards] as const;

/** Emoji on merge requests, issues and their notes. */
export function awardEmojiRoutes(api: Api): void {
  mount(api, mergeRequestNoteAwards.listAll, async ({ ctx, project, params, paging }) => {
    const row = await mergeRequests.getMergeRequest(ctx, project, params.merge_request_iid);
    const page = await noteAwardPage(ctx, { project, id: row.id }, paging);
    return { ...page, rows: await presentAwards(ctx, page.rows) };
  });
  for (const endpoints of kinds) {
    mount(api, endpoints.list, async ({ ctx, project, params, paging }) => {
      const awardable = await awardableAt(ctx, project, params);
      const page = await awardPage(ctx, awardable, paging);
      return { ...page, rows: await presentAwards(ctx, page.rows) };
    });
    mount(api, endpoints.show, async ({ ctx, project, params }) => {
      const awardable = await awardableAt(ctx, project, params);
      return presentAward(ctx, await getAward(ctx, awardable, params.award_id));
    });
    mount(api, endpoints.create, async ({ ctx, project, params, body }) => {
      const awardable = await awardableAt(ctx, project, params);
      return presentAward(ctx, await giveAward(ctx, awardable, body.name));
    });
    mount(api, endpoints.remove, async ({ ctx, project, params }) => {
      await takeAwardBack(ctx, await awardableAt(ctx, project, params), params.award_id);
    });
  }
}
