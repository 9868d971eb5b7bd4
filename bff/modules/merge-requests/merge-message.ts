/** What messages of merges and squashes are made of. */
export interface MessageParts {
  source_branch: string;
  target_branch: string;
  title: string;
  description: string;
  /** `Closes #1 and #2`, or empty. */
  issues: string;
  reference: string;
  url: string;
  merged_by: string;
}

const mergeTemplate = `Merge branch '%{source_branch}' into '%{target_branch}'

%{title}

%{issues}

See merge request %{reference}`;

const squashTemplate = '%{title}';

/** The message of a merge commit by the project's template, or the usual one. */
export const mergeMessage = (parts: MessageParts, template: string | null): string =>
  filled(template || mergeTemplate, parts);

/** The message of a squash commit by the project's template, or the title. */
export const squashMessage = (parts: MessageParts, template: string | null): string =>
  filled(template || squashTemplate, parts);

/** Puts values in place of `%{name}`; a line of nothing but an empty value goes with its blank line. */
function filled(template: string, parts: MessageParts): string {
  const values = new Map<string, string>(Object.entries(parts));
  const lines = template.split('\n').flatMap((line) => {
    const text = line.replace(/%\{(\w{1,40})\}/g, (whole, name: string) => {
      return values.get(name) ?? whole;
    });
    return text.trim() === '' && line.trim() !== '' ? [] : [text];
  });
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
