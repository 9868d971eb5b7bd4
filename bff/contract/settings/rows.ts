import type { FieldDef, FieldType } from '../field.ts';

// Ways to write a row in one line. The label of a row is its key in words.

type Given = Omit<FieldDef, 'key' | 'type' | 'default' | 'help' | 'label' | 'enforced_by'>;
export type Row = Omit<FieldDef, 'enforced_by'>;

/** A row keeps what it is made of, so that the values of those that are obeyed are typed. */
const ofType =
  <const T extends FieldType>(type: T) =>
  <const K extends string, const D extends FieldDef['default'], const G extends Given = object>(
    key: K,
    initial: D,
    help: string,
    given?: G,
  ): {
    key: K;
    type: T;
    default: D;
    label: string;
    help: string;
  } & G => // Without `given` its type is that of an empty object.
  ({ key, type, default: initial, label: labelOf(key), help, ...(given as G) });

/** On or off. */
export const toggle = ofType('boolean');
/** A whole number; its bounds are those that a database can hold unless others are given. */
export const count = <const K extends string, const D extends number | null>(
  key: K,
  initial: D,
  help: string,
  given?: Given,
) => whole(key, initial, help, { max: 2_147_483_647, ...given });
const whole = ofType('integer');
/** A number with a fraction. */
export const decimal = ofType('number');
/** One line of text. */
export const line = ofType('string');
/** Many lines of text. */
export const prose = ofType('text');
/** Stored encrypted, and never read back. */
export const secret = ofType('secret');
/** One of several words. */
export const choice = ofType('enum');
/** One of several numbers. */
export const numberChoice = ofType('integer_enum');
/** Texts, or members of a set. */
export const list = ofType('string_list');
/** `#rgb` or `#rrggbb`. */
export const colour = ofType('colour');
/** A picture, sent as a file and shown as its path. */
export const image = ofType('image');
/** An object of a known shape. */
export const hash = ofType('json');

/** Rows that this server stores and obeys in nothing, with the reason that people are told. */
export const unused = (reason: string, rows: readonly Row[]): readonly FieldDef[] =>
  rows.map((row) => ({ ...row, enforced_by: 'none', reason }));

/** Rows that a module obeys. */
export const obeyed = <const M extends string, const R extends readonly Row[]>(
  module: M,
  rows: R,
): readonly (R[number] & { enforced_by: M })[] =>
  rows.map((row) => ({ ...row, enforced_by: module }));

const capitals = new Map(
  ['API', 'AWS', 'CI', 'DSA', 'ECDSA', 'EKS', 'GPG', 'HTTP', 'IP', 'LDAP', 'LFS', 'RSA', 'SSH']
    .concat(['PWA', 'SSO', 'TTL', 'URL', 'YAML', 'ID', 'OAuth', 'IPs', 'IDs', 'MB', 'GB', 'CSV'])
    .map((word) => [word.toLowerCase(), word]),
);

/** A key as people read it: `eks_account_id` is EKS account ID. */
function labelOf(key: string): string {
  const words = key.split('_').map((word) => capitals.get(word) ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
