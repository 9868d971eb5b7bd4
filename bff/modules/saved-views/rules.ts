import type { BodyOf } from '#contract/endpoint.ts';
import type { EventName } from '#contract/event-names.ts';
import type { savedViews } from '#contract/saved-views.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { bit, isUniqueViolation } from '../../db/portable.ts';
import { invalid, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import {
  countSavedViews,
  deleteSavedView,
  findSavedView,
  insertSavedView,
  listSavedViews,
  type SavedViewRow,
  updateSavedView,
} from './repository.ts';

/** Enough for a person; a list of them is read as a whole. */
const mostViews = 500;

/** One's own views, of all lists or of one. */
export const ownSavedViews = (ctx: Ctx, screen: string | undefined): Promise<SavedViewRow[]> =>
  listSavedViews(ctx.db, actingUser(ctx).id, screen);

/** One's own view, or one that is shared; anybody else's is not there. */
export async function readableSavedView(ctx: Ctx, id: number): Promise<SavedViewRow> {
  const view = await findSavedView(ctx.db, id);
  const isOwn = view?.user_id === actingUser(ctx).id;
  if (view === undefined || !(isOwn || view.shared === 1)) throw notFound('Saved View');
  return view;
}

/** One's own view: nobody changes another's, shared or not. */
async function ownSavedView(ctx: Ctx, id: number): Promise<SavedViewRow> {
  const view = await findSavedView(ctx.db, id);
  if (view?.user_id !== actingUser(ctx).id) throw notFound('Saved View');
  return view;
}

/** Saves a view; its name is unique among one's views of the list. */
export function addSavedView(
  ctx: Ctx,
  body: BodyOf<typeof savedViews.create>,
): Promise<SavedViewRow> {
  const user = actingUser(ctx);
  return transact(ctx, async (ctx) => {
    if ((await countSavedViews(ctx.db, user.id)) >= mostViews) {
      throw invalid({ base: [`there are ${mostViews} saved views; delete one first`] });
    }
    const time = now(ctx);
    const view = await named(
      insertSavedView(ctx.db, {
        user_id: user.id,
        screen: body.screen,
        name: body.name.trim(),
        query: body.query,
        shared: bit(body.shared ?? false),
        created_at: time,
        updated_at: time,
      }),
    );
    await audited(ctx, { action: 'saved_view.create', view, after: view });
    return view;
  });
}

/** Renames a view, keeps other filters under its name, shares it or stops that. */
export async function changeSavedView(
  ctx: Ctx,
  id: number,
  body: BodyOf<typeof savedViews.update>,
): Promise<SavedViewRow> {
  const before = await ownSavedView(ctx, id);
  return transact(ctx, async (ctx) => {
    const view = await named(
      updateSavedView(ctx.db, id, {
        ...(body.name !== undefined && { name: body.name.trim() }),
        ...(body.query !== undefined && { query: body.query }),
        ...(body.shared !== undefined && { shared: bit(body.shared) }),
        updated_at: now(ctx),
      }),
    );
    if (view === undefined) throw notFound('Saved View');
    await audited(ctx, { action: 'saved_view.update', view, before, after: view });
    return view;
  });
}

/** Deletes a view. */
export async function removeSavedView(ctx: Ctx, id: number): Promise<void> {
  const view = await ownSavedView(ctx, id);
  await transact(ctx, async (ctx) => {
    await deleteSavedView(ctx.db, id);
    await audited(ctx, { action: 'saved_view.remove', view, before: view });
  });
}

/** The unique index is the one judge of names. */
async function named<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid({ name: ['has already been taken'] });
    throw error;
  }
}

const valuesOf = ({ name, query, shared }: SavedViewRow) => ({ name, query, shared: shared === 1 });

const audited = (
  ctx: Ctx,
  event: { action: EventName; view: SavedViewRow; before?: SavedViewRow; after?: SavedViewRow },
) =>
  audit(ctx, {
    action: event.action,
    subject: { type: 'SavedView', id: event.view.id, name: event.view.name },
    ...(event.before && { before: valuesOf(event.before) }),
    ...(event.after && { after: valuesOf(event.after) }),
  });
