/** A title marks a draft when it begins with `Draft:`, `[Draft]` or `(Draft)` in any case. */
export const isDraftTitle = (title: string): boolean =>
  /^\s*(?:\[draft\]|\(draft\)|draft:)/i.test(title);
