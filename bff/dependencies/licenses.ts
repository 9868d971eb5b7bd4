import spdxLicenses from 'spdx-license-list';
import type { DependencyLicense } from '#contract/dependency-record.ts';

const known = new Map(Object.keys(spdxLicenses).map((id) => [id.toLowerCase(), id]));

/** An identifier as SPDX writes it; undefined for what its list does not have. */
const idOf = (text: string): string | undefined => known.get(text.toLowerCase());

const licenseOf = (text: string): DependencyLicense => {
  const id = idOf(text);
  return id === undefined
    ? { spdx_identifier: null, name: text, url: null }
    : {
        spdx_identifier: id,
        name: spdxLicenses[id]?.name ?? id,
        url: `https://spdx.org/licenses/${id}.html`,
      };
};

/** What a package says of its licences: each by itself, and the expression where it is one. */
export interface Licensing {
  licenses: DependencyLicense[];
  /** A valid expression of SPDX; null where it is not known. */
  expression: string | null;
}

const longest = 500;

/** Reads what files say of licences; what SPDX does not know stays as the text that it is. */
export function licensingOf(texts: readonly string[]): Licensing {
  const licenses: DependencyLicense[] = [];
  const expressions: (string | undefined)[] = [];
  for (const text of texts
    .map((one) => one.replaceAll('\0', '').trim().slice(0, longest))
    .filter((one) => one !== '')) {
    const expression = expressionOf(text);
    expressions.push(expression?.text);
    for (const one of expression?.ids ?? [text]) {
      const license = licenseOf(one);
      if (!licenses.some((other) => other.name === license.name)) licenses.push(license);
    }
  }
  const whole = expressions.every((one) => one !== undefined) ? expressions : [];
  const [only] = whole;
  return {
    licenses,
    expression: whole.length > 1 ? whole.map((one) => `(${one})`).join(' AND ') : (only ?? null),
  };
}

/**
 * An expression of known identifiers joined by AND and OR, in brackets or not; undefined for any
 * other text. Each word is looked at once.
 */
function expressionOf(text: string): { text: string; ids: string[] } | undefined {
  const words = text.match(/[()]|[^\s()]+/g) ?? [];
  const ids: string[] = [];
  const out: string[] = [];
  let depth = 0;
  let wantsId = true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '(' && wantsId) depth += 1;
    else if (word === ')' && !wantsId && depth > 0) depth -= 1;
    else if (/^(and|or)$/i.test(word) && !wantsId) wantsId = true;
    else if (/^with$/i.test(word) && !wantsId && words[at + 1] !== undefined) {
      // An exception goes with the licence before it.
      out.push('WITH', words[at + 1] ?? '');
      at += 1;
      continue;
    } else if (wantsId) {
      const id = idOf(word) ?? idOf(word.replace(/\+$/, ''));
      if (id === undefined) return undefined;
      ids.push(id);
      out.push(word.endsWith('+') && !id.endsWith('+') ? `${id}+` : id);
      wantsId = false;
      continue;
    } else return undefined;
    out.push(/^(and|or)$/i.test(word) ? word.toUpperCase() : word);
  }
  if (wantsId || depth !== 0) return undefined;
  return { text: out.join(' ').replaceAll('( ', '(').replaceAll(' )', ')'), ids };
}
