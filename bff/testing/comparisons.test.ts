import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sameSecret } from '../secrets.ts';

const bff = join(import.meta.dirname, '..');
const secretName = /(?:token|secret|signature|hmac|csrf|password|nonce)$/i;
/** Sides that give nothing away: absence, literals, and names that only sound secret. */
const harmless = /^(?:undefined|null|true|false|-?\d.*|['"`].*|plan\.token)$/;

/** Comparisons of a secret by `===`, which ends at the first letter that differs. */
function leakyComparisons(source: string): string[] {
  return source.split('\n').flatMap((line) => {
    const match = /([\w.?[\]]+)\)*\s*[!=]==?\s*\(*([\w.?[\]'"`-]+)/.exec(line);
    if (match === null || /^\s*(?:\/\/|\*)/.test(line)) return [];
    const [, left = '', right = ''] = match;
    const leaks = [left, right].some((side) => secretName.test(side));
    return leaks && ![left, right].some((side) => harmless.test(side)) ? [line.trim()] : [];
  });
}

describe('secrets', () => {
  it('are compared in constant time (GHSA-f67f: a token compared with ==)', () => {
    const files = readdirSync(bff, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|contract|ci)\//.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) =>
      leakyComparisons(readFileSync(join(bff, file), 'utf8')).map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it('are compared so by the one function for it', () => {
    expect(sameSecret.toString()).toMatch(/return \S*\btimingSafeEqual\)?\(/);
    expect(sameSecret.toString()).not.toMatch(/[!=]==?/);
    expect([sameSecret('a', 'a'), sameSecret('a', 'b'), sameSecret('a', 'ab')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are found by that check however they are compared', () => {
    for (const line of [
      'if (sent === row.token) return;',
      'const fits = expectedSignature !== given;',
      'return body.secret == config.metricsToken;',
      'if (csrfToken(session) === csrf) act();',
    ]) {
      expect(leakyComparisons(line)).toEqual([line]);
    }
    for (const line of [
      'if (token === undefined) return;',
      "token === '('",
      '// token === other',
    ]) {
      expect(leakyComparisons(line)).toEqual([]);
    }
  });
});
