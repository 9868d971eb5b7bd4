import * as z from 'zod';
import { hints } from '../common.ts';
import { bodyOf } from '../field.ts';
import type { EventFlag } from './events.ts';
import type { IntegrationField, IntegrationKind } from './kind.ts';

const inheriting = z
  .boolean()
  .default(false)
  .describe('Take over the settings of the nearest group above, else those of the instance');

const needed = (field: IntegrationField) =>
  z
    .string()
    .describe(field.help)
    .register(hints, { aliases: field.aliases ?? [] });

/** What may be left out keeps its stored value. */
function mayBeAbsent(field: IntegrationField): z.ZodType {
  const { [field.key]: type } = bodyOf([field]).shape;
  if (type === undefined) throw new Error(`${field.key} has no type`);
  return type.register(hints, { aliases: field.aliases ?? [] });
}

const flag = (name: EventFlag) => z.boolean().describe(`Send events: ${name}`);

/** The body that sets a kind up: what it requires is sent each time. */
export const setUpBody = (kind: IntegrationKind) =>
  z.object({
    use_inherited_settings: inheriting,
    ...Object.fromEntries(
      kind.fields.map((field) => [
        field.key,
        field.required === true ? needed(field) : mayBeAbsent(field),
      ]),
    ),
    ...Object.fromEntries(
      kind.events.map((name) => [
        name,
        kind.requiresEvents === true ? flag(name) : flag(name).optional(),
      ]),
    ),
  });

/** The same for a form: what is stored, secrets too, need not be sent again. */
export const changeBody = (kind: IntegrationKind) =>
  z.object({
    use_inherited_settings: inheriting,
    comment_on_event_enabled: z.boolean().optional(),
    ...Object.fromEntries(kind.fields.map((field) => [field.key, mayBeAbsent(field)])),
    ...Object.fromEntries(kind.events.map((name) => [name, flag(name).optional()])),
  });

/** Everything that the bodies of these kinds may hold, for documents and callers. */
export const anyBody = (kinds: readonly IntegrationKind[]) =>
  z.object({
    use_inherited_settings: inheriting.unwrap().optional(),
    ...bodyOf(kinds.flatMap(({ fields }) => fields)).shape,
    ...Object.fromEntries(
      [...new Set(kinds.flatMap(({ events }) => events))].map((name) => [
        name,
        flag(name).optional(),
      ]),
    ),
  });

/** Bodies by slug. */
export const bodiesOf = (
  kinds: readonly IntegrationKind[],
  body: (kind: IntegrationKind) => z.ZodObject,
): Readonly<Record<string, z.ZodObject>> =>
  Object.fromEntries(kinds.map((kind) => [kind.slug, body(kind)]));
