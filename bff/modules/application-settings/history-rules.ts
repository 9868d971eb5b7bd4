import type { Page } from '#contract/common.ts';
import { type Settings, settingFields } from '#contract/settings/all.ts';
import type { Ctx } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { type AuditEventRow, auditEventOf, auditPage } from '../audit/rules.ts';
import { changedValues, shownValue } from './present.ts';
import { changeOfSettings, storedSettings, updateSettings } from './rules.ts';
import type { Change } from './special-rules.ts';

export interface HistoryFilter {
  actor?: string;
  key?: string;
  created_after?: string;
  created_before?: string;
}

/** One page of changes of settings, the newest first. */
export const settingsHistoryPage = (
  ctx: Ctx,
  filter: HistoryFilter,
  paging: { offset: number; perPage: number },
): Promise<Page<AuditEventRow>> =>
  auditPage(ctx, { ...filter, action: changeOfSettings, hasChanges: true }, paging);

/** Gives the settings of a change the values before it, by the rule of every change. */
export async function revertSettings(ctx: Ctx, id: number): Promise<Settings> {
  const row = await auditEventOf(ctx, id);
  if (row?.action !== changeOfSettings) throw notFound('Setting Change');
  const values = changedValues(row).map(({ key, before }) => [key, before] as const);
  const hidden = values.filter(([key, before]) => isSecret(key) && before !== null);
  if (hidden.length > 0) {
    throw invalid(
      Object.fromEntries(hidden.map(([key]) => [key, ['was a secret, which no history keeps']])),
    );
  }
  const told = { ...ctx, origin: withReason(ctx.origin, `Reverts change ${id}`) };
  return updateSettings(told, await withPartners(ctx, Object.fromEntries(values)));
}

const isSecret = (key: string) =>
  settingFields.some((field) => field.key === key && field.type === 'secret');

const withReason = (origin: Ctx['origin'], reason: string): Ctx['origin'] =>
  origin && { ...origin, reason: origin.reason ?? reason };

/** A change with what the switches in it ask for, as it is stored. */
export async function withPartners(ctx: Ctx, change: Change): Promise<Change> {
  const stored: Change = { ...(await storedSettings(ctx)) };
  const partners = settingFields.filter(({ key }) =>
    settingFields.some(
      (field) => change[field.key] === true && (field.requires ?? []).includes(key),
    ),
  );
  const values = partners.map(
    (field) => [field.key, shownValue(field, stored[field.key])] as const,
  );
  return { ...Object.fromEntries(values), ...change };
}
