// The API reads what begins with a mark as a draft, so all of them go.
const draftPrefixes = /^\s*(?:(?:draft:|\[draft\]|\(draft\))\s*)+/i;

/** The title without its mark as a draft, or with it. */
export const titleAs = (title: string, isDraft: boolean): string =>
  (isDraft ? 'Draft: ' : '') + title.replace(draftPrefixes, '');
