import { isIP } from 'node:net';
import * as z from 'zod';
import { foreignSlugs, integrationKinds } from '#contract/integrations/kinds.ts';
import { matcherOf } from '../../ci/pattern.ts';
import type { Ctx } from '../../context.ts';
import { badParameters, invalid } from '../../errors.ts';
import { isBranchName } from '../../git/names.ts';
import { sshKeyTypes } from '#contract/ssh-key-types.ts';
import { codeOfDefaults, defaultsOfCode } from './branch-protection.ts';
import { daysOf } from './days.ts';
import { getNamespace, namespaceByPath } from '../namespaces/rules.ts';

/** Values by key. */
export type Change = Record<string, unknown>;

const older = [
  'housekeeping_full_repack_period',
  'housekeeping_gc_period',
  'housekeeping_incremental_repack_period',
];

/** The older periods come all or none, and none that says something else than the newer one. */
export function refuseHousekeeping(body: Change): void {
  if (body.housekeeping_enabled !== true) return;
  const given = older.filter((name) => body[name] !== undefined);
  const newer = body.housekeeping_optimize_repository_period;
  if (given.length > 0 && given.length < older.length) {
    throw badParameters(
      ...older.filter((name) => !given.includes(name)).map((name) => `${name} is missing`),
    );
  }
  const incremental = body.housekeeping_incremental_repack_period;
  if (newer !== undefined && incremental !== undefined && newer !== incremental) {
    throw badParameters(
      'housekeeping_incremental_repack_period, housekeeping_optimize_repository_period are mutually exclusive',
    );
  }
}

/** Settings that say one thing in two ways are kept in step, whichever is sent. */
export async function inStep(ctx: Ctx, given: Change): Promise<Change> {
  const change = { ...given };
  const { default_branch_protection: code, default_branch_protection_defaults: defaults } = change;
  if (typeof defaults === 'object' && defaults !== null) {
    change.default_branch_protection = codeOfDefaults(defaults);
  } else if (typeof code === 'number') {
    change.default_branch_protection_defaults = defaultsOfCode(code);
  }
  return withPerformanceGroup(ctx, change);
}

async function withPerformanceGroup(ctx: Ctx, change: Change): Promise<Change> {
  const { performance_bar_enabled: enabled, ...rest } = change;
  const id = rest.performance_bar_allowed_group_id;
  const path = rest.performance_bar_allowed_group_path;
  if (enabled === false || id === '' || path === '') {
    return {
      ...rest,
      performance_bar_allowed_group_id: null,
      performance_bar_allowed_group_path: null,
    };
  }
  const named = path ?? id;
  if (typeof named !== 'string' && typeof named !== 'number') return rest;
  const text = String(named);
  const group = await (/^\d+$/.test(text)
    ? getNamespace(ctx, Number(text))
    : namespaceByPath(ctx, text));
  if (group?.kind !== 'group') {
    throw invalid({ performance_bar_allowed_group_id: ['not found'] });
  }
  return {
    ...rest,
    performance_bar_allowed_group_id: group.id,
    performance_bar_allowed_group_path: group.full_path,
  };
}

const isUrl = (value: string) => /^https?:$/.test(schemeOf(value));
const schemeOf = (value: string) => (URL.canParse(value) ? new URL(value).protocol : '');
const isEmail = (value: string) => z.email().safeParse(value).success;

const isRange = (text: string): boolean => {
  const [address = '', bits] = text.trim().split('/');
  const version = isIP(address);
  return (
    version !== 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
};

/** What one text must be, with the words for one that is not; an empty text is none. */
const texts: readonly [keys: readonly string[], is: (value: string) => boolean, says: string][] = [
  [['default_branch_name'], isBranchName, 'is invalid'],
  [
    ['abuse_notification_email', 'lets_encrypt_notification_email'],
    isEmail,
    'must be a valid email address',
  ],
  [
    ['after_sign_out_path', 'home_page_url', 'help_page_support_url', 'diagram_service_c_url'],
    isUrl,
    'is blocked: Only allowed schemes are http, https',
  ],
  [
    ['spam_check_endpoint_url'],
    (value) => /^(grpc|tls):$/.test(schemeOf(value)),
    'is blocked: Only allowed schemes are grpc, tls',
  ],
  [
    ['email_restrictions', 'user_default_internal_regex'],
    (value) => matcherOf(value) !== undefined,
    'not valid RE2 syntax',
  ],
  [
    ['archive_builds_in_human_readable'],
    (value) => (daysOf(value) ?? 0) >= 1,
    'must be a duration of at least 1 day',
  ],
  [
    ['default_ci_config_path'],
    (value) => !value.startsWith('/') && !value.split('/').includes('..'),
    "can't start with a slash or include directory traversal",
  ],
  [
    ['geo_node_allowed_ips'],
    (value) => value.split(',').every(isRange),
    'contains an invalid IP range',
  ],
];

const isDomain = (text: string) => /^[\p{L}\p{N}*-]+(\.[\p{L}\p{N}*-]+)*\.?$/u.test(text);
const domains = ['domain_allowlist', 'domain_denylist', 'asset_proxy_allowlist'];

const integrationNames = new Set([...integrationKinds.map(({ slug }) => slug), ...foreignSlugs]);
/** Clients write them with underscores too. */
const namesIntegration = (text: string) => integrationNames.has(text.replaceAll('_', '-'));

/** What is wrong with values for reasons of their own, or beside others, by key. */
export function* wrongTogether(change: Change, after: Change): Generator<[string, string]> {
  for (const [keys, is, says] of texts) {
    for (const key of keys) {
      const value = change[key];
      if (typeof value === 'string' && value !== '' && !is(value)) yield [key, says];
    }
  }
  for (const key of domains) {
    const value = change[key];
    if (Array.isArray(value) && !value.every((item) => isDomain(String(item)))) {
      yield [key, 'contains an invalid domain'];
    }
  }
  const { allowed_integrations: listed } = change;
  if (Array.isArray(listed) && !listed.every((item) => namesIntegration(String(item)))) {
    yield ['allowed_integrations', 'contains an unknown integration name'];
  }
  const restricted = after.restricted_visibility_levels;
  for (const key of ['default_project_visibility', 'default_group_visibility']) {
    if (Array.isArray(restricted) && restricted.includes(after[key])) {
      yield [key, 'cannot be set to a restricted visibility level'];
    }
  }
  const restrictions = sshKeyTypes.map((type) => `${type}_key_restriction`);
  if (restrictions.some((key) => key in change) && restrictions.every((key) => after[key] === -1)) {
    const key = restrictions.find((one) => one in change) ?? 'rsa_key_restriction';
    yield [key, 'cannot forbid the last type of SSH keys that is allowed'];
  }
  const order = ['gitaly_timeout_fast', 'gitaly_timeout_medium', 'gitaly_timeout_default'];
  for (const [at, key] of order.entries()) {
    const below = order[at - 1];
    if (below === undefined || !order.some((one) => one in change)) continue;
    // Without a limit nothing is above it.
    if (after[key] !== 0 && Number(after[below]) > Number(after[key])) {
      yield [below, `must be less than or equal to ${Number(after[key])}`];
    }
  }
  if (typeof change.new_user_signups_cap === 'number' && after.seat_control !== 1) {
    yield ['new_user_signups_cap', 'can be set only while seat_control is 1'];
  }
  if (after.delete_unconfirmed_users === true && after.email_confirmation_setting === 'off') {
    yield ['delete_unconfirmed_users', 'must be false when email confirmation is off'];
  }
  const months = [
    'inactive_projects_send_warning_email_after_months',
    'inactive_projects_delete_after_months',
  ] as const;
  if (months.some((key) => key in change) && Number(after[months[0]]) >= Number(after[months[1]])) {
    yield [months[0], `must be less than ${Number(after[months[1]])}`];
  }
}
