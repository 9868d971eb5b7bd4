import type { IntegrationKind } from '#contract/integrations/kind.ts';
import { eventDefaults, eventFlags } from '#contract/integrations/events.ts';
import { bit } from '../../db/portable.ts';
import type { Change } from '../../db/schema.ts';
import type { Secrets } from '../../secrets.ts';
import { type Integration } from './repository.ts';
import { secretsOfRow, type Value, type Values } from './resolve.ts';
import { type FieldProblems, keptValue } from './value-rules.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a change makes of the settings. */
export interface Wished {
  /** By name, secrets included; what is not set is left out. */
  values: Record<string, Value>;
  /** Secrets that were erased because they would have gone to another address. */
  erased: FieldProblems;
}

/** The settings that a row holds itself, secrets included. */
const ownValues = (secrets: Secrets, row: Integration): Record<string, Value> => ({
  // Written by `rowOf` alone.
  ...(JSON.parse(row.settings) as Values),
  ...secretsOfRow(secrets, row),
});

/** What is sent, over what is stored; a changed address erases the secrets that it would get. */
export function wishOf(
  secrets: Secrets,
  { kind, row, body }: { kind: IntegrationKind; row: Integration; body: Body },
): Wished {
  const before = ownValues(secrets, row);
  const values = { ...before };
  const sent = kind.fields.filter(({ key, readonly }) => !readonly && body[key] !== undefined);
  for (const field of sent) {
    const value = keptValue(field, body[field.key]);
    if (field.successor === undefined) values[field.key] = value;
    // The older word counts where the newer is absent.
    else if (value !== null && body[field.successor] === undefined) {
      values[field.successor] = value === true ? 'default' : 'all';
    }
  }
  const erased: FieldProblems = {};
  const known = new Set(sent.map(({ key }) => key));
  for (const { key, exposes = [] } of kind.fields) {
    if ((before[key] ?? null) === (values[key] ?? null)) continue;
    for (const secret of exposes) {
      if (known.has(secret) || before[secret] == null) continue;
      values[secret] = null;
      erased[secret] = [`was erased because ${key} changed: enter it again`];
    }
  }
  return { values, erased };
}

/** Settings as a row keeps them. */
export function storedForm(secrets: Secrets, kind: IntegrationKind, values: Values) {
  const isSecret = new Set(kind.fields.flatMap(({ key, type }) => (type === 'secret' ? key : [])));
  const set = Object.entries(values).filter(([, value]) => value !== null);
  const hidden = set.filter(([key]) => isSecret.has(key));
  return {
    settings: JSON.stringify(Object.fromEntries(set.filter(([key]) => !isSecret.has(key)))),
    encrypted_secrets:
      hidden.length === 0 ? null : secrets.encrypt(JSON.stringify(Object.fromEntries(hidden))),
  };
}

/** The flags that are sent and that the kind accepts. */
export function flagChange(kind: IntegrationKind, body: Body): Change<'integrations'> {
  const names = [...kind.events, 'comment_on_event_enabled'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = body[name];
      return typeof value === 'boolean' ? [[name, bit(value)]] : [];
    }),
  );
}

/** A row without anything of its own: settings, secrets and flags as on a new one. */
export const blank = {
  settings: '{}',
  encrypted_secrets: null,
  comment_on_event_enabled: 1,
  ...Object.fromEntries(eventFlags.map((flag) => [flag, bit(eventDefaults[flag])])),
} as const;
