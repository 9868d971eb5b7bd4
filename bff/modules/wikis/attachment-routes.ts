import { Readable } from 'node:stream';
import { wikiAttachments } from '#contract/wiki-attachments.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { attachment, bodyOf, rawHeaders } from '../../http/stream.ts';
import { addAttachment, openAttachment } from './attachment-rules.ts';

/** Files that pages of wikis show and link. Images are shown, everything else is saved. */
export function wikiAttachmentRoutes(api: Api): void {
  mount(api, wikiAttachments.create, async ({ ctx, project, body }) => {
    const { name, path, branch, isImage } = await addAttachment(ctx, project, body);
    const alt = isImage ? name.replace(/\.[^.]{1,20}$/, '') : name;
    const url = path.split('/').map(encodeURIComponent).join('/');
    const markdown = `${isImage ? '!' : ''}[${alt}](${url})`;
    return { file_name: name, file_path: path, branch, link: { url, markdown } };
  });
  mount(api, wikiAttachments.open, async ({ c, ctx, project, params }) => {
    const { content, imageType } = await openAttachment(ctx, project, params.path);
    const name = params.path.slice(params.path.lastIndexOf('/') + 1);
    return new Reply(bodyOf(c, Readable.from([content])), 200, {
      ...rawHeaders(true),
      'Cache-Control': 'private, no-cache',
      'Content-Length': String(content.length),
      ...(imageType === undefined
        ? { 'Content-Disposition': attachment(name) }
        : { 'Content-Type': imageType, 'Content-Disposition': 'inline' }),
    });
  });
}
