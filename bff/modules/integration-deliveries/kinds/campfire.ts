import { chatTextOf } from '../chat-text.ts';
import { type Delivery, form, setting } from './kind.ts';

/** The room is found by its name; then the message is spoken there. */
export const campfire: Delivery = {
  slugs: ['campfire'],
  isGood: (status) => status === 201,
  send: async ({ news, settings, call }) => {
    const root = `https://${setting(settings, 'subdomain')}.campfirenow.com`;
    const credentials = Buffer.from(`${setting(settings, 'token')}:X`).toString('base64');
    const headers = { Authorization: `Basic ${credentials}` };
    const answer = await call({ url: `${root}/rooms.json`, method: 'GET', headers });
    if (answer.status !== 200) return answer;
    const id = roomIn(answer.body.toString('utf8'), setting(settings, 'room'));
    if (id === undefined) return answer;
    const { summary } = chatTextOf(news.payload, 'markdown');
    const message = { 'message[type]': 'TextMessage', 'message[body]': summary };
    return call(form(`${root}/room/${id}/speak.json`, message, { headers }));
  },
};

function roomIn(text: string, name: string): number | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const rooms = (answer as { rooms?: unknown } | null)?.rooms;
  if (!Array.isArray(rooms)) return undefined;
  for (const room of rooms as { id?: unknown; name?: unknown }[]) {
    if (room?.name === name && typeof room.id === 'number') return room.id;
  }
  return undefined;
}
