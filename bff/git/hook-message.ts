import type { GitEnv } from './environment.ts';
import type { HookName } from './hooks.ts';
import { isRefName, isSha, nullSha } from './names.ts';
import type { RefChange } from './refs.ts';

/** What a hook sends to the server. */
export interface HookMessage {
  readonly name: HookName;
  readonly secret: string;
  readonly updates: readonly RefChange[];
  readonly pushOptions: readonly string[];
  /** Where git keeps the objects of a push that is not accepted yet. */
  readonly objects: GitEnv;
}

/**
 * Reads a hook's message; undefined when it is none. `bad_ref` says that a ref has a name that
 * could not be written back, such as one that is no UTF-8.
 */
export function parseHookMessage(text: string): HookMessage | 'bad_ref' | undefined {
  const message = parseJson(text);
  if (!isRecord(message)) return undefined;
  const { name, secret, updates, push_options: pushOptions, objects } = message;
  if (name !== 'pre-receive' && name !== 'post-receive') return undefined;
  if (typeof secret !== 'string' || !isTexts(pushOptions) || !isRecord(objects)) return undefined;
  if (!Array.isArray(updates)) return undefined;
  const changes: RefChange[] = [];
  for (const update of updates as unknown[]) {
    if (!isRecord(update)) return undefined;
    const { old: before, new: after, ref } = update;
    if (typeof before !== 'string' || typeof after !== 'string') return undefined;
    if (typeof ref !== 'string' || !isSha(before) || !isSha(after)) return undefined;
    if (!isRefName(ref) || ref.includes('\ufffd')) return 'bad_ref';
    changes.push({ ref, old: idOrNull(before), new: idOrNull(after) });
  }
  const env: Record<string, string> = {};
  for (const key of ['GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES']) {
    const value = objects[key];
    if (typeof value === 'string') env[key] = value;
  }
  return { name, secret, updates: changes, pushOptions, objects: env };
}

function idOrNull(id: string): string | null {
  return id === nullSha ? null : id;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
