import type { PushPayload } from '../news.ts';
import { type Delivery, json, setting } from './kind.ts';

/** Each commit, as the tracker reads commits. */
export const pivotaltracker: Delivery = {
  slugs: ['pivotaltracker'],
  send: async ({ news, settings, call }) => {
    // Heard of commits alone, each of which is one payload.
    const [commit] = (news.payload as PushPayload).commits;
    if (commit === undefined) return undefined;
    const source_commit = {
      commit_id: commit.id,
      author: commit.author.name,
      url: commit.url,
      message: commit.message,
    };
    const headers = { 'X-TrackerToken': setting(settings, 'token') };
    const url = 'https://www.pivotaltracker.com/services/v5/source_commits';
    return call(json(url, { source_commit }, { headers }));
  },
};
