import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { recordOf } from '#contract/field.ts';
import { settingFields } from '#contract/settings/all.ts';

describe('the rows of the settings', () => {
  it('have keys of their own, words for people and a default that fits', () => {
    const names = settingFields.flatMap(({ key, aliases = [] }) => [key, ...aliases]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const record = recordOf(settingFields);
    const defaults = Object.fromEntries(
      settingFields.flatMap((field) =>
        [field.key, ...(field.aliases ?? [])].map((name) => [name, field.default]),
      ),
    );
    expect(record.safeParse(defaults).error).toBeUndefined();
    const speechless = settingFields.filter(({ label, help }) => label === '' || help === '');
    expect(speechless).toEqual([]);
  });

  it('name an existing module that obeys them, or say why nothing does', () => {
    const bff = fileURLToPath(new URL('../../', import.meta.url));
    const lost = settingFields.filter(({ enforced_by: name, reason }) =>
      name === 'none' ? !reason : ![`${bff}modules/${name}`, `${bff}${name}`].some(existsSync),
    );
    expect(lost.map(({ key, enforced_by }) => `${key}: ${enforced_by}`)).toEqual([]);
  });

  it('offer words in text enums and numbers in numeric ones', () => {
    const odd = settingFields.filter(({ type, options = [] }) =>
      options.some((option) => typeof option !== (type === 'integer_enum' ? 'number' : 'string')),
    );
    expect(odd).toEqual([]);
  });
});
