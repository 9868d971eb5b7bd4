import type { FieldDef } from '../field.ts';

/** The three rows of one throttle: a switch, a window and how many requests it lets through. */
const throttle = <const Name extends string>(
  name: Name,
  of: { says: string; period: number; requests: number; oldName?: string },
) => {
  const field = <const Part extends string>(part: Part) =>
    ({
      key: `throttle_${name}_${part}`,
      ...(of.oldName === undefined ? {} : { aliases: [`throttle_${of.oldName}_${part}`] }),
      enforced_by: 'throttles',
    }) as const;
  const number = { type: 'integer', min: 1, max: 2_147_483_647 } as const;
  return [
    {
      ...field('enabled'),
      type: 'boolean',
      default: false,
      label: `Limit ${of.says}`,
      help: 'On: what is beyond the number of requests in the period is answered by 429',
      requires: [`throttle_${name}_period_in_seconds`, `throttle_${name}_requests_per_period`],
    },
    {
      ...field('period_in_seconds'),
      ...number,
      default: of.period,
      unit: 'seconds',
      label: `Period of ${of.says}`,
      help: 'Seconds in which requests are counted',
    },
    {
      ...field('requests_per_period'),
      ...number,
      default: of.requests,
      label: `Number of ${of.says} in a period`,
      help: 'So many are answered; the next one waits for the next period',
    },
  ] as const;
};

export const rateLimitSettings = [
  ...throttle('authenticated_api', {
    says: 'requests of the API with a token, for each person',
    period: 3600,
    requests: 7200,
  }),
  ...throttle('authenticated_web', {
    says: 'requests of the console, for each person',
    period: 3600,
    requests: 7200,
  }),
  ...throttle('authenticated_files_api', {
    says: 'requests of repository files with a token, for each person',
    period: 15,
    requests: 500,
  }),
  ...throttle('unauthenticated_api', {
    says: 'anonymous requests of the API, for each address',
    period: 3600,
    requests: 3600,
  }),
  ...throttle('unauthenticated_web', {
    says: 'anonymous requests of the console, for each address',
    period: 3600,
    requests: 3600,
    oldName: 'unauthenticated',
  }),
  ...throttle('unauthenticated_files_api', {
    says: 'anonymous requests of repository files, for each address',
    period: 15,
    requests: 125,
  }),
  ...throttle('unauthenticated_git_http', {
    says: 'anonymous requests of git over HTTP, for each address',
    period: 3600,
    requests: 3600,
  }),
  ...throttle('protected_paths', {
    says: 'POST requests to the protected paths, for each address',
    period: 60,
    requests: 10,
  }),
  {
    key: 'protected_paths',
    type: 'string_list',
    default: [
      '/users/password',
      '/users/sign_in',
      '/api/v3/session.json',
      '/api/v3/session',
      '/api/v4/session.json',
      '/api/v4/session',
      '/users',
      '/users/confirmation',
      '/unsubscribes/',
      '/import/github/personal_access_token',
      '/admin/session',
    ],
    max: 100,
    label: 'Protected paths',
    help: 'A path covers all below it; /users/sign_in stands for signing in to the console',
    enforced_by: 'throttles',
  },
  {
    key: 'rate_limiting_response_text',
    type: 'string',
    default: null,
    max: 255,
    label: 'Text sent to whoever is limited',
    help: 'Empty: Retry later',
    enforced_by: 'throttles',
  },
] as const satisfies readonly FieldDef[];
