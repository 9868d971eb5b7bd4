import type * as z from 'zod';
import type { labelDetails } from '#contract/merge-request-record.ts';
import type { Label } from './rules.ts';

/** A label with its colours, as it stands inside other records. */
export const presentLabelDetails = (label: Label): z.output<typeof labelDetails> => ({
  id: label.id,
  name: label.name,
  description: label.description,
  description_html: escapeHtml(label.description ?? ''),
  text_color: textColorOn(label.color),
  color: label.color,
});

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML that shows it and does nothing else. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

/** Dark text on light colours, light text on dark ones. */
export function textColorOn(color: string): string {
  const [, red = '', green = '', blue = ''] =
    /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(longForm(color)) ?? [];
  const sum = [red, green, blue].reduce((total, part) => total + Number.parseInt(part, 16), 0);
  return sum > 500 ? '#1F1E24' : '#FFFFFF';
}

/** `#abc` as `#aabbcc`. */
const longForm = (color: string): string =>
  color.length === 4 ? color.replace(/[^#]/g, (digit) => digit + digit) : color;
