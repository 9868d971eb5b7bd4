/** What the server said no with. `message` is its text, word for word. */
export class ApiError extends Error {
  readonly status: number;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | undefined;
  /** Of a sign-in: the password was right, and the code of a second factor has to come along. */
  readonly wantsCode: boolean;

  constructor(problem: {
    status: number;
    message: string;
    fieldErrors?: Record<string, readonly string[]>;
    requestId?: string | undefined;
    wantsCode?: boolean;
  }) {
    super(problem.message);
    this.name = 'ApiError';
    this.status = problem.status;
    this.fieldErrors = problem.fieldErrors ?? {};
    this.requestId = problem.requestId;
    this.wantsCode = problem.wantsCode ?? false;
  }
}

/** Any thrown value as an ApiError; what the server never answered has the status 0. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    status: 0,
    message: error instanceof Error ? error.message : String(error),
  });
}

/** Reads a refusal: JSON of the API's two shapes, or plain text. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const fallback = text.trim() || `${response.status} ${response.statusText}`.trim();
  return new ApiError({
    status: response.status,
    requestId,
    ...readBody(parseJson(text), fallback),
  });
}

interface Problem {
  message: string;
  wantsCode?: boolean;
  fieldErrors?: Record<string, readonly string[]>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readBody(body: unknown, fallback: string): Problem {
  if (!isRecord(body)) return { message: fallback };
  const { message, error, error_description: description } = body;
  if (typeof description === 'string') return { message: description };
  if (typeof message === 'string') return { message, wantsCode: body.otp_required === true };
  if (Array.isArray(message)) return { message: message.map(String).join('. ') };
  if (isRecord(message)) return readFields(message);
  if (typeof error === 'string') return readParameters(error);
  return { message: fallback };
}

/** `{message: {field: [texts]}}`, and `{message: {error: text}}` of the rate limits. */
function readFields(message: Record<string, unknown>): Problem {
  if (typeof message.error === 'string') return { message: message.error };
  const fieldErrors: Record<string, readonly string[]> = {};
  for (const [field, texts] of Object.entries(message)) {
    fieldErrors[field] = (Array.isArray(texts) ? texts : [texts]).map(String);
  }
  const sentences = Object.entries(fieldErrors).flatMap(([field, texts]) =>
    texts.map((text) => (field === 'base' ? text : `${field} ${text}`)),
  );
  return { message: sentences.join(', '), fieldErrors };
}

const parameterProblem =
  /^(?<field>[a-z_]\w*)(?:\[[^\]]*\])* (?<text>(?:is|does|has|should|must|may|can|cannot) .+)$/;

/** `{error: "a is missing, b is invalid"}`; a sentence about several fields stays whole. */
function readParameters(error: string): Problem {
  const fieldErrors: Record<string, string[]> = {};
  for (const part of error.split(', ')) {
    const { field, text } = parameterProblem.exec(part)?.groups ?? {};
    if (field === undefined || text === undefined) return { message: error };
    fieldErrors[field] = [...(fieldErrors[field] ?? []), text];
  }
  return { message: error, fieldErrors };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
