import { groupImports } from '#contract/imports.ts';
import { type Api, mount } from '../../http/mount.ts';
import { addImport, getImport, importPage } from './file-rules.ts';
import { presentImport, presentImports } from './present.ts';

/** Bundles of other servers that Owners upload to their groups. */
export function importRoutes(api: Api): void {
  mount(api, groupImports.list, async ({ ctx, group, paging }) => {
    const page = await importPage(ctx, group, paging);
    return { ...page, rows: await presentImports(ctx, page.rows) };
  });
  mount(api, groupImports.create, async ({ ctx, group, body }) =>
    presentImport(ctx, await addImport(ctx, group, body.file)),
  );
  mount(api, groupImports.show, async ({ ctx, group, params }) =>
    presentImport(ctx, await getImport(ctx, group, params.import_id)),
  );
}
