/** The tracker that issues of a project are kept in outside of this server. */
export interface Tracker {
  readonly slug: string;
  readonly issues_url: string;
  /** `#123` is an issue of this project: its own issues are in use. */
  readonly keeps_numbers: boolean;
}

/** A piece of a text; `href` leads to the issue that it names. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

/** How a kind of tracker writes its issues; the group `id` is what its addresses want. */
interface Notation {
  readonly long: RegExp;
  /** Where the project keeps no issues of its own. */
  readonly short?: RegExp;
}

// All are linear: each begins where a word begins, and has nothing that could be divided in two ways.
const short = /(?<![\w&#/.])#(?<id>\d{1,20})(?![\w-])/g;
const keyed: Notation = { long: /(?<![\w-])[A-Z][A-Z0-9_]*-(?<id>\d{1,20})(?![\w-])/g, short };

const notations: Readonly<Record<string, Notation>> = {
  bugzilla: keyed,
  'custom-issue-tracker': keyed,
  redmine: keyed,
  youtrack: { long: /(?<![\w-])(?<id>[A-Za-z][A-Za-z0-9_]*-\d{1,20})(?![\w-])/g, short },
  clickup: {
    long: /(?<![\w-])(?:CU-(?<id>[a-z0-9]{1,20})|(?<key>[A-Z0-9_]{2,10}-\d{1,20}))(?![\w-])/g,
    short: /(?<![\w&#/.])#(?<id>[a-z0-9]{1,20})(?![\w-])/g,
  },
  phorge: { long: /(?<![\w@-])(?<id>T\d{1,20})(?![\w-])/g },
  ewm: {
    long: /(?<![\w-])(?:bug|task|work item|workitem|rtcwi|defect)\s{1,9}(?<id>\d{1,20})(?![\w-])/gi,
  },
};

/** More than anybody reads; a text that is made of references stays cheap to show. */
const mostLinks = 1000;

/** Can texts name issues of this kind of tracker? */
export const isLinked = (slug: string): boolean => notations[slug] !== undefined;

/** A text in pieces: those that name issues of the tracker lead there. Takes linear time. */
export function referencesIn(text: string, tracker: Tracker | undefined): readonly TextPart[] {
  const notation = tracker === undefined ? undefined : notations[tracker.slug];
  if (tracker === undefined || notation === undefined) return [{ text }];
  const short = tracker.keeps_numbers ? undefined : notation.short;
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: name, index, groups } of matchesOf(text, notation.long, short)) {
    if (index > from) parts.push({ text: text.slice(from, index) });
    const id = groups?.id ?? groups?.key ?? '';
    parts.push({ text: name, href: tracker.issues_url.replaceAll(':id', () => id) });
    from = index + name.length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from) });
  return parts;
}

function matchesOf(text: string, ...forms: (RegExp | undefined)[]): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const form of forms) {
    let left = mostLinks;
    for (const match of form === undefined ? [] : text.matchAll(form)) {
      found.push(match);
      left -= 1;
      if (left === 0) break;
    }
  }
  // No two forms share a place: one wants the sign, the other that none is before it.
  return found.sort((one, other) => one.index - other.index);
}
