import type { FieldDef, ValuesOf } from '../field.ts';
import { accountSettings } from './accounts.ts';
import { networkSettings } from './network.ts';
import { rateLimitSettings } from './rate-limits.ts';
import { signInSettings } from './sign-in.ts';
import { visibilitySettings } from './visibility.ts';

const rows = [
  ...visibilitySettings,
  ...accountSettings,
  ...signInSettings,
  ...networkSettings,
  ...rateLimitSettings,
] as const;

type Row = (typeof rows)[number];

/** Every setting of the instance, section by section. */
export const settingFields: readonly FieldDef[] = rows;

/** Values of all settings by key. */
export type Settings = ValuesOf<Row>;
