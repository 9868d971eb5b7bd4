import { epicNotes } from '#contract/epic-notes.ts';
import { epics } from '#contract/epics.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import type { Group } from '../groups/rules.ts';
import { changedNote, createdNote, listedNotes, shownNote } from '../notes/answers.ts';
import { removeNote } from '../notes/rules.ts';
import { presentEpic, presentEpics } from './present.ts';
import {
  createEpic,
  epicPage,
  getEpic,
  getEpicById,
  noteableOf,
  removeEpic,
  updateEpic,
} from './rules.ts';

/** Epics of groups. */
export function epicRoutes(api: Api): void {
  mount(api, epics.list, async ({ ctx, group, query, paging }) => {
    const page = await epicPage(ctx, group, { ...query, paging });
    const shown = { seen: group, labelDetails: query.with_labels_details };
    return { ...page, rows: await presentEpics(ctx, page.rows, shown) };
  });
  mount(api, epics.show, async ({ ctx, group, params }) =>
    presentEpic(ctx, await getEpic(ctx, group, params.epic_iid), group),
  );
  mount(api, epics.create, async ({ ctx, group, body }) =>
    presentEpic(ctx, await createEpic(ctx, group, body), group),
  );
  mount(api, epics.update, async ({ ctx, group, params, body }) =>
    presentEpic(ctx, await updateEpic(ctx, group, { iid: params.epic_iid, body }), group),
  );
  mount(api, epics.remove, ({ ctx, group, params }) => removeEpic(ctx, group, params.epic_iid));
  epicNoteRoutes(api);
}

const noteableAt = async (ctx: Ctx, group: Group, id: number) =>
  noteableOf(group, await getEpicById(ctx, group, id));

/** Comments on epics. */
function epicNoteRoutes(api: Api): void {
  mount(api, epicNotes.list, async ({ ctx, group, params, query, paging }) =>
    listedNotes(ctx, await noteableAt(ctx, group, params.epic_id), { ...query, paging }),
  );
  mount(api, epicNotes.show, async ({ ctx, group, params }) =>
    shownNote(ctx, await noteableAt(ctx, group, params.epic_id), params.note_id),
  );
  mount(api, epicNotes.create, async ({ ctx, group, params, body }) =>
    createdNote(ctx, await noteableAt(ctx, group, params.epic_id), body),
  );
  mount(api, epicNotes.update, async ({ ctx, group, params, body: { body } }) => {
    const noteable = await noteableAt(ctx, group, params.epic_id);
    return changedNote(ctx, noteable, { id: params.note_id, body });
  });
  mount(api, epicNotes.remove, async ({ ctx, group, params }) =>
    removeNote(ctx, await noteableAt(ctx, group, params.epic_id), params.note_id),
  );
}
