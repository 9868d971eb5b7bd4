import type { Scene, Sent, WriteCalls } from './write-calls.ts';
import { opened } from './write-calls-merge-requests.ts';

const thing = {
  mergeRequest: async (scene: Scene) => `${await opened(scene)}/1`,
  issue: async (scene: Scene) => {
    const path = `/projects/${(await scene.project()).id}/issues`;
    await scene.made(`POST ${path}`, { title: 'one' });
    return `${path}/1`;
  },
};

const noteOf = (at: (scene: Scene) => Promise<string>) => async (scene: Scene) => {
  const path = `${await at(scene)}/notes`;
  return `${path}/${(await scene.made(`POST ${path}`, { body: 'ahoy' })).id}`;
};

const places = {
  mergeRequestAwards: thing.mergeRequest,
  mergeRequestNoteAwards: noteOf(thing.mergeRequest),
  issueAwards: thing.issue,
  issueNoteAwards: noteOf(thing.issue),
};

const json = { name: 'tada' };

/** Emoji given to each kind of thing and taken back. */
export const awardCalls: WriteCalls = Object.fromEntries(
  Object.entries(places).flatMap(([name, at]) => [
    [
      `${name}.create`,
      async (scene: Scene): Promise<Sent> => ({
        request: `POST ${await at(scene)}/award_emoji`,
        json,
      }),
    ],
    [
      `${name}.remove`,
      async (scene: Scene): Promise<Sent> => {
        const path = `${await at(scene)}/award_emoji`;
        return { request: `DELETE ${path}/${(await scene.made(`POST ${path}`, json)).id}` };
      },
    ],
  ]),
);
