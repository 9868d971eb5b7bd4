interface Kept<T> {
  readonly answer: Promise<T>;
  bytes: number;
}

/** What an answer takes besides its texts; it also bounds how many there are. */
const leastBytes = 500;

/**
 * Keeps answers that can never change, as those about two commits, while they are asked for: of all
 * that it made the ones used last, up to so many bytes. What is asked for at once is made once.
 */
export function keepAnswers<T>(
  mostBytes: number,
  weigh: (answer: T) => number,
): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Kept<T>>();
  let total = 0;
  const drop = (key: string, entry: Kept<T>): void => {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    total -= entry.bytes;
  };
  const made = (key: string, entry: Kept<T>, answer: T): void => {
    if (kept.get(key) !== entry) return;
    entry.bytes = leastBytes + weigh(answer);
    total += entry.bytes;
    for (const [oldest, old] of kept) {
      if (total <= mostBytes) return;
      drop(oldest, old);
    }
  };
  return (key, make) => {
    const known = kept.get(key);
    const entry: Kept<T> = known ?? { answer: make(), bytes: 0 };
    // Set again, so that the map stays in the order of last use.
    kept.delete(key);
    kept.set(key, entry);
    if (known === undefined) {
      entry.answer.then(
        (answer) => made(key, entry, answer),
        () => drop(key, entry),
      );
    }
    return entry.answer;
  };
}
