import type { Ctx } from '../../context.ts';
import { escapeHtml, plainLine, renderLine } from '../../markdown.ts';
import { keptPathOf } from '../application-appearance/present.ts';
import { appearanceOf } from '../application-appearance/rules.ts';

const htmlOf = (text: string): string =>
  `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`;

/**
 * A mail's text as it is sent, for readers of text and of HTML: under the instance's header logo,
 * and between its header and footer message where it says so.
 */
export async function framed(ctx: Ctx, text: string): Promise<{ text: string; html: string }> {
  const { texts, images } = await appearanceOf(ctx);
  const logo = images.get('header_logo');
  const image =
    logo === undefined
      ? ''
      : `<p><img src="${escapeHtml(ctx.publicUrl + keptPathOf(logo))}" alt="" height="24"></p>`;
  if (texts.email_header_and_footer_enabled !== 1) return { text, html: image + htmlOf(text) };
  const { header_message: head, footer_message: foot } = texts;
  const lines = [plainLine(head), text.trimEnd(), plainLine(foot)].filter((line) => line !== '');
  const style = `padding:8px;background:${texts.message_background_color || '#FFFFFF'};color:${texts.message_font_color || '#000000'}`;
  const message = (line: string) =>
    line.trim() === '' ? '' : `<div style="${style}">${absolute(ctx, renderLine(line))}</div>`;
  return {
    text: `${lines.join('\n\n')}\n`,
    html: message(head) + image + htmlOf(text) + message(foot),
  };
}

/** Links of this server by their whole address: a mail is read elsewhere. */
const absolute = (ctx: Ctx, html: string): string =>
  html.replaceAll('href="/', `href="${escapeHtml(ctx.publicUrl)}/`);
