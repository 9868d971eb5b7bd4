import { referencesIn, type Tracker } from '#contract/integrations/references.ts';
import { escapeHtml } from '../../markdown.ts';

/** Text as HTML that shows it, and whose references lead to the tracker of the project. */
export const linkedHtml = (text: string, tracker: Tracker | undefined): string =>
  referencesIn(text, tracker)
    .map(({ text, href }) =>
      href === undefined
        ? escapeHtml(text)
        : `<a href="${escapeHtml(href)}" rel="noopener noreferrer">${escapeHtml(text)}</a>`,
    )
    .join('');
