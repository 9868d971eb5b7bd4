import { ConfigError } from '../config.ts';
import { DomainError, type Refusal } from '../errors.ts';

const fieldTexts = (fields: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(fields).map(([field, texts]) => `${field} ${texts.join(', ')}`);

type Message = string | readonly string[] | Readonly<Record<string, readonly string[]>>;

function listOf(message: Message | undefined): readonly string[] {
  if (message === undefined) return [];
  if (typeof message === 'string') return [message];
  return message instanceof Array ? message : fieldTexts(message);
}

/** A refusal in a sentence for a terminal. */
function sentenceOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'parameters':
      return refusal.problems.join(', ');
    case 'invalid':
      return fieldTexts(refusal.fields).join('; ');
    case 'not_found':
      return `${refusal.thing ?? 'It'} was not found`;
    case 'conflict':
    case 'refused':
    case 'unprocessable':
      return listOf(refusal.message).join(', ') || refusal.kind;
    case 'forbidden':
      return refusal.message ?? refusal.reason ?? 'This is not allowed';
    default:
      return refusal.kind;
  }
}

/** What stops a process, in one sentence where it is known; else whole, for a report. */
export function explain(error: unknown): string {
  if (error instanceof DomainError) return `${sentenceOf(error.refusal)}.`;
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return error.stack ?? error.message;
}
