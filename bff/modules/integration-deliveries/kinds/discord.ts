import { actorNameOf, type Attachment, chatTextOf, linesOf } from '../chat-text.ts';
import { type Delivery, json, setting } from './kind.ts';

const usual = 16_543_014;
const words: Readonly<Record<string, number>> = {
  good: 0x0d532a,
  warning: 0x703800,
  danger: 0x8d1300,
};

function colorOf(attachment: Attachment | undefined): number {
  if (attachment === undefined) return usual;
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(attachment.color)?.[1];
  if (hex === undefined) return words[attachment.color] ?? usual;
  return Number.parseInt(hex.length === 3 ? hex.replace(/./g, '$&$&') : hex, 16);
}

/** An embed with Markdown. */
export const discord: Delivery = {
  slugs: ['discord'],
  send: ({ news, settings, now, publicUrl, call }) => {
    const { summary, attachments } = chatTextOf(news.payload, 'markdown');
    const texts = linesOf(attachments);
    const embed = {
      color: colorOf(attachments[0]),
      timestamp: new Date(now).toISOString(),
      author: { name: actorNameOf(news.payload), icon_url: `${publicUrl}/favicon.svg` },
      description: [summary, ...texts].join('\n').slice(0, 4096),
    };
    return call(json(setting(settings, 'webhook'), { content: '', embeds: [embed] }));
  },
};
