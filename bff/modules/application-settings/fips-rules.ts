import { settingFields } from '#contract/settings/all.ts';
import { fieldInFips, fitsFips } from '#contract/settings/fips.ts';
import type { Ctx } from '../../context.ts';
import { badParameters } from '../../errors.ts';
import type { Change } from './special-rules.ts';

const fields = settingFields.map(fieldInFips);

/** Values as they hold here: in FIPS mode what it does not approve is the least that it does. */
export function heldHere(ctx: Pick<Ctx, 'fips'>, values: Change): Change {
  if (!ctx.fips) return values;
  const unfit = fields.filter(({ key }) => !fitsFips(key, values[key]));
  return { ...values, ...Object.fromEntries(unfit.map((field) => [field.key, field.default])) };
}

/** 400 for values that FIPS mode does not take. */
export function refuseUnfit(ctx: Pick<Ctx, 'fips'>, change: Change): void {
  if (!ctx.fips) return;
  const unfit = Object.keys(change).filter((key) => !fitsFips(key, change[key]));
  if (unfit.length === 0) return;
  throw badParameters(...unfit.map((key) => `${key} does not have a valid value`));
}
