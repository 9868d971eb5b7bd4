import type { PushPayload } from '../news.ts';
import { type Delivery, form, setting } from './kind.ts';

const api = 'https://app.asana.com/api/1.0';
const reference =
  /#(\d{1,20})\b|https:\/\/app\.asana\.com\/\S{0,200}?\/(\d{1,20})(?:\/f)?(?=\s|$)/g;
/** So many tasks of one message are told. */
const mostTasks = 10;
const closes = /(?:fix|close|clos)\w*\s*:?\s*$/i;

/** Tasks that a message names, and whether the words before say that it ends them. */
function tasksIn(message: string): { gid: string; ends: boolean }[] {
  const found = new Map<string, boolean>();
  for (const match of message.matchAll(reference)) {
    const gid = match[1] ?? match[2] ?? '';
    const before = message.slice(Math.max(0, match.index - 40), match.index);
    found.set(gid, found.get(gid) === true || closes.test(before));
  }
  return [...found].slice(0, mostTasks).map(([gid, ends]) => ({ gid, ends }));
}

/** A comment on each task that a commit names; the user of the key writes it. */
export const asana: Delivery = {
  slugs: ['asana'],
  send: async ({ news, settings, call }) => {
    // Heard of commits alone, each of which is one payload.
    const payload = news.payload as PushPayload;
    const [commit] = payload.commits;
    if (commit === undefined) return undefined;
    const headers = { Authorization: `Bearer ${setting(settings, 'api_key')}` };
    const branch = payload.ref.replace('refs/heads/', '');
    const note = `${payload.user_name ?? 'API'} pushed to branch ${branch} of ${payload.project.path_with_namespace} ( ${commit.url} ):`;
    let last: Awaited<ReturnType<typeof call>> | undefined;
    for (const { gid, ends } of tasksIn(commit.message)) {
      const text = `${note} ${commit.message}`;
      last = await call(form(`${api}/tasks/${gid}/stories`, { text }, { headers }));
      if (last.status >= 300) return last;
      if (!ends) continue;
      const done = { completed: 'true' };
      last = await call(form(`${api}/tasks/${gid}`, done, { headers, method: 'PUT' }));
      if (last.status >= 300) return last;
    }
    return last;
  },
};
