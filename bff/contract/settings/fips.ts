import type { FieldDef } from '../field.ts';
import { type SshKeyType, sshKeyTypes } from '../ssh-key-types.ts';

const forbidden = -1;
/** Bits from which FIPS approves a type of keys, where that is not any length: DSA it does not. */
const approved: Partial<Record<SshKeyType, number>> = { rsa: 3072, dsa: Number.POSITIVE_INFINITY };
const least = new Map(sshKeyTypes.map((type) => [`${type}_key_restriction`, approved[type] ?? 1]));

/** Whether a server in FIPS mode takes a value of a setting: of keys it asks for a length. */
export function fitsFips(key: string, value: unknown): boolean {
  const bits = least.get(key);
  return bits === undefined || value === forbidden || Number(value) >= bits;
}

/** A setting as a server in FIPS mode knows it. */
export function fieldInFips(field: FieldDef): FieldDef {
  const { key, options = [], default: initial } = field;
  if (!least.has(key)) return field;
  const fitting = options.filter((option) => fitsFips(key, option));
  const shortest = fitting.find((option) => option !== forbidden) ?? forbidden;
  return { ...field, options: fitting, default: fitsFips(key, initial) ? initial : shortest };
}
