import { draftNotes as endpoints } from '#contract/draft-notes.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentDraft } from './present.ts';
import { publishDraft, publishReview } from './publish-rules.ts';
import { changeDraft, createDraft, draftPage, getDraft, placeOf, removeDraft } from './rules.ts';

/** Comments of a review before they are published. */
export function draftNoteRoutes(api: Api): void {
  mount(api, endpoints.list, async ({ ctx, project, params, paging }) => {
    const place = await placeOf(ctx, project, params.merge_request_iid);
    const page = await draftPage(ctx, place, paging);
    return { ...page, rows: page.rows.map(presentDraft) };
  });
  // Before the id, of whose form its path is.
  mount(api, endpoints.publishAll, async ({ ctx, project, params, body }) => {
    await publishReview(ctx, await placeOf(ctx, project, params.merge_request_iid), body);
  });
  mount(api, endpoints.show, async ({ ctx, project, params }) => {
    const place = await placeOf(ctx, project, params.merge_request_iid);
    return presentDraft(await getDraft(ctx, place, params.draft_note_id));
  });
  mount(api, endpoints.create, async ({ ctx, project, params, body }) => {
    const place = await placeOf(ctx, project, params.merge_request_iid);
    return presentDraft(await createDraft(ctx, place, body));
  });
  mount(api, endpoints.update, async ({ ctx, project, params, body }) => {
    const place = await placeOf(ctx, project, params.merge_request_iid);
    return presentDraft(await changeDraft(ctx, place, { id: params.draft_note_id, body }));
  });
  mount(api, endpoints.remove, async ({ ctx, project, params }) => {
    const place = await placeOf(ctx, project, params.merge_request_iid);
    await removeDraft(ctx, place, params.draft_note_id);
  });
  mount(api, endpoints.publish, async ({ ctx, project, params }) => {
    const place = await placeOf(ctx, project, params.merge_request_iid);
    await publishDraft(ctx, place, params.draft_note_id);
  });
}
