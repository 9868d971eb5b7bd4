import * as z from 'zod';
import { datetime, pageQuery } from './common.ts';
import { defineEndpoint, type Access } from './endpoint.ts';
import { note } from './notes.ts';

/** The five operations on the notes of one kind of thing that takes no commands. */
export const noteEndpointsOf = <
  const Name extends string,
  const Path extends string,
  const Reads extends Access,
  const Writes extends Access,
  Thing extends z.core.$ZodLooseShape,
>(
  of: { name: Name; path: Path; thing: string; reads: Reads; writes: Writes },
  thing: Thing,
) => {
  const path = `${of.path}/notes` as const;
  const one = `${of.path}/notes/:note_id` as const;
  const under = z.object(thing);
  const underNote = z.object({ ...thing, note_id: z.int() });
  return {
    list: defineEndpoint({
      id: `${of.name}.list`,
      method: 'GET',
      path,
      summary: `Notes of ${of.thing}`,
      access: of.reads,
      params: under,
      query: z.object({
        ...pageQuery,
        order_by: z.enum(['created_at', 'updated_at']).default('created_at'),
        sort: z.enum(['asc', 'desc']).default('desc'),
        activity_filter: z
          .enum(['all_notes', 'only_comments', 'only_activity'])
          .default('all_notes'),
      }),
      response: z.array(note),
      status: [200],
      paginated: true,
    }),
    show: defineEndpoint({
      id: `${of.name}.show`,
      method: 'GET',
      path: one,
      summary: `One note of ${of.thing}`,
      access: of.reads,
      params: underNote,
      response: note,
      status: [200],
    }),
    create: defineEndpoint({
      id: `${of.name}.create`,
      method: 'POST',
      path,
      summary: `Comment on ${of.thing}`,
      access: of.writes,
      limited: 'notes_create',
      params: under,
      body: z.object({
        body: z.string(),
        internal: z.boolean().optional(),
        /** The old name of `internal`. */
        confidential: z.boolean().optional(),
        created_at: datetime().optional().describe('For Owners and administrators'),
      }),
      response: note,
      status: [201],
    }),
    update: defineEndpoint({
      id: `${of.name}.update`,
      method: 'PUT',
      path: one,
      summary: 'Change the text of a note',
      access: of.writes,
      params: underNote,
      body: z.object({ body: z.string() }),
      response: note,
      status: [200],
    }),
    remove: defineEndpoint({
      id: `${of.name}.remove`,
      method: 'DELETE',
      path: one,
      summary: 'Delete a note',
      access: of.writes,
      params: underNote,
      response: null,
      status: [204],
    }),
  } as const;
};
