import type { OutboundRequest, OutboundResponse } from '../../../outbound/fetch.ts';
import type { Values } from '../../integrations/resolve.ts';
import type { News } from '../news.ts';

/** A request of a delivery; what the log keeps of it has its secrets masked. */
export interface Outgoing extends OutboundRequest {
  url: string;
}

export interface Sending {
  news: News;
  /** Secrets included. */
  settings: Values;
  /** Which of the event's parts: a channel, or nothing. */
  part: string;
  /** The same for each attempt and each repeat. */
  messageId: string;
  /** The same for all that is told of one event. */
  eventId: string;
  publicUrl: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Signs what is ours; base64. */
  signingSecret: string;
  call: (request: Outgoing) => Promise<OutboundResponse>;
}

/** How one kind, or several of one shape, send an event. */
export interface Delivery {
  slugs: readonly string[];
  /** The parts that an event is sent in, each a delivery of its own; one without a name by default. */
  parts?(news: News, settings: Values): readonly string[];
  /** Sends; the last answer is the outcome, and none is one that needed no call. */
  send(sending: Sending): Promise<OutboundResponse | undefined>;
  /** Which answers are good; 2xx by default. */
  isGood?: (status: number) => boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A setting as text; empty where it is not set. */
export const setting = (settings: Values, name: string): string => textOf(settings[name]);

/** A JSON request. */
export const json = (url: string, body: unknown, more: Omit<Outgoing, 'url'> = {}): Outgoing => ({
  ...more,
  url,
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...more.headers },
  body: JSON.stringify(body),
});

/** A form. */
export const form = (
  url: string,
  fields: Readonly<Record<string, string>>,
  more: Omit<Outgoing, 'url'> = {},
): Outgoing => ({
  method: 'POST',
  ...more,
  url,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...more.headers },
  body: new URLSearchParams(fields).toString(),
});

/** A path below a URL that may end in a slash. */
export const below = (root: string, path: string): string => `${root.replace(/\/+$/, '')}/${path}`;
