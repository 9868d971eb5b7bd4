/**
 * Names in an order in which each comes after those that it needs; those of a circle are left out.
 * Without recursion: a chain may be as long as the file.
 */
export function inOrder(needs: ReadonlyMap<string, readonly string[]>): Set<string> {
  const waiting = new Map<string, number>();
  const wantedBy = new Map<string, string[]>();
  for (const [name, list] of needs) {
    const known = new Set(list.filter((need) => needs.has(need)));
    waiting.set(name, known.size);
    for (const need of known) {
      const wanting = wantedBy.get(need);
      if (wanting === undefined) wantedBy.set(need, [name]);
      else wanting.push(name);
    }
  }
  const settled = new Set<string>();
  const free = [...waiting].filter(([, count]) => count === 0).map(([name]) => name);
  for (let at = 0; at < free.length; at++) {
    const name = free[at] ?? '';
    settled.add(name);
    for (const next of wantedBy.get(name) ?? []) {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) free.push(next);
    }
  }
  return settled;
}
