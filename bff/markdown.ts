import MarkdownIt from 'markdown-it';

/** The same as in the console (`src/ui/markdown.tsx`): no HTML, and addresses of these kinds alone. */
const safeAddress = /^(?:https?:|mailto:|\/(?!\/)|#)/i;

const whole = new MarkdownIt({ html: false, linkify: true });
/** A line has no room for images. */
const line = new MarkdownIt({ html: false, linkify: true }).disable('image');
for (const parser of [whole, line]) parser.validateLink = (address) => safeAddress.test(address);

const asLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Markdown as HTML; HTML in it is text. */
export const renderMarkdown = (text: string): string => whole.render(text);

/** Text for readers of HTML; nothing in it becomes markup. */
export const escapeHtml = (text: string): string => whole.utils.escapeHtml(text);

/** One line of bold, italic, code and links as HTML; all else in it is text. */
export const renderLine = (text: string): string => line.renderInline(asLine(text));

/** The same line as plain text: links are followed by their address. */
export function plainLine(text: string): string {
  let plain = '';
  let address = '';
  for (const token of line.parseInline(asLine(text), {})[0]?.children ?? []) {
    if (token.type === 'link_open' && token.markup !== 'linkify') {
      address = String(token.attrGet('href') ?? '');
    } else if (token.type === 'link_close' && address !== '') {
      plain += ` <${address}>`;
      address = '';
    } else plain += token.content;
  }
  return plain;
}

export type MarkdownFinding = 'html' | 'image' | 'unsafe_link' | 'block';

/** What would not show as its author may mean it. */
export function findingsOf(text: string, { isLine }: { isLine: boolean }): MarkdownFinding[] {
  const found = new Set<MarkdownFinding>();
  if (/<\/?(?!(?:https?|mailto):)[a-z][^<>]{0,200}>/i.test(text)) found.add('html');
  if (/\]\(\s{0,9}(?:javascript|data|vbscript|file):/i.test(text)) found.add('unsafe_link');
  if (isLine) {
    const tokens = whole.parse(text, {});
    const inline = tokens.flatMap(({ children }) => children ?? []);
    if (inline.some(({ type }) => type === 'image')) found.add('image');
    const isBlock = tokens.some(({ type }) => !/^(?:paragraph_(?:open|close)|inline)$/.test(type));
    if (isBlock || /\n/.test(text.trim())) found.add('block');
  }
  return [...found];
}
