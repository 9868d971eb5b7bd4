import type { Scene, Sent, WriteCalls } from './write-calls.ts';
import { opened } from './write-calls-merge-requests.ts';

/** A call on the drafts of a merge request; `:draft` in it is a new one. */
const onDrafts =
  (call: string, json: object = {}) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `${await opened(scene)}/1/draft_notes`;
    const { id } = await scene.made(`POST ${path}`, { note: 'ahoy' });
    const [method, tail = ''] = call.split(' ');
    return { request: `${method} ${path}${tail.replace(':draft', String(id))}`, json };
  };

/** What is written before it is told. */
export const reviewCalls: WriteCalls = {
  'draftNotes.create': onDrafts('POST', { note: 'ahoy again' }),
  'draftNotes.update': onDrafts('PUT /:draft', { note: 'ahoy again' }),
  'draftNotes.remove': onDrafts('DELETE /:draft'),
  'draftNotes.publish': onDrafts('PUT /:draft/publish'),
  'draftNotes.publishAll': onDrafts('POST /bulk_publish'),
};
