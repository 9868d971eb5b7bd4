import { chatTextOf } from '../chat-text.ts';
import { below, type Delivery, json, setting } from './kind.ts';

/** A message of the bot; what its parser does not understand is sent once more as plain text. */
export const telegram: Delivery = {
  slugs: ['telegram'],
  send: async ({ news, settings, call }) => {
    const host = setting(settings, 'hostname') || 'https://api.telegram.org';
    const url = below(host, `bot${setting(settings, 'token')}/sendMessage`);
    const { thread } = settings;
    const message = {
      text: chatTextOf(news.payload, 'markdown').summary,
      chat_id: setting(settings, 'room'),
      ...(typeof thread === 'number' ? { message_thread_id: thread } : {}),
    };
    const answer = await call(json(url, { ...message, parse_mode: 'markdown' }));
    return answer.status === 400 ? call(json(url, message)) : answer;
  },
};
