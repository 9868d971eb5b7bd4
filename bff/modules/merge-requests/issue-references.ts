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

function referencesIn(text: string): IssueReference[] {
  return [...text.matchAll(mention)].map(([found]) => {
    const [path = '', iid] = found.split('#');
    return { path: path === '' ? undefined : path, iid: Number(iid) };
  });
}

function once(references: readonly IssueReference[]): IssueReference[] {
  const known = new Map(
    references.map((one) => [`${one.path?.toLowerCase() ?? ''}#${one.iid}`, one] as const),
  );
  return [...known.values()].slice(0, mostReferences);
}

/** Issues that texts name in any way. */
export const mentioned = (texts: readonly string[]): IssueReference[] =>
  once(texts.flatMap(referencesIn));

/** Issues that texts say they close: `Closes #1, #2 and sea/shore#3`. */
export const closedBy = (texts: readonly string[]): IssueReference[] =>
  once(
    texts.flatMap((text) =>
      [...text.matchAll(closing)].flatMap(([, list = '']) => referencesIn(list)),
    ),
  );
