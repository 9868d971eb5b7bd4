import * as z from 'zod';
import type { ProjectAbility } from './abilities.ts';
import { pageQuery, timestamp, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underIssue } from './issues.ts';
import { underMergeRequest } from './merge-requests.ts';

/** An emoji that somebody gave to something. */
export const awardEmoji = z
  .object({
    id: z.int(),
    name: z.string(),
    user: userSummary,
    created_at: timestamp,
    updated_at: timestamp,
    awardable_id: z.int(),
    awardable_type: z.enum(['MergeRequest', 'Issue', 'Note']),
    url: z.string().nullable(),
  })
  .meta({ id: 'AwardEmoji' });
export type AwardEmoji = z.output<typeof awardEmoji>;

const award = { award_id: z.int() };
const mergeRequest = underMergeRequest.shape;
const mergeRequestNote = { ...mergeRequest, note_id: z.int() };
const issue = underIssue.shape;
const issueNote = { ...issue, note_id: z.int() };

const mergeRequestPath = '/projects/:id/merge_requests/:merge_request_iid';
const issuePath = '/projects/:id/issues/:issue_iid';

/** The four operations below one kind of thing; notes are for users only. */
const endpointsOf = <
  const Name extends string,
  const Path extends string,
  const Ability extends ProjectAbility,
  Awardable extends z.core.$ZodLooseShape,
>(
  of: { name: Name; path: Path; thing: string; reads: 'anyone' | 'user'; ability: Ability },
  awardable: Awardable,
) => {
  const access = { who: of.reads, project: of.ability } as const;
  return {
    list: defineEndpoint({
      id: `${of.name}.list`,
      method: 'GET',
      path: `${of.path}/award_emoji`,
      summary: `Emoji given to ${of.thing}, the oldest first`,
      access,
      params: z.object(awardable),
      query: z.object(pageQuery),
      response: z.array(awardEmoji),
      status: [200],
      paginated: true,
    }),
    show: defineEndpoint({
      id: `${of.name}.show`,
      method: 'GET',
      path: `${of.path}/award_emoji/:award_id`,
      summary: `One emoji given to ${of.thing}`,
      access,
      params: z.object({ ...awardable, ...award }),
      response: awardEmoji,
      status: [200],
    }),
    create: defineEndpoint({
      id: `${of.name}.create`,
      method: 'POST',
      path: `${of.path}/award_emoji`,
      summary: `Give an emoji to ${of.thing}`,
      access: { who: 'user', project: of.ability },
      params: z.object(awardable),
      body: z.object({ name: z.string().describe('Without colons') }),
      response: awardEmoji,
      status: [201],
    }),
    remove: defineEndpoint({
      id: `${of.name}.remove`,
      method: 'DELETE',
      path: `${of.path}/award_emoji/:award_id`,
      summary: `Take an emoji back from ${of.thing}`,
      access: { who: 'user', project: of.ability },
      params: z.object({ ...awardable, ...award }),
      response: null,
      status: [204],
    }),
  } as const;
};

export const mergeRequestAwards = endpointsOf(
  {
    name: 'mergeRequestAwards',
    path: mergeRequestPath,
    thing: 'a merge request',
    reads: 'anyone',
    ability: 'read_merge_request',
  },
  mergeRequest,
);

export const mergeRequestNoteAwards = {
  ...endpointsOf(
    {
      name: 'mergeRequestNoteAwards',
      path: `${mergeRequestPath}/notes/:note_id`,
      thing: 'a note of a merge request',
      reads: 'user',
      ability: 'read_note',
    },
    mergeRequestNote,
  ),
  listAll: defineEndpoint({
    id: 'mergeRequestNoteAwards.listAll',
    method: 'GET',
    path: `${mergeRequestPath}/note_award_emoji`,
    base: 'bff',
    summary: 'Emoji given to all notes of a merge request, the oldest first',
    access: { who: 'user', project: 'read_note' },
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(awardEmoji),
    status: [200],
    paginated: true,
  }),
} as const;

export const issueAwards = endpointsOf(
  {
    name: 'issueAwards',
    path: issuePath,
    thing: 'an issue',
    reads: 'anyone',
    ability: 'read_issue',
  },
  issue,
);

export const issueNoteAwards = endpointsOf(
  {
    name: 'issueNoteAwards',
    path: `${issuePath}/notes/:note_id`,
    thing: 'a note of an issue',
    reads: 'user',
    ability: 'read_note',
  },
  issueNote,
);
