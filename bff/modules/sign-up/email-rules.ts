import type { Settings } from '#contract/settings/all.ts';
import { matcherOf } from '../../ci/pattern.ts';

/** `*` stands for any letters, dots too; everything else for itself. Linear in both texts. */
function fits(domain: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().replace(/\.$/, '').split('*');
  const last = rest.pop();
  if (last === undefined) return domain === first;
  if (!domain.startsWith(first) || domain.length < first.length + last.length) return false;
  if (!domain.endsWith(last)) return false;
  const end = domain.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = domain.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

type Rules = Pick<
  Settings,
  | 'domain_allowlist'
  | 'domain_denylist'
  | 'domain_denylist_enabled'
  | 'email_restrictions'
  | 'email_restrictions_enabled'
>;

const notAllowed = 'is not allowed for sign-up. Please use your regular email address';

/** What the settings have against a registration with this address; undefined for nothing. */
export function emailProblem(settings: Rules, email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const isIn = (patterns: readonly string[]) => patterns.some((one) => fits(domain, one));
  const { domain_allowlist: allowed } = settings;
  if (allowed.length > 0 && !isIn(allowed)) {
    return 'domain is not authorized for sign-up';
  }
  if (settings.domain_denylist_enabled && isIn(settings.domain_denylist)) return notAllowed;
  if (!settings.email_restrictions_enabled || !settings.email_restrictions) return undefined;
  return matcherOf(settings.email_restrictions, 'i')?.(email) ? notAllowed : undefined;
}
