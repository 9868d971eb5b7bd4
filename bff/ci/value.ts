/** What a CI file holds once it is parsed; never changed after it was made, so parts may be shared. */
export type Value = null | boolean | number | string | List | Mapping | Reference;
export type List = readonly Value[];
/** A `Map`, because job names may be `__proto__` or `1` and their order counts. */
export type Mapping = ReadonlyMap<string, Value>;

/** `!reference [.job, script]`: stands for what lies at that path of the whole configuration. */
export class Reference {
  readonly path: readonly string[];

  constructor(path: readonly string[]) {
    this.path = path;
  }
}

export const isList = (value: Value | undefined): value is List => Array.isArray(value);
export const isMapping = (value: Value | undefined): value is Mapping => value instanceof Map;

/** Text of a scalar; undefined for lists, hashes and nothing. */
export function textOf(value: Value | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A text or a list of texts as a list; undefined where it is neither. */
export function textsOf(value: Value | undefined): string[] | undefined {
  if (!isList(value)) {
    const text = textOf(value);
    return text === undefined ? undefined : [text];
  }
  const texts = value.map(textOf).filter((text) => text !== undefined);
  return texts.length === value.length ? texts : undefined;
}

/** Why a CI file makes no pipeline. `inputs` are the fault of who asked for it, not of the file. */
export class CiFileError extends Error {
  readonly kind: 'yaml' | 'inputs';
  readonly messages: readonly string[];

  constructor(messages: string | readonly string[], kind: 'yaml' | 'inputs' = 'yaml') {
    const list = typeof messages === 'string' ? [messages] : messages;
    super(list.join('; '));
    this.name = 'CiFileError';
    this.messages = list;
    this.kind = kind;
  }
}

export interface CiLimits {
  /** Of one file, and of what aliases make of it. */
  readonly bytes: number;
  readonly depth: number;
  /** Files included by one configuration. */
  readonly includes: number;
  /** Of the whole configuration with everything that it includes, references and extends. */
  readonly totalBytes: number;
}

export const defaultCiLimits: CiLimits = {
  bytes: 2 * 1024 * 1024,
  depth: 100,
  includes: 150,
  totalBytes: 16 * 1024 * 1024,
};

/** About what one value costs beside its text. */
const cell = 40;

/** Adds up what values cost; sharing a value costs as much as copying it would. */
export class Budget {
  readonly limit: number;
  private spent = 0;
  private readonly known = new WeakMap<object, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Pays for so many bytes; past the limit the configuration is refused. */
  pay(bytes: number): void {
    this.spent += bytes;
    if (this.spent > this.limit) throw new CiFileError('The parsed YAML is too big');
  }

  /** What a value costs, its shared parts counted each time. */
  weigh(value: Value): number {
    if (typeof value === 'string') return cell + value.length;
    if (!isList(value) && !isMapping(value)) return cell;
    const before = this.known.get(value);
    if (before !== undefined) return before;
    let sum = cell;
    if (isMapping(value)) {
      for (const [key, item] of value) sum += cell + key.length + this.weigh(item);
    } else for (const item of value) sum += this.weigh(item);
    this.known.set(value, sum);
    return sum;
  }
}
