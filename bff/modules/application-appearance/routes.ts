import type { Context } from 'hono';
import { applicationAppearance } from '#contract/application-appearance.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { previews } from '#contract/previews.ts';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { readFileStream } from '../../files.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { bodyOf, rawHeaders } from '../../http/stream.ts';
import { findingsOf, renderLine, renderMarkdown } from '../../markdown.ts';
import { pathOfImage, scaledBytes } from './files.ts';
import { manifestOf, presentAppearance } from './present.ts';
import {
  appearanceOf,
  appearanceTexts,
  imageAt,
  type ImageRow,
  removeAppearanceImage,
  updateAppearance,
} from './rules.ts';

/** A picture is shown and never runs as a page; with its hash in the address it is kept for good. */
async function send(
  {
    c,
    ctx,
    query,
  }: { c: Context; ctx: Ctx; query: QueryOf<typeof applicationAppearance.openImage> },
  row: ImageRow,
) {
  const { v = '' } = query;
  // The library that scales reads no icons: they are sent as they are.
  const width = row.media_type === 'image/vnd.microsoft.icon' ? undefined : query.width;
  const { purpose = 'any' } = query;
  const etag = `"${row.hash}${width === undefined ? '' : `-${width}-${purpose}`}"`;
  const isFixed = v.length >= 8 && row.hash.startsWith(v);
  const headers = {
    ...rawHeaders(true),
    'Content-Type': width === undefined ? row.media_type : 'image/png',
    'Content-Disposition': 'inline',
    'Cache-Control': isFixed ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    ETag: etag,
  };
  if (c.req.header('if-none-match')?.includes(etag)) return new Reply('', 304, headers);
  if (width !== undefined) {
    return new Reply(await scaledBytes(ctx, row, { side: width, purpose }), 200, headers);
  }
  const stream = await readFileStream(pathOfImage(ctx, row.secret));
  if (stream === undefined) throw notFound('Image');
  return new Reply(bodyOf(c, stream), 200, { ...headers, 'Content-Length': String(row.size) });
}

/** How the instance looks: its record, its pictures, and what browsers install. */
export function applicationAppearanceRoutes(api: Api): void {
  const { show, update, removeImage, guidelines, openImage, manifest } = applicationAppearance;
  mount(api, show, async ({ ctx }) => presentAppearance(await appearanceOf(ctx)));
  mount(api, update, async ({ ctx, body }) => presentAppearance(await updateAppearance(ctx, body)));
  mount(api, removeImage, ({ ctx, params }) => removeAppearanceImage(ctx, params.image));
  mount(api, previews.markdown, ({ body: { text, line } }) => ({
    html: line ? renderLine(text) : renderMarkdown(text),
    findings: findingsOf(text, { isLine: line }),
  }));
  mount(api, guidelines, async ({ ctx }) => {
    const texts = await appearanceTexts(ctx);
    const { member_guidelines, new_project_guidelines, profile_image_guidelines } = texts;
    return { member_guidelines, new_project_guidelines, profile_image_guidelines };
  });
  mount(api, openImage, async (input) => send(input, await imageAt(input.ctx, input.params)));
  mount(
    api,
    manifest,
    async ({ ctx }) =>
      new Reply(JSON.stringify(manifestOf(await appearanceOf(ctx))), 200, {
        'Cache-Control': 'no-cache',
      }),
  );
}
