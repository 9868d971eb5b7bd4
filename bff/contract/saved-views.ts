import * as z from 'zod';
import { filledText, hints } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** The stable name of a list in the console: `projects`, `project-members`. */
const screen = () => z.string().regex(/^[a-z][a-z0-9-]{0,99}$/);
/** What the list's address holds after the question mark. */
const query = () => z.string().max(8192);
const name = () => z.string().max(255).register(hints, { filled: true });

const savedView = z
  .object({
    id: z.int(),
    screen: z.string(),
    name: z.string(),
    query: z.string(),
    shared: z.boolean(),
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.output<typeof savedView>;

const underViewId = z.object({ id: z.int() });

/** Filters, sorting and columns of a list, kept under a name. */
export const savedViews = {
  list: defineEndpoint({
    id: 'savedViews.list',
    method: 'GET',
    path: '/saved_views',
    base: 'bff',
    summary: "One's own saved views, of all lists or of one, by name",
    access: { who: 'user' },
    query: z.object({ screen: filledText().optional() }),
    response: z.array(savedView),
    status: [200],
  }),
  show: defineEndpoint({
    id: 'savedViews.show',
    method: 'GET',
    path: '/saved_views/:id',
    base: 'bff',
    summary: "One of one's own saved views, or one that its owner shares",
    access: { who: 'user' },
    params: underViewId,
    response: savedView,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'savedViews.create',
    method: 'POST',
    path: '/saved_views',
    base: 'bff',
    summary: 'Save a view of a list',
    access: { who: 'user' },
    body: z.object({
      screen: screen(),
      name: name(),
      query: query(),
      shared: z.boolean().optional(),
    }),
    response: savedView,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'savedViews.update',
    method: 'PUT',
    path: '/saved_views/:id',
    base: 'bff',
    summary: "Change one of one's own saved views; what is absent stays",
    access: { who: 'user' },
    params: underViewId,
    body: z.object({
      name: name().optional(),
      query: query().optional(),
      shared: z.boolean().optional(),
    }),
    atLeastOne: ['name', 'query', 'shared'],
    response: savedView,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'savedViews.remove',
    method: 'DELETE',
    path: '/saved_views/:id',
    base: 'bff',
    summary: "Delete one of one's own saved views",
    access: { who: 'user' },
    params: underViewId,
    response: null,
    status: [204],
  }),
} as const;
