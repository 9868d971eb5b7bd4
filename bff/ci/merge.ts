import {
  type Budget,
  CiFileError,
  isList,
  isMapping,
  type Mapping,
  Reference,
  textsOf,
  type Value,
} from './value.ts';

/** `over` laid over `under`: hashes are joined at every depth, anything else is replaced. */
export function deepMerge(under: Mapping, over: Mapping, budget: Budget): Mapping {
  const merged = new Map(under);
  budget.pay(16 * (under.size + over.size));
  for (const [key, value] of over) {
    const before = merged.get(key);
    const both = isMapping(before) && isMapping(value);
    merged.set(key, both ? deepMerge(before, value, budget) : value);
  }
  return merged;
}

const deepest = 10;

/** Puts in what each `!reference` names; references may stand in what is referred to. */
export function resolveReferences(config: Mapping, budget: Budget): Mapping {
  const done = new Map<string, Value>();
  const open = new Set<string>();

  const referred = (reference: Reference): Value => {
    const name = JSON.stringify(reference.path);
    const known = done.get(name);
    if (known !== undefined) return known;
    if (open.has(name)) throw new CiFileError(`!reference ${name} is part of a circular chain`);
    if (open.size >= deepest) throw new CiFileError(`!reference ${name} is nested too deep`);
    open.add(name);
    let found: Value | undefined = config;
    for (const key of reference.path) {
      if (found instanceof Reference) found = referred(found);
      found = isMapping(found) ? found.get(key) : undefined;
    }
    if (found === undefined) throw new CiFileError(`!reference ${name} could not be found`);
    const value = resolved(found);
    open.delete(name);
    done.set(name, value);
    return value;
  };

  const resolved = (value: Value): Value => {
    if (value instanceof Reference) {
      const found = referred(value);
      budget.pay(budget.weigh(found));
      return found;
    }
    if (isList(value)) return value.some(holds) ? value.map(resolved) : value;
    if (!isMapping(value) || ![...value.values()].some(holds)) return value;
    return new Map([...value].map(([key, item]) => [key, resolved(item)]));
  };

  // What holds no reference stays the shared value that it is.
  const holding = new WeakMap<object, boolean>();
  const holds = (value: Value): boolean => {
    if (value instanceof Reference) return true;
    if (!isList(value) && !isMapping(value)) return false;
    const known = holding.get(value);
    if (known !== undefined) return known;
    const items = isMapping(value) ? [...value.values()] : value;
    const answer = items.some(holds);
    holding.set(value, answer);
    return answer;
  };

  return new Map([...config].map(([key, item]) => [key, resolved(item)]));
}

/** Every top-level hash with what it `extends` laid under it. */
export function resolveExtends(config: Mapping, budget: Budget): Mapping {
  const done = new Map<string, Mapping>();

  const extended = (name: string, entry: Mapping, chain: readonly string[]): Mapping => {
    const known = done.get(name);
    if (known !== undefined) return known;
    if (!entry.has('extends')) return entry;
    const parents = textsOf(entry.get('extends'));
    if (parents === undefined) {
      throw new CiFileError(`${name}: extends should be a text or a list of texts`);
    }
    if (chain.includes(name)) {
      throw new CiFileError(`${name}: circular dependency detected in \`extends\``);
    }
    if (chain.length > deepest) throw new CiFileError(`${name}: nesting too deep in \`extends\``);
    const unknown = parents.filter((parent) => !isMapping(config.get(parent)));
    if (unknown.length > 0) {
      throw new CiFileError(`${name}: unknown keys in \`extends\` (${unknown.join(', ')})`);
    }
    let merged: Mapping = new Map<string, Value>();
    for (const parent of parents) {
      const above = config.get(parent);
      if (!isMapping(above)) continue;
      merged = deepMerge(merged, extended(parent, above, [...chain, name]), budget);
    }
    const own = new Map(deepMerge(merged, entry, budget));
    own.delete('extends');
    done.set(name, own);
    return own;
  };

  return new Map(
    [...config].map(([name, entry]) => [
      name,
      isMapping(entry) ? extended(name, entry, []) : entry,
    ]),
  );
}
