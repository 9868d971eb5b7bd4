import { uploads } from '#contract/uploads.ts';
import { type Api, type Input, mount, Reply } from '../../http/mount.ts';
import { attachment, bodyOf, rawHeaders } from '../../http/stream.ts';
import type { Project } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import {
  addUpload,
  getUpload,
  openUpload,
  removeUpload,
  type Upload,
  type UploadKey,
  uploadPage,
} from './rules.ts';

function presentCreated(project: Project, row: Upload) {
  const url = `/uploads/${row.secret}/${encodeURIComponent(row.filename)}`;
  const isImage = row.image_type !== null;
  const alt = isImage ? row.filename.replace(/\.[^.]{1,20}$/, '') : row.filename;
  return {
    id: row.id,
    alt,
    url,
    full_path: `/-/project/${project.id}${url}`,
    markdown: `${isImage ? '!' : ''}[${alt}](${url})`,
  };
}

/** Images are shown, everything else is saved; nothing runs as a page. */
async function send(
  { c, ctx, project }: Pick<Input<typeof uploads.open>, 'c' | 'ctx' | 'project'>,
  key: UploadKey,
) {
  const row = await getUpload(ctx, project, key);
  const stream = await openUpload(ctx, row);
  return new Reply(bodyOf(c, stream), 200, {
    ...rawHeaders(true),
    'Cache-Control': 'private, no-cache',
    'Content-Length': String(row.size),
    ...(row.image_type === null
      ? { 'Content-Disposition': attachment(row.filename) }
      : { 'Content-Type': row.image_type, 'Content-Disposition': 'inline' }),
  });
}

const named = ({ secret, filename }: { secret: string; filename: string }) => ({
  secret,
  filename,
});

/** Files that descriptions and comments refer to. */
export function uploadRoutes(api: Api): void {
  mount(api, uploads.create, async ({ ctx, project, body }) =>
    presentCreated(project, await addUpload(ctx, project, body.file)),
  );
  mount(api, uploads.list, async ({ ctx, project, paging }) => {
    const page = await uploadPage(ctx, project, paging);
    const users = await usersById(
      ctx,
      page.rows.map((row) => row.uploaded_by_id),
    );
    const rows = page.rows.map(({ id, size, filename, created_at, uploaded_by_id }) => {
      const user = users.get(uploaded_by_id ?? 0);
      const uploaded_by =
        user === undefined ? null : { id: user.id, name: user.name, username: user.username };
      return { id, size, filename, created_at, uploaded_by };
    });
    return { rows, total: page.total };
  });
  mount(api, uploads.show, (input) => send(input, { id: input.params.upload_id }));
  mount(api, uploads.showNamed, (input) => send(input, named(input.params)));
  mount(api, uploads.open, (input) => send(input, named(input.params)));
  mount(api, uploads.remove, ({ ctx, project, params }) =>
    removeUpload(ctx, project, { id: params.upload_id }),
  );
  mount(api, uploads.removeNamed, ({ ctx, project, params }) =>
    removeUpload(ctx, project, named(params)),
  );
}
