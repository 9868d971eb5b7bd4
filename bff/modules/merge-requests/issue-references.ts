import type { IssueReference } from '../../jobs/queue.ts';

/** More than these in one text are not looked up. */
const mostReferences = 100;

const reference = String.raw`(?:[\w.-]+(?:\/[\w.-]+)+)?#\d{1,9}(?!\w)`;
const mention = new RegExp(String.raw`(?<![\w&/.-])${reference}`, 'g');
const closing = new RegExp(
  String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):? ` +
    String.raw`(?:issues? )?(${reference}(?:(?:, and |, | and )${reference})*)`,
  'gi',
);

/** So many are looked at, whether they are new or not. */
const mostLookedAt = 5000;
/** So much of one text is looked at. */
const longestLookedAt = 200_000;

function* referencesIn(text: string): Generator<IssueReference> {
  for (const [found] of text.matchAll(mention)) {
    const [path = '', iid] = found.split('#');
    yield { path: path === '' ? undefined : path, iid: Number(iid) };
  }
}

function once(references: Iterable<IssueReference>): IssueReference[] {
  const known = new Map<string, IssueReference>();
  let seen = 0;
  for (const one of references) {
    known.set(`${one.path?.toLowerCase() ?? ''}#${one.iid}`, one);
    seen += 1;
    if (known.size === mostReferences || seen === mostLookedAt) break;
  }
  return [...known.values()];
}

function* mentionsIn(texts: readonly string[]): Generator<IssueReference> {
  for (const text of texts) yield* referencesIn(text.slice(0, longestLookedAt));
}

function* closingsIn(texts: readonly string[]): Generator<IssueReference> {
  for (const text of texts) {
    for (const [, list = ''] of text.slice(0, longestLookedAt).matchAll(closing)) {
      yield* referencesIn(list);
    }
  }
}

/** Issues that texts name in any way. */
export const mentioned = (texts: readonly string[]): IssueReference[] => once(mentionsIn(texts));

/** Issues that texts say they close: `Closes #1, #2 and sea/shore#3`. */
export const closedBy = (texts: readonly string[]): IssueReference[] => once(closingsIn(texts));
