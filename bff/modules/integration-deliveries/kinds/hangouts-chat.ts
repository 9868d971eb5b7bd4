import { chatTextOf } from '../chat-text.ts';
import type { NotePayload, Payload } from '../news.ts';
import { type Delivery, json, setting } from './kind.ts';

/** What belongs together stays in one thread. */
function threadOf(payload: Payload): string {
  const path = payload.project.path_with_namespace;
  switch (payload.object_kind) {
    case 'issue':
      return `issue ${path}#${payload.object_attributes.iid}`;
    case 'merge_request':
      return `merge request ${path}!${payload.object_attributes.iid}`;
    case 'note':
      return threadOfNote(payload, path);
    case 'push':
    case 'tag_push':
      return `push ${path}_${payload.ref.replace(/^refs\/(heads|tags)\//, '')}`;
    case 'pipeline':
      return `pipeline ${payload.object_attributes.id}`;
    case 'wiki_page':
      return `wiki_page ${payload.object_attributes.url}`;
    case 'deployment':
      return `deployment ${payload.deployment_id}`;
    case 'build':
      return `job ${payload.build_id}`;
  }
}

function threadOfNote({ commit, issue, merge_request }: NotePayload, path: string): string {
  if (issue !== undefined) return `issue ${path}#${issue.iid}`;
  if (merge_request !== undefined) return `merge request ${path}!${merge_request.iid}`;
  return `commit ${path}@${commit?.id.slice(0, 8) ?? ''}`;
}

/** Text in threads. */
export const hangoutsChat: Delivery = {
  slugs: ['hangouts-chat'],
  send: ({ news, settings, call }) => {
    const { summary, attachments } = chatTextOf(news.payload, 'slack');
    const lines = attachments.flatMap(({ title, link, text }) => [
      ...(title === undefined ? [] : [link === undefined ? title : `<${link}|${title}>`]),
      ...(text === '' ? [] : [text]),
    ]);
    const url = new URL(setting(settings, 'webhook'));
    url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
    const body = {
      text: [summary, ...lines].join('\n').slice(0, 4096),
      thread: { threadKey: threadOf(news.payload) },
    };
    return call(json(url.href, body));
  },
};
