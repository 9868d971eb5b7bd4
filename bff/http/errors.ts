import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DomainError, type Refusal, type TokenProblem } from '../errors.ts';
import type { Log } from '../log.ts';

const tokenProblems: Record<TokenProblem, string> = {
  expired: 'Token is expired. You can either do re-authorization or token refresh.',
  revoked: 'Token was revoked. You have to re-authorize from the user.',
  impersonation_disabled: 'Token is an impersonation token but impersonation was disabled.',
};

interface Worded {
  status: ContentfulStatusCode;
  body: unknown;
  headers?: Record<string, string>;
}

const reasoned = (phrase: string, reason: string | undefined) =>
  reason === undefined ? phrase : `${phrase} - ${reason}`;

/** Every refusal's status and body: the one place where errors are worded. */
function word(refusal: Refusal): Worded {
  switch (refusal.kind) {
    case 'unauthorized':
      return {
        status: 401,
        body: {
          message: refusal.message ?? reasoned('401 Unauthorized', refusal.reason),
          ...refusal.extra,
        },
      };
    case 'invalid_token': {
      const text = tokenProblems[refusal.reason];
      return {
        status: 401,
        body: { error: 'invalid_token', error_description: text },
        headers: {
          'WWW-Authenticate': `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${text}"`,
        },
      };
    }
    case 'insufficient_scope':
      return {
        status: 403,
        body: {
          error: 'insufficient_scope',
          error_description:
            'The request requires higher privileges than provided by the access token.',
          scope: refusal.scopes.join(' '),
        },
      };
    case 'forbidden':
      return {
        status: 403,
        body: { message: refusal.message ?? reasoned('403 Forbidden', refusal.reason) },
      };
    case 'not_found':
      return {
        status: 404,
        body: {
          message:
            refusal.message ??
            (refusal.lowerCase
              ? '404 Not found'
              : ['404', refusal.thing, 'Not Found'].filter(Boolean).join(' ')),
        },
      };
    case 'no_route':
      return { status: 404, body: { error: '404 Not Found' } };
    case 'parameters':
      return { status: 400, body: { error: refusal.problems.join(', ') } };
    case 'bad_request':
      return { status: 400, body: { message: reasoned('400 Bad request', refusal.reason) } };
    case 'refused':
      return { status: 400, body: { message: refusal.message, error_code: refusal.code } };
    case 'invalid':
      return { status: 400, body: { message: refusal.fields } };
    case 'malformed':
      return { status: 400, body: 'Bad Request' };
    case 'json':
      return { status: 400, body: { error: refusal.text } };
    case 'moved':
      return {
        status: 405,
        body: { message: `Non GET methods are not allowed for moved ${refusal.what}` },
      };
    case 'method_not_allowed':
      return { status: 405, body: { message: '405 Method Not Allowed' } };
    case 'refused_405':
      return { status: 405, body: { error: refusal.error } };
    case 'refused_signature':
      return { status: refusal.status, body: { error: refusal.error } };
    case 'wrong_verb':
      return {
        status: 405,
        body: { error: '405 Not Allowed' },
        headers: { Allow: refusal.allow.join(', ') },
      };
    case 'not_acceptable':
      return {
        status: 406,
        body: { error: `The requested format '${refusal.format}' is not supported.` },
      };
    case 'refused_406':
      return { status: 406, body: { message: refusal.message } };
    case 'timed_out':
      return { status: 408, body: { message: 'Request timed out' } };
    case 'conflict':
      return { status: 409, body: { message: refusal.message ?? '409 Conflict' } };
    case 'precondition_failed':
      return { status: 412, body: { message: '412 Precondition Failed' } };
    case 'too_large':
      return { status: 413, body: { message: '413 Request Entity Too Large' } };
    case 'uri_too_long':
      return { status: 414, body: { message: '414 URI Too Long' } };
    case 'media_type':
      return {
        status: 415,
        body: { error: `The provided content-type '${refusal.type}' is not supported.` },
      };
    case 'unprocessable':
      return { status: 422, body: { message: refusal.message ?? '422 Unprocessable Entity' } };
    case 'too_many_requests':
      return {
        status: 429,
        body: {
          message: {
            error: 'This endpoint has been requested too many times. Try again later.',
          },
        },
        headers: { 'Retry-After': String(refusal.retryAfter) },
      };
    case 'throttled':
      return { status: 429, body: refusal.text, headers: { ...refusal.headers } };
    case 'shut_out':
      return {
        status: 403,
        body: { message: '403 Forbidden - Too many failed credentials. Try again later' },
        headers: { 'Retry-After': String(refusal.retryAfter) },
      };
    case 'gone':
      return { status: 410, body: { error: refusal.text } };
    case 'unavailable':
      return {
        status: 503,
        body: { message: refusal.text ?? '503 Service Unavailable' },
        headers: { 'Retry-After': String(refusal.retryAfter) },
      };
  }
}

/** Answers any thrown value; what is no refusal is logged whole and answered by a bare 500. */
export function answerError(c: Context, error: unknown, log: Log): Response {
  if (error instanceof DomainError) {
    const { status, body, headers } = word(error.refusal);
    c.header('Cache-Control', 'no-store');
    if (typeof body === 'string') return c.text(body, status, headers);
    return c.json(body as object, status, headers);
  }
  log.error({ err: error, request_id: c.get('requestId') }, 'request failed');
  return c.json({ message: '500 Internal Server Error' }, 500, { 'Cache-Control': 'no-store' });
}
