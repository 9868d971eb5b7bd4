const last = new Map<string, Promise<unknown>>();

/**
 * Runs what changes the same thing one after the other, in this process. Other processes are held
 * off by git itself, which moves no ref that is elsewhere by now.
 */
export async function inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
  const before = last.get(key);
  const mine = (async () => {
    await before?.catch(() => {});
    return act();
  })();
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
