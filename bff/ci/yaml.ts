import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseAllDocuments,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {
  Budget,
  CiFileError,
  type CiLimits,
  isList,
  isMapping,
  type Mapping,
  Reference,
  textsOf,
  type Value,
} from './value.ts';

/**
 * Parses the documents of a YAML 1.1 text. Aliases share what they stand for, but count in full
 * towards the limits, so nothing that comes later works on more than a file of that size.
 */
export function parseYaml(text: string, limits: CiLimits): Value[] {
  if (text.length > limits.bytes) throw new CiFileError('The parsed YAML is too big');
  let documents: Document.Parsed[];
  try {
    const parsed = parseAllDocuments(text, { version: '1.1', uniqueKeys: false });
    documents = Array.isArray(parsed) ? parsed : [];
  } catch (error) {
    // The parser recurses: what overflows its stack is nested beyond any limit.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
  for (const document of documents) {
    const [error] = document.errors;
    if (error !== undefined) {
      throw new CiFileError(`Invalid YAML: ${error.message.split('\n', 1)[0] ?? ''}`);
    }
  }
  const budget = new Budget(limits.bytes);
  return documents.map((document) => new Conversion(limits.depth, budget).convert(document));
}

const tooDeep = () => new CiFileError('The parsed YAML is too deep');

/** Turns one document's nodes into values, in the order of the text, so that anchors come first. */
class Conversion {
  private readonly depth: number;
  private readonly budget: Budget;
  private readonly anchors = new Map<string, Value>();

  constructor(depth: number, budget: Budget) {
    this.depth = depth;
    this.budget = budget;
  }

  convert(document: Document.Parsed): Value {
    return this.value(document.contents, 0);
  }

  private value(node: unknown, depth: number): Value {
    if (depth > this.depth) throw tooDeep();
    if (!isNode(node)) return null;
    if (isAlias(node)) return this.alias(node.source);
    const value = this.plain(node, depth);
    if ('anchor' in node && node.anchor !== undefined) this.anchors.set(node.anchor, value);
    return value;
  }

  private alias(name: string): Value {
    const value = this.anchors.get(name);
    if (value === undefined) throw new CiFileError(`Invalid YAML: unknown alias ${name}`);
    this.budget.pay(this.budget.weigh(value));
    return value;
  }

  private plain(node: unknown, depth: number): Value {
    this.budget.pay(40);
    if (isMap(node)) return this.mapping(node, depth);
    if (isSeq(node)) return this.list(node, depth);
    if (!isScalar(node)) return null;
    const { value, source } = node;
    if (typeof value === 'string') this.budget.pay(value.length);
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      // One of the three by the line before.
      return value as Value;
    }
    // Dates, large integers and bytes are the text that was written.
    return source ?? '';
  }

  private list(node: YAMLSeq, depth: number): Value {
    const items = node.items.map((item) => this.value(item, depth + 1));
    if (node.tag !== '!reference') return items;
    const path = textsOf(items);
    if (path === undefined || path.length === 0) {
      throw new CiFileError('!reference should be a list of names');
    }
    return new Reference(path);
  }

  private mapping(node: YAMLMap, depth: number): Value {
    const own = new Map<string, Value>();
    const merged: Mapping[] = [];
    for (const { key, value } of node.items) {
      const name = this.key(key, depth);
      const item = this.value(value, depth + 1);
      this.budget.pay(name.length);
      if (name !== '<<') own.set(name, item);
      else if (isMapping(item)) merged.push(item);
      else if (isList(item)) merged.push(...item.filter(isMapping));
    }
    if (merged.length === 0) return own;
    const all = new Map<string, Value>();
    for (const source of merged) {
      for (const [name, item] of source) if (!all.has(name)) all.set(name, item);
    }
    for (const [name, item] of own) all.set(name, item);
    return all;
  }

  private key(node: unknown, depth: number): string {
    if (isScalar(node)) {
      // `on: x` is a boolean in YAML 1.1, but the key that was written is meant.
      if (node.anchor !== undefined) this.anchors.set(node.anchor, this.plain(node, depth));
      const { value } = node;
      return typeof value === 'string' ? value : (node.source ?? '');
    }
    const value = this.value(node, depth + 1);
    const [name] = textsOf(value) ?? [];
    if (name === undefined) throw new CiFileError('Invalid YAML: a key should be a text');
    return name;
  }
}
