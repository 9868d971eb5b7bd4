/** The closed set of refusals. Rules throw them; `http/errors.ts` words them as HTTP. */
export type Refusal =
  | { kind: 'unauthorized'; reason?: string; message?: string; extra?: Record<string, unknown> }
  | { kind: 'invalid_token'; reason: TokenProblem }
  | { kind: 'insufficient_scope'; scopes: readonly string[] }
  | { kind: 'forbidden'; reason?: string; message?: string }
  | { kind: 'not_found'; thing?: string; lowerCase?: boolean; message?: string }
  | { kind: 'no_route' }
  | { kind: 'parameters'; problems: readonly string[] }
  | { kind: 'bad_request'; reason?: string }
  | { kind: 'refused'; message: string | readonly string[]; code?: string }
  | { kind: 'invalid'; fields: Readonly<Record<string, readonly string[]>> }
  | { kind: 'malformed' }
  | { kind: 'json'; text: string }
  | { kind: 'moved'; what: 'projects' | 'groups'; id: number }
  | { kind: 'method_not_allowed' }
  | { kind: 'refused_405'; error: string }
  | { kind: 'refused_signature'; status: 401 | 404; error: string }
  | { kind: 'wrong_verb'; allow: readonly string[] }
  | { kind: 'not_acceptable'; format: string }
  | { kind: 'refused_406'; message: string }
  | { kind: 'timed_out' }
  | { kind: 'conflict'; message?: string | readonly string[] }
  | { kind: 'precondition_failed' }
  | { kind: 'too_large' }
  | { kind: 'uri_too_long' }
  | { kind: 'media_type'; type: string }
  | {
      kind: 'unprocessable';
      message?: string | readonly string[] | Readonly<Record<string, readonly string[]>>;
    }
  | { kind: 'too_many_requests'; retryAfter: number }
  | { kind: 'throttled'; text: string; headers: Readonly<Record<string, string>> }
  | { kind: 'shut_out'; retryAfter: number }
  | { kind: 'gone'; text: string }
  | { kind: 'unavailable'; retryAfter: number; text?: string };

export type TokenProblem = 'expired' | 'revoked' | 'impersonation_disabled';

/** A refusal on its way to the caller. */
export class DomainError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.kind);
    this.name = 'DomainError';
    this.refusal = refusal;
  }
}

/** 401 `401 Unauthorized`, with ` - reason` where given; `extra` joins the body. */
export const unauthorized = (reason?: string, extra?: Record<string, unknown>) =>
  new DomainError({ kind: 'unauthorized', reason, extra });
/** 401 with a text of its own. */
export const unauthorizedText = (message: string) =>
  new DomainError({ kind: 'unauthorized', message });
/** 401 of a token that was right once. */
export const invalidToken = (reason: TokenProblem) =>
  new DomainError({ kind: 'invalid_token', reason });
/** 403 of a token without one of these scopes. */
export const insufficientScope = (scopes: readonly string[]) =>
  new DomainError({ kind: 'insufficient_scope', scopes });
/** 403 `403 Forbidden`, with ` - reason` where given. */
export const forbidden = (reason?: string) => new DomainError({ kind: 'forbidden', reason });
/** 403 with a text of its own. */
export const forbiddenText = (message: string) => new DomainError({ kind: 'forbidden', message });
/** 404 `404 <thing> Not Found`. */
export const notFound = (thing?: string) => new DomainError({ kind: 'not_found', thing });
/** 404 with a text of its own. */
export const notFoundText = (message: string) => new DomainError({ kind: 'not_found', message });
/** 404 `404 Not found`, the generic record handler's spelling. */
export const recordNotFound = () => new DomainError({ kind: 'not_found', lowerCase: true });
/** 400 of parameter validation: `{error: "a is missing, b is invalid"}`. */
export const badParameters = (...problems: string[]) =>
  new DomainError({ kind: 'parameters', problems });
/** 400 `400 Bad request - reason`. */
export const badRequest = (reason?: string) => new DomainError({ kind: 'bad_request', reason });
/** 400 whose message is a text or list of its own. */
export const refused = (message: string | readonly string[]) =>
  new DomainError({ kind: 'refused', message });
/** 400 with a text of its own and a word for programs. */
export const refusedAs = (message: string, code: string) =>
  new DomainError({ kind: 'refused', message, code });
/** 400 of model validation: `{message: {field: [texts]}}`. */
export const invalid = (fields: Readonly<Record<string, readonly string[]>>) =>
  new DomainError({ kind: 'invalid', fields });
/** Found by an old path: a read is sent on to the id, anything else is 405. */
export const moved = (what: 'projects' | 'groups', id: number) =>
  new DomainError({ kind: 'moved', what, id });
/** 405 of an endpoint that refuses in this state. */
export const methodNotAllowed = () => new DomainError({ kind: 'method_not_allowed' });
/** 405 of a way through a list that it does not go. */
export const wayNotAllowed = (error: string) => new DomainError({ kind: 'refused_405', error });
/** 401 or 404 of a call that its signature stands for. */
export const signatureRefused = (status: 401 | 404, error: string) =>
  new DomainError({ kind: 'refused_signature', status, error });
/** 408 of a query that takes too long. */
export const timedOut = () => new DomainError({ kind: 'timed_out' });
/** 409; message a text, or a list as merge requests send it. */
export const conflict = (message?: string | readonly string[]) =>
  new DomainError({ kind: 'conflict', message });
/** 412 of an `If-Unmodified-Since` older than the record. */
export const preconditionFailed = () => new DomainError({ kind: 'precondition_failed' });
/** 422; message a text, a list, or texts by field. */
export const unprocessable = (message?: Extract<Refusal, { kind: 'unprocessable' }>['message']) =>
  new DomainError({ kind: 'unprocessable', message });
/** 429 of an endpoint that is asked for too often. */
export const tooManyRequests = (retryAfter: number) =>
  new DomainError({ kind: 'too_many_requests', retryAfter });
/** 503 with what people are told; worth another try in five minutes. */
export const unavailable = (text: string) =>
  new DomainError({ kind: 'unavailable', retryAfter: 300, text });
/** 413. */
export const tooLarge = () => new DomainError({ kind: 'too_large' });
/** Plain text 400 of NUL bytes and broken encodings. */
export const malformed = () => new DomainError({ kind: 'malformed' });
