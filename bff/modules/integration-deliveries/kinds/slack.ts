import type { Values } from '../../integrations/resolve.ts';
import { type Attachment, chatTextOf } from '../chat-text.ts';
import type { News, NewsKind } from '../news.ts';
import { type Delivery, form, setting } from './kind.ts';

/** Where the channels of an event are said, the first that says some counts. */
const channelFields: Readonly<Record<NewsKind, readonly string[]>> = {
  push: ['push_channel'],
  tag_push: ['tag_push_channel'],
  commit: [],
  issue: ['issue_channel'],
  confidential_issue: ['confidential_issue_channel', 'issue_channel'],
  incident: ['incident_channel', 'issue_channel'],
  merge_request: ['merge_request_channel'],
  note: ['note_channel'],
  confidential_note: ['confidential_note_channel', 'note_channel'],
  pipeline: ['pipeline_channel'],
  job: [],
  deployment: ['deployment_channel'],
  wiki_page: ['wiki_page_channel'],
};

/** The channels of an event; the webhook's own where none is named. */
function channelsOf(news: News, settings: Values): readonly string[] {
  for (const field of [...channelFields[news.kind], 'channel']) {
    const named = setting(settings, field)
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (named.length > 0) return [...new Set(named)];
  }
  return [''];
}

const presented = (attachment: Attachment) => {
  const { title, link, text, color, author, fields, footer, ts } = attachment;
  return {
    ...(title === undefined ? {} : { title, title_link: link }),
    text,
    color,
    ...(author === undefined ? {} : { author_name: author }),
    ...(fields === undefined ? {} : { fields }),
    ...(footer === undefined ? {} : { footer }),
    ...(ts === undefined ? {} : { ts }),
    mrkdwn_in: ['text'],
  };
};

/** A form with one field, as incoming webhooks of these chats take it; one for each channel. */
export const slack: Delivery = {
  slugs: ['mattermost', 'slack'],
  parts: channelsOf,
  send: ({ news, settings, part, call }) => {
    const { summary, attachments } = chatTextOf(news.payload, 'slack');
    const username = setting(settings, 'username');
    const payload = {
      ...(part === '' ? {} : { channel: part }),
      ...(username === '' ? {} : { username }),
      text: summary,
      attachments: attachments.map(presented),
      fallback: summary,
    };
    return call(form(setting(settings, 'webhook'), { payload: JSON.stringify(payload) }));
  },
};
