import { dependencyListExports } from '#contract/dependency-list-exports.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { attachment, bodyOf, rawHeaders } from '../../http/stream.ts';
import { pollInterval } from '../application-settings/poll-rules.ts';
import { presentExport, presentListedExport, presentOwnExport } from './present.ts';
import {
  createExport,
  exportPage,
  getExport,
  openExport,
  ownExportPage,
  pipelineToExport,
  retryExport,
} from './rules.ts';

/** Milliseconds that a caller waits before it asks again. */
const soon = 5000;

/** Exports of what projects, groups and pipelines depend on. */
export function dependencyListExportRoutes(api: Api): void {
  mount(api, dependencyListExports.createForProject, async ({ ctx, project, body }) =>
    presentExport(ctx, await createExport(ctx, { kind: 'project', project }, body)),
  );
  mount(api, dependencyListExports.createForGroup, async ({ ctx, group, body }) =>
    presentExport(ctx, await createExport(ctx, { kind: 'group', group }, body)),
  );
  mount(api, dependencyListExports.createForPipeline, async ({ ctx, params, body }) => {
    const subject = await pipelineToExport(ctx, params.id);
    return presentExport(ctx, await createExport(ctx, subject, body));
  });
  mount(api, dependencyListExports.show, async ({ ctx, params }) => {
    const row = await getExport(ctx, params.id);
    const shown = presentExport(ctx, row);
    return row.status === 'running'
      ? new Reply(shown, 202, await pollInterval(ctx, soon))
      : new Reply(shown);
  });
  mount(api, dependencyListExports.download, async ({ c, ctx, params }) => {
    const { stream, name, size } = await openExport(ctx, params.id);
    return new Reply(bodyOf(c, stream), 200, {
      ...rawHeaders(true),
      'Cache-Control': 'private, no-cache',
      'Content-Length': String(size),
      'Content-Disposition': attachment(name),
      'Content-Transfer-Encoding': 'binary',
    });
  });
  mount(api, dependencyListExports.listForProject, async ({ ctx, project, paging }) => {
    const page = await exportPage(ctx, { projectId: project.id }, paging);
    return { rows: page.rows.map((row) => presentListedExport(ctx, row)), total: page.total };
  });
  mount(api, dependencyListExports.listForGroup, async ({ ctx, group, paging }) => {
    const page = await exportPage(ctx, { groupId: group.id }, paging);
    return { rows: page.rows.map((row) => presentListedExport(ctx, row)), total: page.total };
  });
  mount(api, dependencyListExports.listOwn, async ({ ctx, paging }) => {
    const page = await ownExportPage(ctx, paging);
    return { rows: page.rows.map((row) => presentOwnExport(ctx, row)), total: page.total };
  });
  mount(api, dependencyListExports.retry, async ({ ctx, params }) =>
    presentExport(ctx, await retryExport(ctx, params.id)),
  );
}
