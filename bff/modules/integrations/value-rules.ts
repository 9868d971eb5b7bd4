import * as z from 'zod';
import type { IntegrationField, IntegrationKind } from '#contract/integrations/kind.ts';
import { mayBeStored } from '../../outbound/decision.ts';
import type { OutboundPolicy } from '../../outbound/decision.ts';
import type { Value, Values } from './resolve.ts';

/** Texts about values that are wrong, by field. */
export type FieldProblems = Record<string, string[]>;

const mostBytes = 1024 * 1024;

/** What is sent, as it is kept: texts trimmed, empty ones none. */
export function keptValue(field: IntegrationField, value: unknown): Value {
  // The contract let texts, numbers and booleans through, and null.
  if (typeof value !== 'string') return value as Value;
  const text = value.trim();
  if (field.saidBoolean === true && (text === 'true' || text === 'false')) return null;
  return text === '' ? null : text;
}

/** What is wrong with the settings of an integration, secrets included. */
export function wrongValues(
  kind: IntegrationKind,
  values: Values,
  policy: OutboundPolicy,
): FieldProblems {
  const problems: FieldProblems = {};
  for (const field of kind.fields) {
    const value = values[field.key] ?? null;
    const text =
      value === null
        ? field.required === true && "can't be blank"
        : typeof value === 'string' && problemOf(field, value, policy);
    if (typeof text === 'string') problems[field.key] = [text];
  }
  if (Buffer.byteLength(JSON.stringify(values)) > mostBytes) {
    problems.base = ['is too large (maximum is 1 MiB)'];
  }
  return problems;
}

function problemOf(
  field: IntegrationField,
  text: string,
  policy: OutboundPolicy,
): string | undefined {
  const { url, pattern, entries } = field;
  if (url === true) {
    const problem = urlProblem(text, { policy, mayHoldSecrets: field.type === 'secret' });
    if (problem !== undefined) return problem;
  }
  // The patterns are those of the contract's rows, each linear.
  if (pattern !== undefined && !new RegExp(pattern.source).test(text)) return pattern.says;
  if (entries !== undefined) {
    const isLong = text.length > 20_000;
    if (isLong || entriesOf(text, entries.emails === true).length > entries.most) {
      return entries.says;
    }
  }
  return undefined;
}

/** Entries of a text; of addresses only those that are some, and each once. */
export function entriesOf(text: string, emails: boolean): string[] {
  const parts = text.split(emails ? /[\s,]/ : ',').flatMap((part) => part.trim() || []);
  if (!emails) return parts;
  return [...new Set(parts)].filter((part) => z.email().safeParse(part).success);
}

function urlProblem(
  text: string,
  { policy, mayHoldSecrets }: { policy: OutboundPolicy; mayHoldSecrets: boolean },
): string | undefined {
  // `URL` drops line ends and tabs silently.
  const isOne = /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
  if (!isOne) return 'must be a valid URL';
  const { username, password } = new URL(text);
  if (!mayHoldSecrets && username + password !== '') return 'must not contain credentials';
  if (!mayBeStored(policy, text)) {
    return 'is blocked: requests to this address are not allowed';
  }
  return undefined;
}
