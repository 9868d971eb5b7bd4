import { chatTextOf, type LinkStyle } from '../chat-text.ts';
import type { Payload } from '../news.ts';
import { type Delivery, json, setting } from './kind.ts';

/** A chat that takes one text. */
const plainChat = (
  slug: string,
  style: LinkStyle,
  bodyOf: (summary: string, payload: Payload) => object,
): Delivery => ({
  slugs: [slug],
  send: ({ news, settings, call }) => {
    const { summary } = chatTextOf(news.payload, style);
    return call(json(setting(settings, 'webhook'), bodyOf(summary, news.payload)));
  },
});

export const webexTeams = plainChat('webex-teams', 'markdown', (markdown) => ({ markdown }));

export const unifyCircuit = plainChat('unify-circuit', 'markdown', (text, payload) => ({
  subject: payload.project.path_with_namespace,
  text,
  markdown: true,
}));

export const pumble = plainChat('pumble', 'slack', (text) => ({ text }));
