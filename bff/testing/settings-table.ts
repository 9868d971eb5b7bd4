import { readFileSync } from 'node:fs';
import { tableRows } from './markdown-table.ts';

// What every setting must be is read from the table of the specification, not from the rows that
// the server is made of.

/** A setting as the specification has it. */
export interface Attribute {
  name: string;
  type: string;
  initial: unknown;
  min: number | undefined;
  max: number | undefined;
  options: unknown[];
  other: string | undefined;
  partners: string[];
  is(word: string): boolean;
  older: boolean;
}

const value = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

function readAttribute(item: string): Attribute {
  const [, name = '', rest = ''] = /^`(\w+)`: (.*)$/.exec(item) ?? [];
  const [type = '', ...facts] = rest.split('; ');
  const fact = (word: string) =>
    facts.find((one) => one.startsWith(`${word} `))?.slice(word.length + 1);
  const names = (text: string | undefined) =>
    [...(text ?? '').matchAll(/`([^`]*)`/g)].map(([, quoted = '']) => quoted);
  const number = (word: string) => (fact(word) === undefined ? undefined : Number(fact(word)));
  return {
    name,
    type,
    initial: value(names(fact('default'))[0] ?? 'null'),
    min: number('minimum'),
    max: number('maximum'),
    options: names(fact('one of')).map((text) => (type === 'integer' ? Number(text) : text)),
    other: names(fact('also written'))[0],
    partners: names(fact('requires')),
    is: (word) => facts.includes(word),
    older: fact('deprecated by') !== undefined,
  };
}

const specification = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');
/** All rows of the table. */
export const attributes = tableRows(specification)
  .filter(({ cells }) => cells[0]?.startsWith('settings.attribute.'))
  .map(({ cells }) => readAttribute(cells[1] ?? ''));

/** Values that differ from the default where the rule of the setting wants a certain look. */
const sample: Readonly<Record<string, unknown>> = {
  abuse_notification_email: 'abuse@example.test',
  lets_encrypt_notification_email: 'tls@example.test',
  after_sign_out_path: 'https://example.test/bye',
  home_page_url: 'https://example.test/',
  help_page_support_url: 'https://example.test/help',
  diagram_service_c_url: 'https://example.test/draw',
  spam_check_endpoint_url: 'tls://spam.example.test',
  archive_builds_in_human_readable: '15 days',
  geo_node_allowed_ips: '10.0.0.0/8',
  personal_access_token_prefix: 'quay-',
  // Not all types of keys may be forbidden.
  ed25519_key_restriction: 256,
  default_project_visibility: 'internal',
  default_group_visibility: 'internal',
  restricted_visibility_levels: ['public'],
  default_branch_protection_defaults: {
    allowed_to_push: [{ access_level: 30 }],
    allow_force_push: false,
    allowed_to_merge: [{ access_level: 40 }],
  },
  default_branch_protection: 1,
  editor_extension_marketplace: { enabled: true, preset: 'open' },
  kroki_formats: { blockdiag: true },
  repository_storages_weighted: { default: 50 },
  resource_usage_limits: { memory: 1.5 },
  sign_in_restrictions: { session_expire_from_init: true },
  performance_bar_allowed_group_path: 'bar',
  performance_bar_enabled: true,
  gitaly_timeout_fast: 11,
  allowed_integrations: ['pumble', 'slack_slash_commands'],
  inactive_projects_delete_after_months: 12,
};

/** A value that differs from the default. */
export function another(one: Attribute): unknown {
  if (one.name in sample) return sample[one.name];
  if (one.options.length > 0) {
    const [first, second] = one.options.filter((option) => option !== one.initial);
    return one.type === 'string[]' ? [second ?? first] : first;
  }
  if (one.type === 'boolean') return one.initial !== true;
  if (one.type === 'string[]') return ['one.example.test', 'two.example.test'];
  if (one.type !== 'integer' && one.type !== 'number') return 'quay7';
  const from = typeof one.initial === 'number' ? one.initial : (one.min ?? 0);
  return one.max !== undefined && from + 1 > one.max ? from - 1 : from + 1;
}

/** What is no value of a type. */
export const wrongs: Readonly<Record<string, unknown>> = {
  boolean: 'perhaps',
  integer: 'many',
  number: 'much',
  string: { a: 1 },
  text: { a: 1 },
  'string[]': { a: 1 },
  object: 'none',
};

/** Those that are set by their own name. */
export const own = attributes.filter((one) => !one.is('read only') && !one.older);
